package derive

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
)

// compilePattern compiles an extended regular expression (regex(7)), with the escapes
// of the GNU C library. Back references, collating elements, intervals of repetitions
// and more than 1000 repetitions are errors. The ends of a word, \< and \>, are taken
// for either end.
func compilePattern(src string) (*regexp.Regexp, error) {
	if strings.Contains(src, "(?") {
		return nil, errors.New(patternErrors[syntax.ErrMissingRepeatArgument])
	}
	var b strings.Builder
	b.WriteString("(?s)")
	depth := 0 // of groups
	for src != "" {
		n := 1
		switch c := src[0]; {
		case c == '[':
			n = bracketLen(src)
			set := src[:n]
			if set == "[" { // at the end
				return nil, errors.New("Invalid regular expression")
			}
			if strings.Contains(set[1:], "[.") || strings.Contains(set[1:], "[=") {
				return nil, errors.New("collating elements are not supported: " + set)
			}
			b.WriteString(strings.ReplaceAll(set, `\`, `\\`))
		case c == '\\' && len(src) > 1:
			n = 2
			b.WriteString(escape(src[1]))
		case strings.IndexByte("*+?", c) >= 0:
			n = len(src) - len(strings.TrimLeft(src, "*+?"))
			if strings.Trim(src[:n], string(c)) != "" {
				c = '*' // so does each mixture repeat
			}
			b.WriteByte(c)
		case c == '{' && !strings.Contains(src, "}"):
			return nil, errors.New(`Unmatched \{`)
		case strings.HasPrefix(src, "{,"):
			n = 2
			b.WriteString("{0,")
		case c == ')' && depth == 0: // which is an ordinary character
			b.WriteString(`\)`)
		default:
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			}
			b.WriteByte(c)
		}
		src = src[n:]
	}
	re, err := regexp.Compile(b.String())
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		if strings.HasPrefix(e.Expr, "[:") {
			return nil, errors.New("Invalid character class name")
		}
		if text := patternErrors[e.Code]; text != "" {
			return nil, errors.New(text)
		}
		return nil, errors.New(e.Code.String() + ": " + strings.TrimPrefix(e.Expr, "(?s)"))
	}
	return re, err
}

// patternErrors are the errors that regcomp(3) has too.
var patternErrors = map[syntax.ErrorCode]string{
	syntax.ErrInvalidCharRange:      "Invalid range end",
	syntax.ErrInvalidRepeatSize:     `Invalid content of \{\}`,
	syntax.ErrMissingBracket:        "Unmatched [, [^, [:, [., or [=",
	syntax.ErrMissingParen:          `Unmatched ( or \(`,
	syntax.ErrMissingRepeatArgument: "Invalid preceding regular expression",
	syntax.ErrTrailingBackslash:     "Trailing backslash",
}

// bracketLen is the length of the bracket expression that src begins with, up to its
// end or that of src.
func bracketLen(src string) int {
	n := len("[")
	if strings.HasPrefix(src[n:], "^") {
		n++
	}
	if strings.HasPrefix(src[n:], "]") {
		n++
	}
	for n < len(src) && src[n] != ']' {
		if inside, ok := strings.CutPrefix(src[n:], "[:"); ok {
			if end := strings.Index(inside, ":]"); end >= 0 {
				n += end + len("[::")
			}
		}
		n++
	}
	return min(n+1, len(src))
}

// escape is what follows a backslash in Go's syntax.
func escape(c byte) string {
	switch c {
	case 'b', '<', '>':
		return `\b`
	case '`':
		return `\A`
	case '\'':
		return `\z`
	case 's':
		return `[[:space:]]`
	case 'S':
		return `[^[:space:]]`
	case 'w', 'W', 'B', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return `\` + string(c)
	}
	return regexp.QuoteMeta(string([]byte{c}))
}
