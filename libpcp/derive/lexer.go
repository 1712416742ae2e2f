package derive

import (
	"math"
	"strconv"
	"strings"

	"pcptools/internal/cnum"
	"pcptools/libpcp/derive/internal/token"
	"pcptools/libpcp/release"
)

// lexer cuts an expression into tokens.
type lexer struct {
	*language
	src     string
	off     int
	problem string // why the last token is illegal
}

func (l *lexer) next() token.Token {
	for l.off < len(l.src) && cnum.IsSpace(l.src[l.off]) {
		l.off++
	}
	if l.off == len(l.src) {
		return token.Token{Kind: token.End, Pos: len(l.src) - 1}
	}
	switch c := l.src[l.off]; {
	case cnum.IsDigit(c), c == '.':
		return l.number()
	case cnum.IsLetter(c):
		return l.word()
	case c == '"':
		return l.quoted(token.Text, '"', false, "unterminated STRING")
	case c == '[':
		return l.quoted(token.Instance, ']', true, "unterminated instance name")
	case c == '/' && l.patterns:
		return l.quoted(token.Pattern, '/', true, "unterminated pattern")
	}
	return l.operator()
}

// take makes a token of the next n bytes.
func (l *lexer) take(k token.Kind, n int) token.Token {
	t := token.Token{Kind: k, Pos: l.off, Text: l.src[l.off : l.off+n]}
	l.off += n
	return t
}

func (l *lexer) fail(problem, text string) token.Token {
	l.problem = problem
	return token.Token{Kind: token.Illegal, Pos: l.off, Text: text}
}

func (l *lexer) number() token.Token {
	n := l.span(cnum.IsDigit)
	if l.off+n < len(l.src) && l.src[l.off+n] == '.' {
		n++
		for l.off+n < len(l.src) && cnum.IsDigit(l.src[l.off+n]) {
			n++
		}
		return l.take(token.Real, n)
	}
	if v, err := strconv.ParseUint(l.src[l.off:l.off+n], 10, 64); err != nil || v > math.MaxUint32 {
		return l.fail("Constant value too large", l.src[l.off:l.off+n])
	}
	return l.take(token.Integer, n)
}

func (l *lexer) word() token.Token {
	n := l.span(func(c byte) bool { return cnum.IsLetter(c) || cnum.IsDigit(c) || c == '_' || c == '.' })
	t := l.take(token.Name, n)
	switch {
	case l.off < len(l.src) && l.src[l.off] == '(' && l.function(t.Text):
		t.Kind = token.Function
		l.patterns = l.patterns || t.Text == "matchinst"
	case l.reserved(t.Text):
		t.Kind = token.Reserved
	}
	return t
}

func (l *lexer) function(word string) bool {
	return function(word) != nil && (word != "novalue" || l.Has(release.DerivedNovalue))
}

func (l *lexer) reserved(word string) bool {
	switch word {
	case "type", "semantics", "units":
		return true
	case "meta":
		return l.Has(release.DerivedNovalue)
	case "indom":
		return l.Has(release.DerivedIndom)
	}
	return false
}

// quoted takes the text between the next byte and a closing one, before
// which a backslash may quote any.
func (l *lexer) quoted(k token.Kind, closing byte, escapes bool, problem string) token.Token {
	var b strings.Builder
	for i := l.off + 1; i < len(l.src); i++ {
		c := l.src[i]
		switch {
		case c == closing:
			t := token.Token{Kind: k, Pos: l.off, Text: b.String()}
			l.off = i + 1
			return t
		case escapes && c == '\\' && i+1 < len(l.src):
			i++
			c = l.src[i]
		}
		b.WriteByte(c)
	}
	return l.fail(problem, b.String())
}

func (l *lexer) operator() token.Token {
	two := ""
	if l.off+1 < len(l.src) {
		two = l.src[l.off : l.off+2]
	}
	switch two {
	case "<=":
		return l.take(token.LessEqual, 2)
	case ">=":
		return l.take(token.GreaterEqual, 2)
	case "==":
		return l.take(token.Equal, 2)
	case "!=":
		return l.take(token.NotEqual, 2)
	case "&&":
		return l.take(token.And, 2)
	case "||":
		return l.take(token.Or, 2)
	}
	if k := single(l.src[l.off]); k != token.Illegal {
		return l.take(k, 1)
	}
	return l.fail("Illegal character", l.src[l.off:l.off+1])
}

func single(c byte) token.Kind {
	switch c {
	case '+':
		return token.Plus
	case '-':
		return token.Minus
	case '*':
		return token.Star
	case '/':
		return token.Slash
	case '<':
		return token.Less
	case '>':
		return token.Greater
	case '!':
		return token.Not
	case '?':
		return token.Quest
	case ':':
		return token.Colon
	case '(':
		return token.OpenParen
	case ')':
		return token.CloseParen
	case ',':
		return token.Comma
	case '=':
		return token.Assign
	}
	return token.Illegal
}

// span counts the leading bytes of the rest that satisfy is.
func (l *lexer) span(is func(byte) bool) int {
	n := 0
	for l.off+n < len(l.src) && is(l.src[l.off+n]) {
		n++
	}
	return n
}

// functions are the operations of the functions, including the functions that make
// constants and metrics without values.
var functions = [...]struct {
	name string
	op   operation
}{
	{"avg", &aggregateOp{function: "avg"}},
	{"count", &aggregateOp{function: "count"}},
	{"max", &aggregateOp{function: "max"}},
	{"min", &aggregateOp{function: "min"}},
	{"sum", &aggregateOp{function: "sum"}},
	{"defined", &definedOp{}},
	{"delta", &changeOp{}},
	{"rate", &changeOp{rate: true}},
	{"instant", instantOp{}},
	{"matchinst", &matchOp{}},
	{"rescale", rescaleOp{}},
	{"scalar", scalarOp{}},
	{"mkconst", &numberOp{}},
	{"anon", anonOp{}},
	{"novalue", novalueOp{}},
}

// function returns what the function of a name computes, or nil.
func function(name string) operation {
	for i := range functions {
		if functions[i].name == name {
			return functions[i].op
		}
	}
	return nil
}
