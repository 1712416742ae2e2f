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
type parser struct {
	scanner
	token
	depth   int
	changes bool // "changed" occurs
	percent bool // a value is compared with a number in percent
}

// maxDepth is how deep conditions may be nested.
const maxDepth = 100

// parse reads a condition, with what the parser then knows of it.
func parse(text string) (condition, parser, error) {
	p := parser{scanner: scanner{text: text}}
	c, err := p.whole()
	return c, p, err
}

func (p *parser) whole() (condition, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	c, err := p.either()
	if err == nil && p.kind != end {
		err = p.expected("and, or, or the end")
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (p *parser) advance() (err error) {
	p.token, err = p.next()
	return err
}

func (p *parser) expected(what string) error { return p.failure(p.at, what+" is expected") }

// accept takes a word or symbol, if it is next.
func (p *parser) accept(kind tokenKind, text string) (bool, error) {
	if p.kind != kind || p.token.text != text {
		return false, nil
	}
	return true, p.advance()
}

// operator takes an operator that can be written in two ways.
func (p *parser) operator(name, sign string) (bool, error) {
	if ok, err := p.accept(word, name); ok {
		return true, err
	}
	return p.accept(symbol, sign)
}

func (p *parser) either() (condition, error) {
	return p.chain(p.both, "or", "||", func(a, b condition) condition {
		return func(v *report.Value) bool { return a(v) || b(v) }
	})
}

func (p *parser) both() (condition, error) {
	return p.chain(p.one, "and", "&&", func(a, b condition) condition {
		return func(v *report.Value) bool { return a(v) && b(v) }
	})
}

// chain reads conditions between which an operator stands.
func (p *parser) chain(read func() (condition, error), name, sign string, join func(a, b condition) condition) (condition, error) {
	c, err := read()
	for err == nil {
		ok, failed := p.operator(name, sign)
		if !ok || failed != nil {
			return c, failed
		}
		var next condition
		if next, err = read(); err == nil {
			c = join(c, next)
		}
	}
	return nil, err
}

func (p *parser) one() (condition, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.failure(p.at, "this is nested too deep")
	}
	defer func() { p.depth-- }()
	if not, err := p.operator("not", "!"); not {
		if err != nil {
			return nil, err
		}
		c, err := p.one()
		return func(v *report.Value) bool { return !c(v) }, err
	}
	if open, err := p.accept(symbol, "("); !open || err != nil {
		if err != nil {
			return nil, err
		}
		return p.comparison()
	}
	c, err := p.either()
	if err != nil {
		return nil, err
	}
	closed, err := p.accept(symbol, ")")
	if err == nil && !closed {
		err = p.expected(")")
	}
	return c, err
}

// operators are the symbols that compare.
var operators = [...]string{"=", "==", "!=", "<", "<=", ">", ">=", "~", "!~"}

func (p *parser) comparison() (condition, error) {
	if ok, err := p.accept(word, "changed"); ok {
		p.changes = true
		return changed, err
	}
	f, ok := fieldOf(p.token.text)
	if p.kind != word || !ok {
		return nil, p.expected("value, instance, id or changed")
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	operator := p.token.text
	if p.kind != symbol || !slices.Contains(operators[:], operator) {
		return nil, p.expected("one of = != < <= > >= ~ !~")
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	operand := p.token
	if operand.kind != word && operand.kind != quoted {
		return nil, p.expected("a number or a text")
	}
	if f == id && !isPattern(operator) && !isNumber(operand) {
		return nil, p.expected("a number")
	}
	p.percent = p.percent || f == value && isNumber(operand) && strings.HasSuffix(operand.text, "%")
	c := compared(f, operator, operand)
	return c, p.advance()
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
		return func(v *report.Value) bool {
			text, ok := textOf(f, v)
			return ok && glob.Match(operand.text, text) == (operator == "~")
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
