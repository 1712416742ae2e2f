package proc

import (
	"errors"
	"regexp"
	"strings"
)

// Errors in a pattern, in the words of the C library.
var (
	errPattern     = errors.New("Invalid regular expression")
	errBackslash   = errors.New("Trailing backslash")
	errBracket     = errors.New("Unmatched [, [^, [:, [., or [=")
	errParenthesis = errors.New(`Unmatched ( or \(`)
	errClosing     = errors.New(`Unmatched ) or \)`)
)

// compilePattern compiles a regular expression as re_comp(3) of the GNU C library
// does: in the syntax of Emacs, where + and ? repeat, groups and alternatives
// need a backslash, and braces and classes of characters mean nothing. Back
// references are not supported.
func compilePattern(pattern string) (*regexp.Regexp, error) {
	p := patternReader{rest: pattern, start: true}
	for p.rest != "" {
		if err := p.step(); err != nil {
			return nil, err
		}
	}
	if p.open > 0 {
		return nil, errParenthesis
	}
	re, err := regexp.Compile(p.out.String())
	if err != nil {
		return nil, errPattern
	}
	return re, nil
}

// patternReader translates a pattern into Go's syntax.
type patternReader struct {
	rest  string
	out   strings.Builder
	start bool // nothing to repeat comes before
	open  int  // groups
}

// step translates the next element of the pattern.
func (p *patternReader) step() error {
	c := p.rest[0]
	p.rest = p.rest[1:]
	switch c {
	case '\\':
		return p.escape()
	case '[':
		return p.bracket()
	case '^':
		if p.start && !strings.HasSuffix(p.out.String(), "^") {
			p.out.WriteByte('^')
			return nil // still at the start, with nothing to repeat
		}
		p.literal(c)
	case '$':
		if p.rest == "" || strings.HasPrefix(p.rest, `\|`) || strings.HasPrefix(p.rest, `\)`) {
			p.atom("$")
		} else {
			p.literal(c)
		}
	case '.':
		p.atom(".")
	case '*', '+', '?':
		p.repeat(c)
	default:
		p.literal(c)
	}
	return nil
}

func (p *patternReader) atom(text string) {
	p.out.WriteString(text)
	p.start = false
}

func (p *patternReader) literal(c byte) { p.atom(regexp.QuoteMeta(string(rune(c)))) }

// repeat repeats what came last; a second time changes nothing that counts.
func (p *patternReader) repeat(c byte) {
	if p.start {
		p.literal(c)
		return
	}
	all := c
	for p.rest != "" && strings.IndexByte("*+?", p.rest[0]) >= 0 {
		if p.rest[0] != all {
			all = '*'
		}
		p.rest = p.rest[1:]
	}
	p.out.WriteByte(all)
}

// escape translates what follows a backslash.
func (p *patternReader) escape() error {
	if p.rest == "" {
		return errBackslash
	}
	c := p.rest[0]
	p.rest = p.rest[1:]
	switch c {
	case '(':
		p.open++
		p.out.WriteString("(?:")
		p.start = true
	case ')':
		if p.open == 0 {
			return errClosing
		}
		p.open--
		p.atom(")")
	case '|':
		p.out.WriteByte('|')
		p.start = true
	case 'w', 'W', 's', 'S', 'b', 'B':
		p.atom(`\` + string(c))
	case '<':
		p.atom(`\b`)
	case '>':
		p.atom(`\b`)
	case '`':
		p.atom(`\A`)
	case '\'':
		p.atom(`\z`)
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return errPattern
	default:
		p.literal(c)
	}
	return nil
}

// bracket translates a set of characters, in which nothing is special but ]
// behind the first of them, and - between two.
func (p *patternReader) bracket() error {
	inside := strings.TrimPrefix(p.rest, "^")
	negated := len(inside) < len(p.rest)
	if inside == "" {
		return errPattern
	}
	end := strings.IndexByte(inside[1:], ']')
	if end < 0 {
		return errBracket
	}
	p.rest = inside[end+2:]
	set, empty := characters(inside[:end+1])
	switch {
	case empty && negated:
		p.atom(`(?s:.)`)
	case empty:
		p.atom(`[^\x{0}-\x{10ffff}]`)
	case negated:
		p.atom("[^" + set + "]")
	default:
		p.atom("[" + set + "]")
	}
	return nil
}

// characters is the inside of a set in Go's syntax. Ranges that end before
// they begin have no characters.
func characters(inside string) (set string, empty bool) {
	var b strings.Builder
	runes := []rune(inside)
	for i := 0; i < len(runes); i++ {
		if i+2 < len(runes) && runes[i+1] == '-' {
			if runes[i] <= runes[i+2] {
				b.WriteString(quoted(runes[i]) + "-" + quoted(runes[i+2]))
			}
			i += 2
			continue
		}
		b.WriteString(quoted(runes[i]))
	}
	return b.String(), b.Len() == 0
}

func quoted(r rune) string {
	if r < 0x80 && strings.ContainsRune(`\[]^-`, r) {
		return `\` + string(r)
	}
	return string(r)
}
