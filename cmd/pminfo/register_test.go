package main

import "testing"

// The messages are those of the genuine pminfo of PCP 6.3.8 and 7.2.2.
func TestCutRegistration(t *testing.T) {
	const noEqual, noExpression = "bad register string, no =", "bad register string, no expr after ="
	for text, want := range map[string][3]string{
		"x=1":          {"x", "1"},
		"x = 1 + 2 ":   {"x", "1 + 2 "},
		"x\t=\n1=2":    {"x", "1=2"},
		"=1":           {"", "1"},
		" =1":          {"", "1"},
		"1x=1":         {"1x", "1"},
		"x(oneline)=y": {"x(oneline)", "y"},
		"":             {2: noEqual},
		"x":            {2: noEqual},
		"x y=1":        {2: noEqual},
		"x=":           {2: noExpression},
		"x= ":          {2: noExpression},
	} {
		name, expression, err := cutRegistration(text)
		got := [3]string{name, expression}
		if err != nil {
			got[2] = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzCutRegistration(f *testing.F) {
	f.Add("x = 1")
	f.Add(" =")
	f.Fuzz(func(t *testing.T, text string) {
		if name, expression, err := cutRegistration(text); err == nil && (expression == "" || len(name)+len(expression) >= len(text)) {
			t.Errorf("%q: %q and %q", text, name, expression)
		}
	})
}
