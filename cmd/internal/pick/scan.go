package pick

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A token is a piece of a condition.
type token struct {
	kind tokenKind
	text string // of a text without its quotation marks
	at   int    // in bytes
}

type tokenKind int

const (
	end    tokenKind = iota
	word             // a name, a number, a bare text
	quoted           // a text in quotation marks
	symbol           // an operator, a parenthesis
)

// symbols are the operators of conditions, a longer one before its prefix.
var symbols = []string{"==", "!=", "<=", ">=", "!~", "&&", "||", "<", ">", "=", "~", "(", ")", "!"}

// A scanner takes a condition apart.
type scanner struct {
	text string
	pos  int
}

// next returns the next token.
func (s *scanner) next() (token, error) {
	for s.pos < len(s.text) && strings.IndexByte(" \t\n", s.text[s.pos]) >= 0 {
		s.pos++
	}
	at, rest := s.pos, s.text[s.pos:]
	if rest == "" {
		return token{end, "", at}, nil
	}
	if mark := rest[0]; mark == '"' || mark == '\'' {
		length := strings.IndexByte(rest[1:], mark)
		if length < 0 {
			return token{}, s.failure(at, "there is no quotation mark at the end")
		}
		s.pos += length + 2
		return token{quoted, rest[1 : length+1], at}, nil
	}
	for _, text := range symbols {
		if strings.HasPrefix(rest, text) {
			s.pos += len(text)
			return token{symbol, text, at}, nil
		}
	}
	length := strings.IndexAny(rest, " \t\n\"'=!<>~()&|")
	switch {
	case length < 0:
		length = len(rest)
	case length == 0: // half of && or ||
		return token{}, s.failure(at, rest[:1]+" is no operator")
	}
	s.pos += length
	return token{word, rest[:length], at}, nil
}

// failure is an error at a position, which people count in characters from 1.
func (s *scanner) failure(at int, text string) error {
	return fmt.Errorf("%s, at character %d of %q", text, utf8.RuneCountInString(s.text[:at])+1, s.text)
}
