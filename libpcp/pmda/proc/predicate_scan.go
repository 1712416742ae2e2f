package proc

import (
	"strconv"
	"strings"
)

// token is a word of a predicate.
type token struct {
	kind tokenKind
	text string // as written; of strings and patterns without the delimiters
	num  float64
}

type tokenKind int

const (
	tokenEnd tokenKind = iota
	tokenNumber
	tokenString
	tokenPattern
	tokenNumberName // a variable that is a number
	tokenStringName // or a string
	tokenTruth
	tokenVersion
	tokenSign // an operator or a parenthesis
)

// kindOf is the kind of a word, if it has a meaning.
func kindOf(word string) (kind tokenKind, ok bool) {
	switch word {
	case "uid", "gid", "cpuburn", "syscalls", "ctxswitch", "virtualsize", "residentsize", "iodemand", "iowait", "schedwait":
		return tokenNumberName, true
	case "uname", "gname", "fname", "psargs":
		return tokenStringName, true
	case "true", "false":
		return tokenTruth, true
	case "Version":
		return tokenVersion, true
	}
	return 0, false
}

// predicateSigns are the others, longer ones first.
var predicateSigns = [...]string{"&&", "||", "<=", ">=", "==", "!=", "!~", "<", ">", "!", "~", "(", ")"}

// scanner reads a predicate word by word. As in PCP, it reports and skips
// characters without a meaning.
type scanner struct {
	rest   string
	report func(problem, text string)
}

const (
	blanks  = " \t\r\n"
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func (s *scanner) next() token {
	for {
		s.rest = strings.TrimLeft(s.rest, blanks)
		if s.rest == "" {
			return token{}
		}
		if t, ok := s.word(); ok {
			return t
		}
	}
}

// word reads a word, unless it has no meaning or is a comment.
func (s *scanner) word() (token, bool) {
	switch c := s.rest[0]; {
	case strings.IndexByte(letters, c) >= 0:
		word := s.take(span(s.rest, letters))
		kind, ok := kindOf(word)
		if !ok {
			s.report("Illegal word", word)
		}
		return token{kind: kind, text: word}, ok
	case c == '#':
		if end := strings.IndexByte(s.rest, '\n'); end >= 0 {
			s.take(end + 1)
			return token{}, false
		}
	case c == '"' || c == '/':
		// The end of the line is as good as the other quotation mark.
		if end := strings.IndexAny(s.rest[1:], string(c)+"\n"); end >= 0 {
			inside := s.take(end + 2)[1 : end+1]
			if c == '"' {
				return token{kind: tokenString, text: inside}, true
			}
			return token{kind: tokenPattern, text: inside}, true
		}
	}
	if n := numberLen(s.rest); n > 0 {
		text := s.take(n)
		num, _ := strconv.ParseFloat(text, 64)
		return token{kind: tokenNumber, text: text, num: num}, true
	}
	for _, sign := range predicateSigns {
		if strings.HasPrefix(s.rest, sign) {
			return token{kind: tokenSign, text: s.take(len(sign))}, true
		}
	}
	s.report("Illegal character", s.take(1))
	return token{}, false
}

// take returns the first n bytes and skips them.
func (s *scanner) take(n int) string {
	text := s.rest[:n]
	s.rest = s.rest[n:]
	return text
}

// numberLen is the length of a number at the beginning of a text: "1", "1.",
// "1.5" or ".5".
func numberLen(text string) int {
	whole := span(text, digits)
	if whole == len(text) || text[whole] != '.' {
		return whole
	}
	if fraction := span(text[whole+1:], digits); whole+fraction > 0 {
		return whole + 1 + fraction
	}
	return 0
}

// span is how many of the first bytes are in a set.
func span(text, set string) int {
	return len(text) - len(strings.TrimLeft(text, set))
}
