// Package token has the tokens of expressions of derived metrics, and how
// operators are written and bind.
package token

import "strings"

// Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	End Kind = iota
	Illegal
	Name
	Integer
	Real
	Text     // "…"
	Instance // […]
	Pattern  // /…/
	Function // a function's name right before its parenthesis
	Reserved // type, semantics, units, meta, indom
	OpenParen
	CloseParen
	Comma
	Assign
	Plus
	Minus
	Star
	Slash
	Less
	LessEqual
	Equal
	GreaterEqual
	Greater
	NotEqual
	And
	Or
	Not
	Quest
	Colon
)

// Token is one word of an expression. Its text is without quotes, brackets
// or slashes.
type Token struct {
	Kind Kind
	Pos  int
	Text string
}

// Info is how an operator is written and called in messages, and how
// tightly it binds as a binary one.
type Info struct {
	Sign, Word string
	Precedence int
}

// The levels of precedence; operators of one level associate to the left.
const (
	Lowest = 1 + iota
	Boolean
	Negation
	Relational
	Additive
	Multiplicative
)

var kinds = [...]Info{
	CloseParen:   {Sign: ")"},
	Plus:         {"+", "PLUS", Additive},
	Minus:        {"-", "MINUS", Additive},
	Star:         {"*", "STAR", Multiplicative},
	Slash:        {"/", "SLASH", Multiplicative},
	Less:         {"<", "LT", Relational},
	LessEqual:    {"<=", "LEQ", Relational},
	Equal:        {"==", "EQ", Relational},
	GreaterEqual: {">=", "GEQ", Relational},
	Greater:      {">", "GT", Relational},
	NotEqual:     {"!=", "NEQ", Relational},
	And:          {"&&", "AND", Boolean},
	Or:           {"||", "OR", Boolean},
	Quest:        {"?", "QUEST", Lowest},
	Colon:        {":", "COLON", 0},
}

// Info returns how an operator is written and binds; it is zero for other tokens.
func (k Kind) Info() Info {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return Info{}
}

// CName is the type of a token in C's lexer.
func (t Token) CName() string {
	switch t.Kind {
	case End:
		return "EOS"
	case Illegal:
		return "ERROR"
	case Name:
		return "NAME"
	case Integer:
		return "INTEGER"
	case Real:
		return "DOUBLE"
	case Text:
		return "STRING"
	case Instance:
		return "INSTNAME"
	case Pattern:
		return "PATTERN"
	case OpenParen:
		return "LPAREN"
	case CloseParen:
		return "RPAREN"
	case Comma:
		return "COMMA"
	case Assign:
		return "ASSIGN"
	case Not:
		return "NOT"
	case Function:
		if t.Text == "matchinst" {
			return "FILTERINST"
		}
		return strings.ToUpper(t.Text)
	case Reserved:
		return strings.ToUpper(t.Text)
	}
	return t.Kind.Info().Word
}
