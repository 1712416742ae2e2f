package rest

import (
	"fmt"
	"strings"
	"testing"
)

// TestLabels takes sets of labels as PCP has them, and not what would take many times the
// memory of its text.
func TestLabels(t *testing.T) {
	members := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`"%d":1`, i))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	for text, want := range map[string]int{
		``: 0, `null`: 0, `{}`: 0, `{"a":{"b":[1]}}`: 1, members(255): 255, members(256): -1,
		`{"a":"` + strings.Repeat("x", 1<<16) + `"}`: -1, `[]`: -1, `{`: -1,
	} {
		set, err := new(Labels).Set([]byte(text))
		if (err != nil) != (want < 0) || err == nil && len(set) != want {
			t.Errorf("%.40s: %d labels, %v", text, len(set), err)
		}
	}
	short, few := new(Labels), new(Labels)
	var err error
	for i := 0; i < 1000 && err == nil; i++ {
		_, err = short.Set([]byte(members(255)))
	}
	if short.n < maxLabels || err == nil {
		t.Errorf("%d short labels: %v", short.n, err)
	}
	for range 2 * maxLabels {
		if _, err := few.Set([]byte(`{"a":1}`)); err != nil {
			t.Fatal(err)
		}
	}
}
