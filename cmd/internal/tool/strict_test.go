package tool

import (
	"errors"
	"testing"

	"pcptools/libpcp/getopt"
)

func TestStrictStatus(t *testing.T) {
	met, unmet := func(s *Strict) { s.Sought(1, 2) }, func(s *Strict) { s.Sought(0, 2) }
	value, none, failure := (*Strict).Value, (*Strict).None, (*Strict).Failure
	for _, test := range []struct {
		name      string
		err       error
		otherwise int
		notes     []func(*Strict)
		want      int
	}{
		{"values", nil, 0, []func(*Strict){value, value}, 0},
		{"nothing asked for", nil, 0, nil, 1},
		{"no values", nil, 0, []func(*Strict){none}, 1},
		{"some values", nil, 0, []func(*Strict){value, none, value}, 1},
		{"a failure among values", nil, 0, []func(*Strict){value, failure, none}, 2},
		{"an error", errors.New("x"), 1, []func(*Strict){value, none}, 2},
		{"an exit that was explained", Exit(1), 1, []func(*Strict){none}, 1},
		{"an exit that was not", Exit(1), 1, []func(*Strict){value}, 2},
		{"usage", &getopt.Exit{Status: 1}, 1, nil, 2},
		{"a condition that is met", nil, 0, []func(*Strict){unmet, met, value}, 0},
		{"a condition that is not met", nil, 0, []func(*Strict){unmet, unmet}, 1},
		{"a condition that is met, among errors", Exit(1), 1, []func(*Strict){failure, met, value, none}, 0},
		{"a condition that is not met as far as is known", nil, 0, []func(*Strict){unmet, failure}, 2},
		{"a condition about a metric without values", nil, 0, []func(*Strict){unmet, none}, 2},
		{"a condition that is met, and an error of the run", errors.New("x"), 1, []func(*Strict){met, value}, 2},
		{"version", &getopt.Exit{Status: 0}, 0, nil, 0},
	} {
		s := Strict{on: true}
		for _, note := range test.notes {
			note(&s)
		}
		if got := s.status(test.err, test.otherwise); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
		if s.on = false; s.status(test.err, test.otherwise) != test.otherwise {
			t.Errorf("%s: changed without the option", test.name)
		}
	}
}
