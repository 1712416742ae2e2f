package pmcd

import (
	"strings"

	"pcptools/libpcp"
)

// HostSpecError reports a malformed host specification. Its code is
// [libpcp.ErrGeneric], since PCP's tools print [HostSpecError.Text] before
// their own message.
type HostSpecError struct {
	Spec   string
	Column int    // of the unexpected character, from 0
	Reason string // "" when PCP gives none
	Code   libpcp.Error
}

func (e *HostSpecError) Error() string {
	spec, attributes, _ := strings.Cut(e.Spec, "?") // there may be a password
	if attributes != "" {
		spec += "?..."
	}
	if e.Reason == "" {
		return "host specification " + spec + ": " + e.Code.Error()
	}
	return "host specification " + spec + ": " + e.Reason
}

// Unwrap returns the code.
func (e *HostSpecError) Unwrap() error { return e.Code }

// Text is what pmNewContext(3) prints on standard error: a heading, the
// specification, and a mark under the offending column. Without a reason it
// ends with "(null)", as in PCP.
func (e *HostSpecError) Text() string {
	const heading = "pmNewContext: bad host specification\n"
	if e.Reason == "" {
		return heading + "(null)"
	}
	return heading + e.marked()
}

func (e *HostSpecError) marked() string {
	text := append([]byte(e.Spec), '\n')
	for i := range e.Column {
		// What does not print is repeated rather than replaced, so that the
		// mark stands right.
		c := e.Spec[i]
		if c > ' ' && c <= '~' {
			c = ' '
		}
		text = append(text, c)
	}
	text = append(text, "^ -- "...)
	return string(append(append(text, e.Reason...), '\n'))
}
