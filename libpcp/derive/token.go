package derive

// kind is the kind of a token.
type kind uint8

const (
	end kind = iota
	illegal
	name
	integer
	real
	text     // "…"
	instance // […]
	pattern  // /…/
	function // a function's name right before its parenthesis
	reserved // type, semantics, units, meta, indom
	openParen
	closeParen
	comma
	assign
	plus
	minus
	star
	slash
	less
	lessEqual
	equal
	greaterEqual
	greater
	notEqual
	and
	or
	not
	quest
	colon
)

// token is one word of an expression. Its text is without quotes, brackets
// or slashes.
type token struct {
	kind kind
	pos  int
	text string
}

// kindInfo says how an operator is written and called in messages, and how
// tightly it binds as a binary one.
type kindInfo struct {
	sign, word string
	precedence int
}

// The levels of precedence; operators of one level associate to the left.
const (
	lowest = 1 + iota
	boolean
	negation
	relational
	additive
	multiplicative
)

var kinds = [...]kindInfo{
	closeParen:   {sign: ")"},
	plus:         {"+", "PLUS", additive},
	minus:        {"-", "MINUS", additive},
	star:         {"*", "STAR", multiplicative},
	slash:        {"/", "SLASH", multiplicative},
	less:         {"<", "LT", relational},
	lessEqual:    {"<=", "LEQ", relational},
	equal:        {"==", "EQ", relational},
	greaterEqual: {">=", "GEQ", relational},
	greater:      {">", "GT", relational},
	notEqual:     {"!=", "NEQ", relational},
	and:          {"&&", "AND", boolean},
	or:           {"||", "OR", boolean},
	quest:        {"?", "QUEST", lowest},
	colon:        {":", "COLON", 0},
}

func (k kind) info() kindInfo {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return kindInfo{}
}
