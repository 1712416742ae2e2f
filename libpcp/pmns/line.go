package pmns

import (
	"io"
	"strings"

	"pcptools/internal/cnum"
)

// token is a word of a name-space file, and where it stands in its line.
type token struct {
	kind tokenKind
	text string
	pos  int
}

// lines gives the tokens of a preprocessed file.
type lines struct {
	next     func() ([]byte, error) // the next line, with its newline
	messages io.Writer

	text   string // of the line
	pos    int    // of what follows the last token
	last   token  // or one at -1
	file   string // what the preprocessor says the line is from
	number int32  // of the line there; not positive without a line
}

// begin starts a file.
func (l *lines) begin(file string, next func() ([]byte, error)) {
	l.next, l.file, l.number, l.last.pos = next, file, 1, -1
	l.text, l.pos = "", 0
}

// token returns the next token; that at the end of the file has no text. Errors
// that are not of the preprocessor have been reported.
func (l *lines) token() (token, error) {
	for !l.skipWhite() {
		if err := l.read(); err != nil {
			if err == io.EOF {
				l.number = -1
				return token{kind: tokenEnd}, nil
			}
			return token{kind: tokenBogus}, err
		}
	}
	start := l.pos
	for l.pos < len(l.text) && !cnum.IsSpace(l.text[l.pos]) {
		l.pos++
	}
	word := l.text[start:l.pos]
	l.last = token{classify(word), word, start}
	return l.last, nil
}

// skipWhite goes to the next word of the line, and reports whether it exists.
func (l *lines) skipWhite() bool {
	for l.pos < len(l.text) && cnum.IsSpace(l.text[l.pos]) {
		l.pos++
	}
	return l.pos < len(l.text)
}

// read reads the next line that is not a mark of the preprocessor.
func (l *lines) read() error {
	for {
		text, err := l.next()
		if err != nil {
			return err
		}
		l.set(string(text))
		line, whole := squeeze(l.text)
		l.set(line)
		if !whole {
			return l.fail("Absurdly long line, cannot recover")
		}
		if !strings.HasPrefix(line, "#") {
			l.number++
			return nil
		}
		if !l.mark() {
			return l.fail("Illegal line number control number")
		}
	}
}

// set sets the line to a text.
func (l *lines) set(text string) {
	l.text, l.pos = cutLine(text), 0
}

// squeeze removes needless white space from a line: all of it around colons,
// and all but the first character between words and at the end. A colon after
// white space replaces the white space; at the start of the line, or after
// another colon, it is lost. Whole reports whether the line is complete; an
// incomplete line keeps its length, with its own end after the squeezed text.
func squeeze(line string) (squeezed string, whole bool) {
	out := make([]byte, 0, len(line))
	white := false
	for i := range len(line) {
		switch c := line[i]; {
		case cnum.IsSpace(c):
			if n := len(out); n > 0 && !cnum.IsSpace(out[n-1]) && out[n-1] != ':' {
				out = append(out, c)
			}
			white = true
		case c == ':' && white:
			if n := len(out); n > 0 && cnum.IsSpace(out[n-1]) {
				out[n-1] = ':'
			}
			white = false
		default:
			out = append(out, c)
			white = false
		}
		if line[i] == '\n' {
			return string(out), true
		}
	}
	return string(out) + line[len(out):], false
}

// mark takes a line # NUMBER "FILE", which is about the next line. It reports
// whether the line is one.
func (l *lines) mark() bool {
	number, size, _ := cnum.Strtol(l.text[1:], 10)
	if size == 0 {
		return false
	}
	l.number = int32(number)
	text := strings.TrimLeft(l.text[1+size:], cnum.Space)
	word := text[:strings.IndexAny(text+" ", cnum.Space)]
	if len(word) < 2 || word[0] != '"' {
		return false
	}
	l.file = word[1 : len(word)-1]
	l.number--
	return true
}
