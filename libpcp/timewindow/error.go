package timewindow

import "fmt"

// Reasons given in an [Error].
const (
	reasonUnexpected  = "unexpected value"
	reasonEmpty       = "Null or empty specification"
	reasonIncomplete  = "more information expected"
	reasonUnalignable = "alignment specified by -A switch could not be applied"
)

// An Error is text that could not be understood, and where.
type Error struct {
	Text   string // what was being read, perhaps without an already accepted prefix
	Offset int    // byte offset in Text
	Reason string
}

// Error is the message pmParseInterval(3) hands out: the text, and below it a
// caret and the reason, each line ended by a newline:
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
		if !isSpace(c) {
			pad[i] = ' '
		}
	}
	return string(pad)
}

func unexpected(text string, offset int) error {
	return &Error{Text: text, Offset: offset, Reason: reasonUnexpected}
}
