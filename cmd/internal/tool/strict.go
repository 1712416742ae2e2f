package tool

import (
	"errors"
	"fmt"

	"pcptools/libpcp/getopt"
)

// Strict implements --strict, which makes the exit status of a command report
// how complete its answer is:
//
//	0  everything asked for has values
//	1  some or all of it has no values
//	2  an error: of the command line, the source, a request about a metric, or
//	   in writing the answer
//
// With a condition on values, it reports whether values meet it:
//
//	0  some value meets the condition, even if there were errors too
//	1  none does
//	2  no known value does, but an error occurred
//
// A command has one, lists its Option in its Spec, returns it by Strictness,
// and reports to it how each request ended. The zero value is ready, and
// changes no exit status until the option is given.
type Strict struct {
	on                   bool
	some, none, failures int
	seeking              bool // values that meet a condition
	met, known           int  // of these
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

// Value counts an item with values.
func (s *Strict) Value() { s.some++ }

// None counts an item without values.
func (s *Strict) None() { s.none++ }

// Failure counts a failed request.
func (s *Strict) Failure() { s.failures++ }

// Note counts an item with n values, or with an error code in their place. Where
// values are sought, an item may have none.
func (s *Strict) Note(n int, failed bool) {
	switch {
	case n > 0 && !failed:
		s.Value()
	case failed || !s.seeking:
		s.None()
	}
}

// Sought counts values of which some met a condition.
func (s *Strict) Sought(met, known int) {
	s.seeking = true
	s.met += met
	s.known += known
}

// Complete reports whether anything was requested, and everything has values.
// Where values were sought, that is so if they are known.
func (s *Strict) Complete() bool {
	return s.Some() && s.none == 0 && s.failures == 0
}

// Some reports whether anything has values, or is known.
func (s *Strict) Some() bool { return s.some > 0 || s.known > 0 }

// Add adds the counts of another Strict.
func (s *Strict) Add(o *Strict) {
	s.some += o.some
	s.none += o.none
	s.failures += o.failures
	s.seeking = s.seeking || o.seeking
	s.met += o.met
	s.known += o.known
}

// unmet is a line about a condition that no value meets, "" if one does. After an
// error, which has its own message, it is "" too.
func (s *Strict) unmet(err error) string {
	var said Exit
	if !s.seeking || s.met > 0 || err != nil && !errors.As(err, &said) {
		return ""
	}
	return fmt.Sprintf("0 of %d values meet the condition", s.known)
}

// status is the exit status of a command that ended with err; without --strict
// it is otherwise. A request for the version or the like succeeds.
func (s *Strict) status(err error, otherwise int) int {
	var said Exit
	switch {
	case !s.on || err != nil && otherwise == 0:
		return otherwise
	case s.met > 0 && (err == nil || errors.As(err, &said)):
		return 0
	case s.failures > 0 || s.seeking && s.none > 0 || err != nil && !(errors.As(err, &said) && s.none > 0):
		return 2
	case s.some == 0 || s.none > 0:
		return 1
	}
	return 0
}
