package kvm

import "testing"

// TestValidate is what the agent's Validated relies on.
func TestValidate(t *testing.T) {
	a := New()
	a.Validated = false
	if err := a.Validate(); err != nil {
		t.Error(err)
	}
}

var texts = map[string]uint64{"1234\n": 1234, "": 0, "x 1": 0, " 77 8\n": 77, "99999999999999999999\n": 1<<64 - 1}

func FuzzParse(f *testing.F) {
	for text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := parse(text)
		if want, ok := texts[string(text)]; ok && got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	})
}
