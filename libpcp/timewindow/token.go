package timewindow

import (
	"strings"

	"pcptools/internal/cnum"
)

// A token is a word, number or sign of a date phrase. What its value means
// depends on its kind.
type token struct {
	kind  tokenKind
	value int64
}

type tokenKind int

const (
	tokenEnd      tokenKind = iota
	tokenBad                // not part of the language
	tokenColon              // :
	tokenSlash              // /
	tokenComma              // ,
	tokenNumber             // without a sign, or an ordinal
	tokenSigned             // number with a sign
	tokenMonth              // from 1
	tokenWeekday            // from 0, Sunday
	tokenMeridian           // hours to add: 0 or 12
	tokenZone               // minutes west of Greenwich
	tokenSummer             // likewise, for a zone having summer time
	tokenDST                // "dst", after a zone
	tokenSeconds            // unit of that many seconds
	tokenMonths             // unit of that many months
	tokenDay                // day relative to today: -1, 0 or 1
	tokenAgo                // "ago"
)

// A lexer splits a date phrase into tokens.
type lexer struct {
	text string
	pos  int
}

func (l *lexer) next() token {
	for {
		l.pos = skipSpace(l.text, l.pos)
		if l.pos == len(l.text) {
			return token{kind: tokenEnd}
		}
		switch c := l.text[l.pos]; {
		case cnum.IsDigit(c):
			return token{tokenNumber, l.digits()}
		case cnum.IsLetter(c):
			return lookupWord(l.word())
		case c == '(':
			l.comment()
		case c == '+' || c == '-':
			l.pos++
			if l.pos == len(l.text) || !cnum.IsDigit(l.text[l.pos]) {
				continue // a sign alone has no meaning
			}
			n := l.digits()
			if c == '-' {
				n = -n
			}
			return token{tokenSigned, n}
		case c >= 0x80:
			return token{kind: tokenEnd} // the rest of the phrase is not looked at
		default:
			l.pos++
			return punctuation(c)
		}
	}
}

func punctuation(c byte) token {
	switch c {
	case ':':
		return token{kind: tokenColon}
	case '/':
		return token{kind: tokenSlash}
	case ',':
		return token{kind: tokenComma}
	}
	return token{kind: tokenBad}
}

// digits reads a number; one too large wraps around.
func (l *lexer) digits() int64 {
	var n int64
	for l.pos < len(l.text) && cnum.IsDigit(l.text[l.pos]) {
		n = n*10 + int64(l.text[l.pos]-'0')
		l.pos++
	}
	return n
}

func (l *lexer) word() string {
	start := l.pos
	for l.pos < len(l.text) && (cnum.IsLetter(l.text[l.pos]) || l.text[l.pos] == '.') {
		l.pos++
	}
	return strings.ToLower(l.text[start:l.pos])
}

// comment skips a parenthesis, to the end if it is not closed.
func (l *lexer) comment() {
	for depth := 0; l.pos < len(l.text); {
		switch l.text[l.pos] {
		case '(':
			depth++
		case ')':
			depth--
		}
		l.pos++
		if depth == 0 {
			return
		}
	}
}
