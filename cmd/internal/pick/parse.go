package pick

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pcptools/cmd/internal/glob"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// A condition reports whether a value meets it.
type condition func(*report.Value) bool

// A parser reads a condition:
//
//	either     = both { ( "or" | "||" ) both }
//	both       = one { ( "and" | "&&" ) one }
//	one        = ( "not" | "!" ) one | "(" either ")" | "changed" | comparison
//	comparison = FIELD OPERATOR ( NUMBER | TEXT )
//
// After an error there are no more tokens, and conditions are of no use.
type parser struct {
	scanner
	token
	err     error // the first
	depth   int
	changes bool // "changed" occurs
	percent bool // a value is compared with a number in percent
	valued  bool // it depends on more than the instance
}

// maxDepth is how deep conditions may be nested.
const maxDepth = 100

// parse reads a condition, with what the parser then knows of it.
func parse(text string) (condition, parser, error) {
	p := parser{scanner: scanner{text: text}}
	p.advance()
	c := p.either()
	if p.kind != end {
		p.expected("and, or, or the end")
	}
	if p.err != nil {
		return nil, p, p.err
	}
	return c, p, nil
}

func (p *parser) advance() {
	next, err := p.next()
	if p.token = next; err != nil {
		p.fail(err)
	}
}

func (p *parser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
	p.token, p.pos = token{}, len(p.scanner.text)
}

func (p *parser) expected(what string) { p.fail(p.failure(p.at, what+" is expected")) }

// accept takes a word or symbol, if it is next.
func (p *parser) accept(kind tokenKind, text string) bool {
	if p.kind != kind || p.token.text != text {
		return false
	}
	p.advance()
	return true
}

// operator takes an operator that can be written in two ways.
func (p *parser) operator(name, sign string) bool {
	return p.accept(word, name) || p.accept(symbol, sign)
}

func (p *parser) either() condition {
	a := p.both()
	for p.operator("or", "||") {
		left, right := a, p.both()
		a = func(v *report.Value) bool { return left(v) || right(v) }
	}
	return a
}

func (p *parser) both() condition {
	a := p.one()
	for p.operator("and", "&&") {
		left, right := a, p.one()
		a = func(v *report.Value) bool { return left(v) && right(v) }
	}
	return a
}

func (p *parser) one() condition {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.failure(p.at, "this is nested too deep"))
	}
	defer func() { p.depth-- }()
	switch {
	case p.operator("not", "!"):
		c := p.one()
		return func(v *report.Value) bool { return !c(v) }
	case p.accept(symbol, "("):
		c := p.either()
		if !p.accept(symbol, ")") {
			p.expected(")")
		}
		return c
	case p.accept(word, "changed"):
		p.changes, p.valued = true, true
		return changed
	}
	return p.comparison()
}

// operators are the symbols that compare.
var operators = [...]string{"=", "==", "!=", "<", "<=", ">", ">=", "~", "!~"}

func (p *parser) comparison() condition {
	f, ok := fieldOf(p.token.text)
	if p.kind != word || !ok {
		p.expected("value, instance, id or changed")
	}
	p.advance()
	operator := p.token.text
	if p.kind != symbol || !slices.Contains(operators[:], operator) {
		p.expected("one of = != < <= > >= ~ !~")
	}
	p.advance()
	operand := p.token
	if operand.kind != word && operand.kind != quoted {
		p.expected("a number or a text")
	}
	if f == id && !isPattern(operator) && !isNumber(operand) {
		p.expected("a number")
	}
	if f == value && strings.ContainsAny(operator, "<>") && !isNumber(operand) && operand.kind == word && strings.IndexAny(operand.text, "0123456789") == 0 {
		p.expected("a number without its unit, which --units sets, or a text in quotes")
	}
	p.valued = p.valued || f == value
	p.percent = p.percent || f == value && isNumber(operand) && strings.HasSuffix(operand.text, "%")
	p.advance()
	return compared(f, operator, operand)
}

func isPattern(operator string) bool { return strings.HasSuffix(operator, "~") }

func isNumber(t token) bool {
	_, ok := parseNumber(t.text)
	return ok && t.kind == word
}

// compared is a comparison with an operand. Numbers are compared with numbers,
// and texts with texts; a number can only be equal to a text. What cannot be
// compared meets no condition.
func compared(f field, operator string, operand token) condition {
	n, _ := parseNumber(operand.text)
	numeric, equality := isNumber(operand), operator == "=" || operator == "==" || operator == "!="
	if isPattern(operator) {
		matches := glob.Match
		if f == instance {
			matches = glob.Instance
		}
		return func(v *report.Value) bool {
			text, ok := textOf(f, v)
			return ok && matches(operand.text, text) == (operator == "~")
		}
	}
	return func(v *report.Value) bool {
		switch x := f.of(v).(type) {
		case number:
			return numeric && holds(operator, x.compare(n))
		case string:
			return (!numeric || equality) && holds(operator, strings.Compare(x, operand.text))
		}
		return false
	}
}

// holds reports whether an operator holds for an outcome of compare.
func holds(operator string, outcome int) bool {
	switch operator {
	case "=", "==":
		return outcome == 0
	case "!=":
		return outcome != 0
	case "<":
		return outcome < 0
	case "<=":
		return outcome <= 0
	case ">":
		return outcome > 0
	case ">=":
		return outcome >= 0
	}
	return false
}

// textOf is a field as patterns see it.
func textOf(f field, v *report.Value) (string, bool) {
	switch x := f.of(v).(type) {
	case string:
		return x, true
	case number:
		if f == id {
			return strconv.Itoa(int(v.Instance.ID)), true
		}
		return v.Atom.String(), true
	}
	return "", false
}

// parseNumber reads a number, which may be in percent.
func parseNumber(text string) (number, bool) {
	if u, err := strconv.ParseUint(text, 10, 64); err == nil {
		return numberOf(libpcp.Uint64Atom(u)), true
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return numberOf(libpcp.Int64Atom(i)), true
	}
	text, percent := strings.CutSuffix(text, "%")
	f, err := strconv.ParseFloat(text, 64)
	if percent {
		f /= 100
	}
	return number{float: f}, err == nil && !math.IsNaN(f)
}
