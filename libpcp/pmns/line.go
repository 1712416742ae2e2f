package pmns

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxLine is the size of the buffer for a line, with its newline and a zero
// byte. Messages are put together in it too, and cut to it.
const maxLine = 256

// lines gives the words of a preprocessed file. What a message shows of a
// line is what is left of it in the buffer, so that it is kept as it would be
// in C: a string that ends at a zero byte, with remains of others behind it.
type lines struct {
	next     func() ([]byte, error) // the next line, with its newline
	messages io.Writer

	buf    [maxLine]byte
	length int    // of the string in buf
	pos    int    // of what follows the last word
	word   int    // where the last word starts, or -1
	file   string // what the preprocessor says the line is from
	number int32  // of the line there; not positive where there is none
}

// begin starts a file.
func (l *lines) begin(file string, next func() ([]byte, error)) {
	l.next, l.file, l.number, l.word = next, file, 1, -1
	l.length, l.pos = 0, 0
}

// token returns the next word and its kind; at the end of the file there is
// no word. Errors that are not of the preprocessor have been told.
func (l *lines) token() (kind tokenKind, word string, err error) {
	for !l.skipWhite() {
		if err := l.read(); err != nil {
			if err == io.EOF {
				l.number = -1
				return tokenEnd, "", nil
			}
			return tokenBogus, "", err
		}
	}
	l.word = l.pos
	for l.pos < l.length && !isSpace(l.buf[l.pos]) {
		l.pos++
	}
	word = string(l.buf[l.word:l.pos])
	return classify(word), word, nil
}

// skipWhite goes to the next word of the line, and reports whether there is
// one.
func (l *lines) skipWhite() bool {
	for l.pos < l.length && isSpace(l.buf[l.pos]) {
		l.pos++
	}
	return l.pos < l.length
}

// read reads the next line that is not a mark of the preprocessor.
func (l *lines) read() error {
	for {
		text, err := l.next()
		if err != nil {
			return err
		}
		l.set(string(text))
		if whole := l.squeeze(); !whole {
			return l.fail("Absurdly long line, cannot recover")
		}
		if l.buf[0] != '#' {
			l.number++
			return nil
		}
		if !l.mark() {
			return l.fail("Illegal line number control number")
		}
	}
}

// set puts a string into the buffer, as much as it holds.
func (l *lines) set(text string) {
	l.length = copy(l.buf[:maxLine-1], text)
	l.buf[l.length] = 0
	l.pos = 0
}

// squeeze removes needless white space from the line: all around colons, and
// but for the first between words and at the end. A colon that follows white space is part
// of it, and takes its place; where nothing or another colon is before that it
// is lost. The line stays as long as it is, and squeeze reports false, if its
// end is not there.
func (l *lines) squeeze() (whole bool) {
	out := 0
	white := false
	for _, c := range l.buf[:l.length] {
		switch {
		case isSpace(c):
			if out > 0 && !isSpace(l.buf[out-1]) && l.buf[out-1] != ':' {
				l.buf[out] = c
				out++
			}
			white = true
		case c == ':' && white:
			if out > 0 && isSpace(l.buf[out-1]) {
				l.buf[out-1] = ':'
			}
			white = false
		default:
			l.buf[out] = c
			out++
			white = false
		}
		if c == '\n' {
			l.length = out
			l.buf[out] = 0
			return true
		}
	}
	return false
}

// mark takes a line # NUMBER "FILE", which tells about the next. It reports
// whether the line is one.
func (l *lines) mark() bool {
	text := strings.TrimLeft(string(l.buf[1:l.length]), whiteSpace)
	end := 0
	if end < len(text) && (text[end] == '-' || text[end] == '+') {
		end++
	}
	start := end
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	if end == start {
		return false
	}
	l.number = cutInt(text[:end])
	text = strings.TrimLeft(text[end:], whiteSpace)
	word := text[:strings.IndexAny(text+" ", whiteSpace)]
	if len(word) < 2 || word[0] != '"' {
		return false
	}
	l.file = word[1 : len(word)-1]
	l.number--
	return true
}

// complain tells what is wrong, where, and shows the line with the last word
// marked.
func (l *lines) complain(reason string) {
	if l.number <= 0 {
		fmt.Fprintf(l.messages, "Error Parsing ASCII PMNS: %s\n", reason)
		return
	}
	text := fmt.Appendf(nil, "[%s:%d] Error Parsing ASCII PMNS: %s\n    %s", l.file, l.number, reason, l.buf[:l.length])
	if l.length == 0 || l.buf[l.length-1] != '\n' {
		text = append(text, '\n')
	}
	if l.word >= 0 {
		l.point()
		text = fmt.Appendf(text, "    %s", l.buf[:l.length])
	}
	l.messages.Write(text)
}

// fail complains, and returns an error that says the same.
func (l *lines) fail(reason string) error {
	l.complain(reason)
	return &SyntaxError{l.where(), reason}
}

// complainf is complain with a reason that is put together in the buffer.
func (l *lines) complainf(format string, args ...any) {
	l.set(fmt.Sprintf(format, args...))
	l.complain(string(l.buf[:l.length]))
}

// point turns the line into one with a caret under the last word. It stays so:
// it is what the next message will show.
func (l *lines) point() {
	for i, c := range l.buf[:l.word] {
		if !isSpace(c) {
			l.buf[i] = ' '
		}
	}
	l.length = min(l.word+copy(l.buf[l.word:], "^\n"), maxLine-1)
	l.buf[l.length] = 0
}

// where is the place of the last word, for an error.
func (l *lines) where() string {
	if l.number <= 0 {
		return l.file
	}
	return l.file + ":" + strconv.Itoa(int(l.number))
}
