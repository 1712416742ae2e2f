package tool

import (
	"errors"

	"pcptools/libpcp/getopt"
)

// Strict implements --strict, which makes the exit status of a command report
// how complete its answer is:
//
//	0  everything asked for has values
//	1  some of it has none, or all of it
//	2  an error: of the command line, the source, a request about a metric, or
//	   in writing the answer
//
// A command has one, lists its Option in its Spec, returns it by Strictness,
// and reports to it how each request ended. The zero value is ready, and
// changes no exit status until the option is given.
type Strict struct {
	on                   bool
	some, none, failures int
}

// A StrictCommand has the option --strict.
type StrictCommand interface {
	Command
	Strictness() *Strict
}

// Strictness returns s, so that a command gets the method by embedding.
func (s *Strict) Strictness() *Strict { return s }

// On reports whether --strict was given.
func (s *Strict) On() bool { return s.on }

// Option is --strict.
func (s *Strict) Option() getopt.Option {
	return getopt.Option{Long: "strict", Exact: true, Value: getopt.Bool(&s.on),
		Text: "exit with 0 for values, 1 for none or not all, 2 for an error"}
}

// Value counts an item with values. A nil *Strict counts nothing.
func (s *Strict) Value() {
	if s != nil {
		s.some++
	}
}

// None counts an item without values.
func (s *Strict) None() {
	if s != nil {
		s.none++
	}
}

// Failure counts a failed request.
func (s *Strict) Failure() {
	if s != nil {
		s.failures++
	}
}

// Note counts an item with n values, or with an error code in their place.
func (s *Strict) Note(n int, failed bool) {
	if failed || n == 0 {
		s.None()
	} else {
		s.Value()
	}
}

// Complete reports whether anything was requested, and everything has values.
func (s *Strict) Complete() bool { return s.some > 0 && s.none == 0 && s.failures == 0 }

// Add adds the counts of another Strict.
func (s *Strict) Add(o *Strict) {
	s.some += o.some
	s.none += o.none
	s.failures += o.failures
}

// status is the exit status of a command that ended with err; without --strict
// it is otherwise. A request for the version or the like succeeds.
func (s *Strict) status(err error, otherwise int) int {
	var said Exit
	switch {
	case !s.on || err != nil && otherwise == 0:
		return otherwise
	case s.failures > 0 || err != nil && !(errors.As(err, &said) && s.none > 0):
		return 2
	case s.some == 0 || s.none > 0:
		return 1
	}
	return 0
}
