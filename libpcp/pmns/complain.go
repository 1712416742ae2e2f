package pmns

import (
	"bytes"
	"fmt"
	"strconv"

	"pcptools/internal/cnum"
)

// complain reports an error and its position, and shows the line with the last
// token marked.
func (l *lines) complain(reason string) {
	if l.number <= 0 {
		fmt.Fprintf(l.messages, "Error Parsing ASCII PMNS: %s\n", reason)
		return
	}
	text := fmt.Appendf(nil, "[%s:%d] Error Parsing ASCII PMNS: %s\n    %s", l.file, l.number, reason, l.text)
	if len(l.text) == 0 || l.text[len(l.text)-1] != '\n' {
		text = append(text, '\n')
	}
	if l.last.pos >= 0 {
		l.point()
		text = fmt.Appendf(text, "    %s", l.text)
	}
	l.messages.Write(text)
}

// fail complains, and returns an error that says the same.
func (l *lines) fail(reason string) error {
	l.complain(reason)
	return &SyntaxError{l.where(), reason}
}

// complainf is complain with a reason that C puts together in the buffer of the
// line, which it then shows.
func (l *lines) complainf(format string, args ...any) {
	l.set(fmt.Sprintf(format, args...))
	l.complain(l.text)
}

// point turns the line into one with a caret under the last token. It stays so:
// it is what the next message will show.
func (l *lines) point() {
	pointed := bytes.Repeat([]byte{' '}, l.last.pos)
	for i := range min(len(pointed), len(l.text)) {
		if cnum.IsSpace(l.text[i]) {
			pointed[i] = l.text[i]
		}
	}
	l.text = cutLine(string(append(pointed, "^\n"...)))
}

// maxLine is the size of the buffer that C has for a line or a message, with its
// newline and a zero byte.
const maxLine = 256

// cutLine cuts a line or a message to that size.
func cutLine(text string) string { return text[:min(len(text), maxLine-1)] }

// where is the place of the last token, for an error.
func (l *lines) where() string {
	if l.number <= 0 {
		return l.file
	}
	return l.file + ":" + strconv.Itoa(int(l.number))
}
