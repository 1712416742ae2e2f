package main

import (
	"slices"
	"testing"
)

// The messages are those of pminfo of PCP 6.3.8 and 7.2.2.
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
		name, expression, err := new(registrationCutter).cut(text)
		got := [3]string{name, expression}
		if err != nil {
			got[2] = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// What follows x=1 is read in another way.
func TestCutRegistrations(t *testing.T) {
	for text, want := range map[string][]string{
		"y 1+2":  {"y", "1+2"},
		"y  = 1": {"y", "= 1"},
		"y= 1":   {"y", "1"},
		"y ":     nil,
		"y =":    {"y", "="},
	} {
		var c registrationCutter
		c.cut("x=1")
		var got []string
		if name, expression, err := c.cut(text); err == nil {
			got = []string{name, expression}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzCutRegistration(f *testing.F) {
	f.Add("x = 1")
	f.Add(" =")
	f.Fuzz(func(t *testing.T, text string) {
		var c registrationCutter
		for range 2 {
			if name, expression, err := c.cut(text); err == nil && (expression == "" || len(name)+len(expression) >= len(text)) {
				t.Errorf("%q: %q and %q", text, name, expression)
			}
		}
	})
}
