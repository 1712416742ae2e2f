package tests

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// A Terminal shows what programs write, as xterm would: text, the controls with
// which our tools move the cursor and erase, and attributes of text.
type Terminal struct {
	columns, rows int
	lines         [][]cell // all of them; the last rows are the screen
	top           int      // the line at the top of the screen
	x, y          int      // the cursor, from the upper left corner of the screen
	attribute     byte     // of text to come
	hidden        bool     // the cursor is
	rest          string   // of a control or character whose end is to come
}

// A cell has a character and its attribute: one of those of [Terminal.String],
// or a space. The second cell of a wide character has none.
type cell struct {
	char      rune
	attribute byte
}

// NewTerminal returns an empty terminal.
func NewTerminal(columns, rows int) *Terminal {
	return &Terminal{columns: columns, rows: rows, attribute: ' '}
}

// Write shows text. It fails at a control that our tools do not use.
func (t *Terminal) Write(p []byte) (int, error) {
	text := t.rest + string(p)
	for t.rest = ""; text != ""; {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && !utf8.FullRuneInString(text):
			t.rest = text
			return len(p), nil
		case r == '\x1b':
			n, err := t.control(text)
			if n == 0 && err == nil {
				t.rest = text
			}
			if n == 0 {
				return len(p), err
			}
			size = n
		case r < ' ' || r == '\x7f':
			if err := t.move(r); err != nil {
				return 0, err
			}
		default:
			t.put(r)
		}
		text = text[size:]
	}
	return len(p), nil
}

func (t *Terminal) move(control rune) error {
	switch control {
	case '\n': // the terminal's driver adds a carriage return
		t.x = 0
		t.down()
	case '\r':
		t.x = 0
	case '\b':
		t.x = max(t.x-1, 0)
	case '\t':
		t.x = min((t.x/8+1)*8, t.columns-1)
	default:
		return fmt.Errorf("control character %q", control)
	}
	return nil
}

// down moves the cursor down a line; the screen scrolls where it ends.
func (t *Terminal) down() {
	if t.y++; t.y == t.rows {
		t.y--
		t.top++
	}
}

// line is the line that the cursor is in.
func (t *Terminal) line() *[]cell {
	for len(t.lines) <= t.top+t.y {
		t.lines = append(t.lines, nil)
	}
	return &t.lines[t.top+t.y]
}

// put shows a character where the cursor is, in the next line if it has no room.
func (t *Terminal) put(r rune) {
	width := runewidth.RuneWidth(r)
	if width == 0 {
		return
	}
	if t.x+width > t.columns {
		t.x = 0
		t.down()
	}
	line := t.line()
	for len(*line) < t.x+width {
		*line = append(*line, cell{' ', ' '})
	}
	(*line)[t.x] = cell{r, t.attribute}
	if width == 2 {
		(*line)[t.x+1] = cell{0, t.attribute}
	}
	t.x += width
}

// control obeys a control sequence and returns its length, 0 if its end is missing.
func (t *Terminal) control(text string) (n int, err error) {
	if len(text) < 2 {
		return 0, nil
	}
	end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	if text[1] != '[' {
		return 0, fmt.Errorf("control sequence %.10q", text)
	}
	if end < 0 {
		return 0, nil
	}
	n = 2 + end + 1
	arguments, first := text[2:2+end], 0
	for i, word := range strings.Split(arguments, ";") {
		if number, err := strconv.Atoi(word); err == nil && i == 0 {
			first = number
		}
	}
	switch final := text[n-1]; {
	case final == 'm':
		t.attribute = attributeOf(arguments)
	case final == 'A':
		t.y = max(t.y-max(first, 1), 0)
	case final == 'B':
		t.y = min(t.y+max(first, 1), t.rows-1)
	case final == 'H' && arguments == "":
		t.x, t.y = 0, 0
	case final == 'K' && first == 0:
		line := t.line()
		*line = (*line)[:min(t.x, len(*line))]
	case final == 'J' && first == 0:
		line := t.line()
		*line = (*line)[:min(t.x, len(*line))]
		t.lines = t.lines[:t.top+t.y+1]
	case final == 'J' && first == 2:
		t.lines = t.lines[:min(t.top, len(t.lines))]
	case arguments == "?25" && (final == 'h' || final == 'l'):
		t.hidden = final == 'l'
	default:
		return 0, fmt.Errorf("control sequence %q", text[:n])
	}
	return n, nil
}

// attributeOf is how the text after a control is marked: the last attribute.
func attributeOf(arguments string) byte {
	words := strings.Split(arguments, ";")
	switch last := words[len(words)-1]; {
	case last == "" || last == "0":
		return ' '
	case last == "1":
		return 'b'
	case last == "2":
		return 'd'
	case last == "7":
		return 'r'
	case len(last) == 2 && last[0] == '3':
		return last[1]
	}
	return '?'
}

// Resize changes the size. Text is not wrapped anew; what was in the last line
// stays there.
func (t *Terminal) Resize(columns, rows int) {
	bottom := t.top + t.y
	t.columns, t.rows = columns, rows
	t.top = max(0, min(t.top, bottom), bottom-rows+1)
	t.y, t.x = bottom-t.top, min(t.x, columns)
}

// Hidden reports whether the cursor is invisible.
func (t *Terminal) Hidden() bool { return t.hidden }

// String is all that a user can see now, with what has scrolled off the screen.
// Below a line with attributes stand those of its characters, and " ~": b for
// bold, d for dim, r for reverse video and the digits of colours.
func (t *Terminal) String() string {
	var b strings.Builder
	for _, line := range t.lines {
		var text, attributes strings.Builder
		for _, c := range line {
			if c.char != 0 {
				text.WriteRune(c.char)
			}
			attributes.WriteByte(c.attribute)
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
		if slices.ContainsFunc(line, func(c cell) bool { return c.attribute != ' ' }) {
			b.WriteString(strings.TrimRight(attributes.String(), " ") + " ~\n")
		}
	}
	return b.String()
}
