package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// Limits on one expression, so that no recursion over it runs away.
const (
	maxNesting = 9998    // what PCP's parser's stack holds
	maxNodes   = 1 << 17 // which bounds the depth of a chain of operators
)

// SyntaxError is the reason why an expression is not accepted
// (pmRegisterDerived(3), pmDerivedErrStr(3)).
type SyntaxError struct {
	Pos     int    // byte offset in the expression
	Message string // may be empty

	registration bool // nothing is wrong with the expression
}

func (e *SyntaxError) Error() string { return e.Message }

// Unwrap returns the PMAPI code.
func (e *SyntaxError) Unwrap() error { return libpcp.ErrBadDerive }

// parser turns an expression into a tree. Failure is a panic with a
// *SyntaxError, which parse recovers.
//
// An unfinished expression has the message of a parser that reads one token ahead:
// each construct in progress may have a message, and the innermost message counts.
type parser struct {
	lexer
	token    token.Token
	peeked   bool
	pos      int // of the last token read
	awaiting []string
	trace    *tracer
	nodes    int
}

// parse parses src.
func parse(src string, l *language, trace *tracer) (root *node, err error) {
	p := &parser{lexer: lexer{language: l, src: src}, trace: trace}
	defer func() {
		if r := recover(); r != nil {
			failure, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			err = failure
		}
	}()
	return p.whole(), nil
}

// peek returns the next token without using it up.
func (p *parser) peek() token.Token {
	if !p.peeked {
		p.token, p.peeked = p.next(), true
		p.pos = p.token.Pos
		p.trace.ofParsing().printf("derive_lex() -> type=L_%s \"%s\"\n", p.token.CName(), p.token.Text)
		if p.token.Kind == token.Illegal {
			p.fail(p.problem)
		}
	}
	return p.token
}

func (p *parser) take() token.Token {
	t := p.peek()
	p.peeked = false
	return t
}

// want uses up a token of kind k, or fails.
func (p *parser) want(k token.Kind) token.Token {
	if p.peek().Kind != k {
		p.unexpected()
	}
	return p.take()
}

// fail ends the parsing at the last token read.
func (p *parser) fail(message string) { panic(&SyntaxError{Pos: p.pos, Message: message}) }

// unexpected fails with the message of the innermost construct in progress
// that has one.
func (p *parser) unexpected() {
	for i := len(p.awaiting) - 1; i >= 0; i-- {
		if p.awaiting[i] != "" {
			p.fail(p.awaiting[i])
		}
	}
	p.fail("")
}

// begin enters a construct, whose message is to be given if it is not
// finished; finish leaves it.
func (p *parser) begin(message string) {
	if len(p.awaiting) == maxNesting {
		p.fail("")
	}
	p.awaiting = append(p.awaiting, message)
}

func (p *parser) finish() { p.awaiting = p.awaiting[:len(p.awaiting)-1] }

// expect changes the message of the innermost construct.
func (p *parser) expect(message string) { p.awaiting[len(p.awaiting)-1] = message }

func (p *parser) node(n node) *node {
	if p.nodes++; p.nodes > maxNodes {
		p.fail("")
	}
	return &n
}

// whole parses a complete expression.
func (p *parser) whole() *node {
	p.initial()
	root := p.expression(token.Lowest)
	switch t := p.peek(); t.Kind {
	case token.End:
		return root
	case token.OpenParen, token.CloseParen:
		p.take()
		p.peek()
		p.fail("Unexpected '" + t.Text + "'")
	}
	p.fail("")
	return nil
}

// initial checks the first token.
func (p *parser) initial() {
	t := p.peek()
	switch {
	case t.Kind == token.OpenParen:
		return
	case t.Kind == token.Minus || t.Kind.Info().Sign == "":
		return
	}
	p.take()
	p.peek()
	p.fail("Unexpected initial '" + t.Text + "'")
}

// expression parses operands joined by operators that bind at least as
// tightly as level.
func (p *parser) expression(level int) *node {
	left := p.operand()
	for {
		k := p.peek().Kind
		precedence := k.Info().Precedence
		if precedence < level {
			return left
		}
		p.take()
		if k == token.Quest {
			left = p.alternatives(left)
			continue
		}
		left = p.node(node{op: &binaryOp{sign: k}, left: left, right: p.right(k, precedence)})
	}
}

// right parses the right operand of a binary operator.
func (p *parser) right(k token.Kind, precedence int) *node {
	kind := "Arithmetic"
	if k == token.And || k == token.Or {
		kind = "Boolean"
	}
	p.begin(kind + " expression expected to follow " + k.Info().Word)
	n := p.expression(precedence + 1)
	p.finish()
	return n
}

func (p *parser) alternatives(guard *node) *node {
	p.begin("Arithmetic expression expected to follow QUEST")
	a := p.alternative(token.Lowest)
	p.want(token.Colon)
	p.expect("Arithmetic expression expected to follow COLON")
	b := p.alternative(token.Lowest + 1)
	if is[novalueOp](a.op) && is[novalueOp](b.op) {
		p.fail("novalue() may appear at most once in a ternary expression")
	}
	p.finish()
	return p.node(node{op: new(ternaryOp), left: guard, right: a, third: b})
}

// alternative parses one side of a colon, where alone novalue may stand.
func (p *parser) alternative(level int) *node {
	if t := p.peek(); t.Kind == token.Function && t.Text == "novalue" {
		return p.novalue()
	}
	return p.expression(level)
}

func (p *parser) operand() *node {
	switch t := p.peek(); t.Kind {
	case token.OpenParen:
		return p.parenthesis()
	case token.Minus:
		return p.unary(negateOp{}, "Arithmetic expression expected to follow NEG", token.Additive)
	case token.Not:
		return p.unary(notOp{}, "Boolean expression expected to follow NOT", token.Negation)
	case token.Integer, token.Real:
		p.take()
		return p.node(constant(t))
	case token.Name:
		return p.metric()
	case token.Function:
		if t.Text != "novalue" {
			return p.call()
		}
	}
	p.unexpected()
	return nil
}

// unary parses an operator and what binds more tightly.
func (p *parser) unary(o operation, message string, precedence int) *node {
	p.take()
	p.begin(message)
	n := p.expression(precedence + 1)
	p.finish()
	return p.node(node{op: o, left: n})
}

func (p *parser) parenthesis() *node {
	message := ""
	if len(p.awaiting) == 0 && p.nodes == 0 {
		message = "Unexpected initial '('"
	}
	p.take()
	p.begin(message)
	n := p.expression(token.Lowest)
	p.want(token.CloseParen)
	p.finish()
	return p.instance(n)
}

// metric parses a name and the instance that may follow it. What follows must
// be able to follow an operand somewhere.
func (p *parser) metric() *node {
	n := p.node(node{op: metricOp{}, text: p.take().Text})
	switch p.peek().Kind {
	case token.Name, token.Integer, token.Real, token.Text, token.Pattern, token.Function, token.Reserved, token.Not, token.Assign:
		p.fail("Arithmetic or relational or boolean operator expected to follow NAME")
	}
	return p.instance(n)
}

func (p *parser) instance(of *node) *node {
	if p.peek().Kind != token.Instance {
		return of
	}
	return p.node(node{op: new(instanceOp), left: of, text: p.take().Text})
}
