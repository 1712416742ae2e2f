package tool

import (
	"io"
)

// Message prints a text for the user that was collected while the command
// line was read (pmflush(3)): on standard error, or where PCP_STDERR says.
func (e *Env) Message(text string) {
	io.WriteString(e.Stderr, text)
}
