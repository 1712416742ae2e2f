package tool

import (
	"errors"

	"pcptools/libpcp/getopt"
)

// Strict is what a command needs for --strict, which makes its exit status
// report how complete its answer is:
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

// A StrictCommand has exit statuses that say how complete its answer is.
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

// Value takes note of something with values. A nil *Strict takes no notes.
func (s *Strict) Value() {
	if s != nil {
		s.some++
	}
}

// None takes note of something without.
func (s *Strict) None() {
	if s != nil {
		s.none++
	}
}

// Failure takes note of something that could not be asked for.
func (s *Strict) Failure() {
	if s != nil {
		s.failures++
	}
}

// Note takes note of something with n values, or with an error code in their
// place.
func (s *Strict) Note(n int, failed bool) {
	if failed || n == 0 {
		s.None()
	} else {
		s.Value()
	}
}

// Add takes note of all that another has.
func (s *Strict) Add(o *Strict) {
	s.some += o.some
	s.none += o.none
	s.failures += o.failures
}

// status is the exit status of a command that ended with err, and would exit
// with otherwise. One that asked for the version or the like has its answer.
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
