package timewindow

import (
	"fmt"

	"pcptools/internal/cnum"
)

// Reasons given in an [Error].
const (
	reasonUnexpected  = "unexpected value"
	reasonEmpty       = "Null or empty specification"
	reasonIncomplete  = "more information expected"
	reasonUnalignable = "alignment specified by -A switch could not be applied"
)

// An Error is a text that cannot be parsed, and where.
type Error struct {
	Text   string // the text, perhaps without a prefix that was parsed
	Offset int    // byte offset in Text
	Reason string
}

// Error is the message that pmParseInterval(3) returns: the text, and below it
// a caret and the reason, each line ended by a newline:
//
//	5 sec junk
//	      ^ -- unexpected value
//
// Every byte left of the caret takes one column; white space is repeated as it
// is, so that tabs line up.
func (e *Error) Error() string {
	return fmt.Sprintf("%s\n%s^ -- %s\n", e.Text, indent(e.Text[:e.Offset]), e.Reason)
}

func indent(prefix string) string {
	pad := []byte(prefix)
	for i, c := range pad {
		if !cnum.IsSpace(c) {
			pad[i] = ' '
		}
	}
	return string(pad)
}

func unexpected(text string, offset int) error {
	return &Error{Text: text, Offset: offset, Reason: reasonUnexpected}
}
