package options

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// connectError is an OpenError of a pmcd that does not answer.
type connectError struct {
	*OpenError
	host string // as specified
}

// Unwrap returns the OpenError.
func (e *connectError) Unwrap() error { return e.OpenError }

// Advice is what a user at a terminal may want to know besides the error: one
// line.
func (e *connectError) Advice() string {
	text := "Is pmcd running there? Tried " + strings.Join(pmcd.Targets(e.host), ", ") + "."
	if e.host == "local:" || e.host == "localhost" {
		text += " Without pmcd, -L asks agents in this process."
	}
	return text
}

// openError is the error of a source that cannot be opened, with advice if it
// seems that no pmcd was reached.
func (s *Source) openError(err error) error {
	e := &OpenError{s.failure(), err}
	if s.Kind == Local || s.Kind == Archive || pmcd.Targets(s.hostSpec()) == nil {
		return e
	}
	if code := libpcp.Code(err); code < libpcp.ErrGeneric && code != libpcp.ErrTimeout {
		return e // somebody has answered
	}
	return &connectError{e, s.hostSpec()}
}
