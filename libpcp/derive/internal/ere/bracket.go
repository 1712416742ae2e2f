package ere

import (
	"fmt"
	"strings"
)

// element is one member of a bracket expression: a character, or a class.
type element struct {
	char  byte
	class string
}

// bracket translates a bracket expression after its opening bracket.
func (e *translator) bracket() error {
	e.out.WriteByte('[')
	if e.off < len(e.src) && e.src[e.off] == '^' {
		e.off++
		e.out.WriteByte('^')
	}
	if e.off == len(e.src) {
		return errPattern
	}
	for first := true; ; first = false {
		if e.off >= len(e.src) {
			return errBracket
		}
		if e.src[e.off] == ']' && !first {
			e.off++
			e.out.WriteByte(']')
			return nil
		}
		if err := e.member(first); err != nil {
			return err
		}
	}
}

// member translates an element or a range. A hyphen may start one only at
// the beginning or the end of the expression.
func (e *translator) member(first bool) error {
	if e.src[e.off] == '-' && !first && e.off+1 < len(e.src) && e.src[e.off+1] != ']' {
		return errRange
	}
	from, err := e.element()
	if err != nil {
		return err
	}
	if !e.rangeFollows() {
		e.emit(from, from)
		return nil
	}
	e.off++
	to, err := e.element()
	if err != nil {
		return err
	}
	if from.class != "" || to.class != "" || from.char > to.char {
		return errRange
	}
	e.emit(from, to)
	return nil
}

func (e *translator) rangeFollows() bool {
	return e.off < len(e.src) && e.src[e.off] == '-' && !(e.off+1 < len(e.src) && e.src[e.off+1] == ']')
}

func (e *translator) emit(from, to element) {
	switch {
	case from.class != "":
		e.out.WriteString(from.class)
	case from == to:
		e.literal(from.char)
	default:
		fmt.Fprintf(&e.out, `\x{%x}-\x{%x}`, from.char, to.char)
	}
}

// element takes a character, a class such as [:alpha:], or a collating
// element or equivalence class, which is a character in the C locale.
func (e *translator) element() (element, error) {
	if e.off >= len(e.src) {
		return element{}, errBracket
	}
	c := e.src[e.off]
	e.off++
	if c != '[' || e.off == len(e.src) || !strings.ContainsRune(".=:", rune(e.src[e.off])) {
		return element{char: c}, nil
	}
	delimiter := e.src[e.off]
	e.off++
	n := strings.Index(e.src[e.off:], string(delimiter)+"]")
	if n < 0 {
		return element{}, errBracket
	}
	name := e.src[e.off : e.off+n]
	e.off += n + 2
	switch {
	case delimiter == ':' && className(name):
		return element{class: "[:" + name + ":]"}, nil
	case delimiter == ':':
		return element{}, errClass
	case len(name) != 1:
		return element{}, errCollation
	}
	return element{char: name[0]}, nil
}

func className(s string) bool {
	switch s {
	case "alpha", "digit", "alnum", "upper", "lower", "space", "punct", "print", "graph", "cntrl", "xdigit", "blank":
		return true
	}
	return false
}
