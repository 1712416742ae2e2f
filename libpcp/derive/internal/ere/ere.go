// Package ere matches POSIX extended regular expressions (regex(7)), with the
// extensions and the errors of the GNU C library, on bytes.
package ere

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The errors of regcomp(3), as the C library words them.
var (
	errPattern     = errors.New("Invalid regular expression")
	errCollation   = errors.New("Invalid collation character")
	errClass       = errors.New("Invalid character class name")
	errBackslash   = errors.New("Trailing backslash")
	errReference   = errors.New("Invalid back reference")
	errBracket     = errors.New("Unmatched [, [^, [:, [., or [=")
	errParenthesis = errors.New(`Unmatched ( or \(`)
	errBrace       = errors.New(`Unmatched \{`)
	errInterval    = errors.New(`Invalid content of \{\}`)
	errRange       = errors.New("Invalid range end")
	errTooBig      = errors.New("Regular expression too big")
	errRepetition  = errors.New("Invalid preceding regular expression")
)

// Expression is a compiled regular expression.
type Expression struct{ re *regexp.Regexp }

// Compile compiles an expression. Back references are not supported, nor are
// more than 1000 repetitions.
func Compile(src string) (Expression, error) {
	e := translator{src: src}
	if err := e.alternation(0); err != nil {
		return Expression{}, err
	}
	re, err := regexp.Compile(`(?s)` + e.out.String())
	if err != nil {
		return Expression{}, errTooBig
	}
	return Expression{re}, nil
}

// Match reports whether some part of s matches.
func (e Expression) Match(s string) bool { return e.re.MatchString(latin1(s)) }

// latin1 turns bytes into the runes that a compiled expression matches.
func latin1(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			runes := make([]rune, len(s))
			for j := range runes {
				runes[j] = rune(s[j])
			}
			return string(runes)
		}
	}
	return s
}

// translator turns an extended regular expression into Go's syntax.
type translator struct {
	src  string
	off  int
	out  strings.Builder
	size int // about the number of states
}

const (
	maxEREDepth = 500 // Go's own limit is 1000, at two levels each
	maxERESize  = 20000
)

// alternation translates branches up to the end or a closing parenthesis,
// which outside a group is an ordinary character.
func (e *translator) alternation(depth int) error {
	if depth > maxEREDepth {
		return errTooBig
	}
	for e.off < len(e.src) {
		switch c := e.src[e.off]; {
		case c == ')' && depth > 0:
			return nil
		case c == '|':
			e.off++
			e.out.WriteByte('|')
		default:
			if err := e.piece(depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// piece translates an atom and the repetitions after it.
func (e *translator) piece(depth int) error {
	start, size := e.out.Len(), e.size
	e.size++
	anchor, err := e.atom(depth)
	if err != nil || anchor {
		return err
	}
	for {
		repetition, times, err := e.repetition()
		if err != nil || repetition == "" {
			return err
		}
		if e.size = size + (e.size-size)*times + 1; e.size > maxERESize {
			return errTooBig
		}
		atom := e.out.String()
		e.out.Reset()
		e.out.WriteString(atom[:start] + "(?:" + atom[start:] + ")" + repetition)
	}
}

// atom translates one atom. No repetition may follow an anchor.
func (e *translator) atom(depth int) (anchor bool, err error) {
	c := e.src[e.off]
	e.off++
	switch c {
	case '(':
		e.out.WriteString("(?:")
		if err := e.alternation(depth + 1); err != nil {
			return false, err
		}
		if e.off == len(e.src) {
			return false, errParenthesis
		}
		e.off++
		e.out.WriteByte(')')
	case '[':
		return false, e.bracket()
	case '*', '+', '?', '{':
		return false, errRepetition
	case '^':
		e.out.WriteString(`\A`)
		return true, nil
	case '$':
		e.out.WriteString(`\z`)
		return true, nil
	case '.':
		e.out.WriteByte('.')
	case '\\':
		return e.escape()
	default:
		e.literal(c)
	}
	return false, nil
}

// escape translates what follows a backslash. The ends of a word are taken
// for either end.
func (e *translator) escape() (anchor bool, err error) {
	if e.off == len(e.src) {
		return false, errBackslash
	}
	c := e.src[e.off]
	e.off++
	switch c {
	case 'b', '<', '>':
		e.out.WriteString(`\b`)
		return true, nil
	case 'B':
		e.out.WriteString(`\B`)
		return true, nil
	case '`':
		e.out.WriteString(`\A`)
		return true, nil
	case '\'':
		e.out.WriteString(`\z`)
		return true, nil
	case 'w', 'W':
		e.out.WriteString(`\` + string(c))
	case 's':
		e.out.WriteString(`[[:space:]]`)
	case 'S':
		e.out.WriteString(`[^[:space:]]`)
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return false, errReference
	default:
		e.literal(c)
	}
	return false, nil
}

func (e *translator) literal(c byte) { fmt.Fprintf(&e.out, `\x{%x}`, c) }

// repetition takes a repetition and returns it in Go's syntax, or "", and how
// many copies of its atom it makes.
func (e *translator) repetition() (syntax string, times int, err error) {
	if e.off == len(e.src) {
		return "", 0, nil
	}
	switch c := e.src[e.off]; c {
	case '*', '+', '?':
		e.off++
		return string(c), 1, nil
	case '{':
		e.off++
		return e.interval()
	}
	return "", 0, nil
}

// interval takes {M}, {M,}, {,N} or {M,N} after its opening brace.
func (e *translator) interval() (syntax string, times int, err error) {
	low, next, err := e.bound()
	if err != nil {
		return "", 0, err
	}
	high := low
	switch {
	case low < 0 && next != ',':
		return "", 0, errInterval
	case next == ',':
		if high, next, err = e.bound(); err != nil {
			return "", 0, err
		}
	}
	low = max(low, 0)
	times = max(low, high, 1)
	switch {
	case next != '}' || high >= 0 && low > high:
		return "", 0, errInterval
	case times > maxRepetitions:
		return "", 0, errTooBig
	case high < 0:
		return "{" + strconv.Itoa(low) + ",}", times, nil
	}
	return "{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}", times, nil
}

const maxRepetitions = 32767

// bound takes a number, -1 for a missing one, and the character that ends it.
func (e *translator) bound() (n int, next byte, err error) {
	n, valid := -1, true
	for ; e.off < len(e.src); e.off++ {
		c := e.src[e.off]
		switch {
		case c == ',' || c == '}':
			e.off++
			if !valid {
				return 0, 0, errInterval
			}
			return n, c, nil
		case c < '0' || c > '9':
			valid = false
		default:
			n = min(max(n, 0)*10+int(c-'0'), maxRepetitions+1)
		}
	}
	return 0, 0, errBrace
}
