package derive

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// call parses a function's name and its arguments.
func (p *parser) call() *node {
	t := p.take()
	o := function(t.Text)
	switch t.Text {
	case "matchinst":
		return p.matchinst()
	case "rescale":
		return p.rescale()
	case "scalar":
		return p.ofExpression(o, "<expr> expected to follow scalar(")
	case "mkconst":
		return p.mkconst()
	case "anon":
		return p.anon()
	case "defined":
		return p.ofMetric(o, "")
	case "delta", "rate":
		if p.NameArguments {
			return p.ofMetric(o, "Metric name expected to follow "+t.Text+"(")
		}
		return p.ofExpression(o, "<expr> expected to follow "+t.Text+"(")
	case "instant":
		if p.NameArguments {
			return p.ofMetric(o, "Metric name expected to follow instant(")
		}
		return p.ofExpression(o, "Metric name expected to follow instant(")
	default:
		return p.ofMetric(o, "Metric name expected to follow "+t.Text+"(")
	}
}

// open enters a function's parenthesis.
func (p *parser) open(message string) {
	p.begin(message)
	p.take()
}

// shut leaves it.
func (p *parser) shut() {
	p.want(token.CloseParen)
	p.finish()
}

// ofMetric parses the argument of a function that takes a metric's name.
func (p *parser) ofMetric(o operation, message string) *node {
	p.open(message)
	n := p.node(node{op: metricOp{}, text: p.want(token.Name).Text})
	p.shut()
	return p.node(node{op: o, left: n})
}

// ofExpression parses the argument of a function that takes any expression.
func (p *parser) ofExpression(o operation, message string) *node {
	p.open(message)
	n := p.expression(token.Lowest)
	p.shut()
	return p.node(node{op: o, left: n})
}

func (p *parser) rescale() *node {
	p.open("Arithmetic or relational or boolean operator expected to follow rescale(")
	n := p.expression(token.Lowest)
	p.want(token.Comma)
	p.expect("Units string expected to follow rescale(<expr>,")
	units := p.want(token.Text).Text
	p.want(token.CloseParen)
	r := node{op: rescaleOp{}, left: n, text: units}
	r.desc.Units = p.units(units)
	p.finish()
	return p.node(r)
}

func (p *parser) units(s string) libpcp.Units {
	u, _, err := p.Units.Parse(s)
	if err != nil {
		p.fail("Illegal units: '" + err.Error() + "'")
	}
	return u
}

func (p *parser) matchinst() *node {
	p.open("<filter>, <expr>) expected to follow matchinst(")
	except := p.peek().Kind == token.Not
	if except {
		p.take()
	}
	expression := p.want(token.Pattern).Text
	m, err := newMatcher(expression, except)
	if err != nil {
		p.fail("bad regular expression: '" + err.Error() + "'")
	}
	p.expect(", <expr>) expected to follow matchinst(<filter>")
	p.want(token.Comma)
	p.expect("<expr>) expected to follow matchinst(<filter>,")
	n := p.expression(token.Lowest)
	p.shut()
	p.patterns = false
	return p.node(node{op: &matchOp{matcher: m}, left: n, text: expression})
}

// anon parses the type of a metric without values, as the library itself
// registers them. Where another name crashes libpcp (C), it is an
// error.
func (p *parser) anon() *node {
	p.open("Metric name expected to follow anon(")
	t := p.want(token.Name).Text
	n := node{op: anonOp{}, desc: libpcp.Desc{InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}}
	p.shut()
	typ, ok := typeNamed(strings.TrimPrefix(t, "PM_TYPE_"))
	if !ok || t != "PM_TYPE_"+typ.String() {
		p.fail("")
	}
	n.desc.Type = typ
	return p.node(n)
}
