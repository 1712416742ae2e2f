package derive

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
	"pcptools/libpcp/release"
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
		if !p.Has(release.DerivedOfExpression) {
			return p.ofMetric(o, "Metric name expected to follow "+t.Text+"(")
		}
		return p.ofExpression(o, "<expr> expected to follow "+t.Text+"(")
	case "instant":
		if !p.Has(release.DerivedOfExpression) {
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
	u, _, err := p.notation().Parse(s)
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

// complete returns the tags of a call that is complete, given its own.
func (p *parser) complete(own *tags) *tags {
	all := &tags{meta: p.meta, given: p.given, desc: p.spec}
	p.meta, p.given = "", 0
	if all.meta == "" || !p.Has(release.DerivedNovalue) {
		return own
	}
	return all
}

// constant is a number as it stands in an expression.
func constant(t token.Token) node {
	n := node{op: new(numberOp), text: t.Text}
	n.desc = libpcp.Desc{Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	if t.Kind == token.Real {
		n.desc.Type = libpcp.TypeDouble
	}
	return n
}

// mkconst parses the number and the arguments of mkconst(NUMBER, TAG=VALUE…).
func (p *parser) mkconst() *node {
	p.open("")
	number := p.peek()
	if number.Kind != token.Integer && number.Kind != token.Real {
		p.unexpected()
	}
	n := constant(p.take())
	if p.Has(release.DerivedNovalue) && number.Kind == token.Integer {
		p.expect("metadata keyword expected to follow mkconst(type")
	}
	n.tags = new(tags)
	for more := true; more; more = p.peek().Kind == token.Comma {
		p.want(token.Comma)
		if n.tags.none() {
			p.spec = n.desc
		}
		p.tag(n.tags)
	}
	p.want(token.CloseParen)
	n.desc = n.tags.over(n.desc)
	if t := n.desc.Type; number.Kind == token.Real && t != libpcp.TypeFloat && t != libpcp.TypeDouble {
		p.fail("Incompatible floating point constant and type '" + t.String() + "'")
	}
	n.tags = p.complete(n.tags)
	p.finish()
	return p.node(n)
}

// novalue parses the arguments of novalue([TAG=VALUE…]).
func (p *parser) novalue() *node {
	p.take()
	p.open("metadata keyword expected to follow novalue(")
	n := node{op: novalueOp{}, tags: new(tags)}
	if p.Has(release.NovalueDefaults) {
		p.spec = noMetadata
	}
	for more := p.peek().Kind != token.CloseParen; more; more = p.peek().Kind == token.Comma {
		if !n.tags.none() {
			p.want(token.Comma)
		}
		p.tag(n.tags)
	}
	n.desc = noMetadata
	if !p.Has(release.NovalueDefaults) && !n.tags.none() {
		n.desc = p.spec
	}
	p.shut()
	n.tags = p.complete(n.tags)
	return p.node(n)
}

// tag parses one TAG=VALUE.
func (p *parser) tag(t *tags) {
	tag := p.want(token.Reserved).Text
	p.want(token.Assign)
	if tag == "meta" {
		t.meta = p.want(token.Name).Text
		p.meta = t.meta
		return
	}
	switch p.peek().Kind {
	case token.Name, token.Integer, token.Text:
	case token.Real:
		if !p.Has(release.DerivedIndom) {
			p.unexpected()
		}
	default:
		p.unexpected()
	}
	value, ok := p.take().Text, true
	switch tag {
	case "type":
		t.given |= typeTag
		t.desc.Type, ok = typeNamed(value)
	case "semantics":
		t.given |= semTag
		t.desc.Sem, ok = semanticsNamed(value)
	case "units":
		t.given |= unitsTag
		t.desc.Units = p.units(value)
	case "indom":
		t.given |= indomTag
		if t.desc.InDom, ok = indomNamed(value); !ok {
			p.fail("Illegal indom: '" + value + "'")
		}
	}
	if !ok {
		p.fail("Unrecognized value for " + tag + " '" + value + "'")
	}
	p.given |= t.given
	p.spec = t.over(p.spec)
}

func typeNamed(s string) (libpcp.Type, bool) {
	for t := libpcp.Type32; t <= libpcp.TypeDouble; t++ {
		if strings.EqualFold(s, t.String()) {
			return t, true
		}
	}
	return 0, false
}

func semanticsNamed(s string) (libpcp.Semantics, bool) {
	for _, sem := range []libpcp.Semantics{libpcp.SemCounter, libpcp.SemInstant, libpcp.SemDiscrete} {
		if strings.EqualFold(s, sem.String()) {
			return sem, true
		}
	}
	return 0, false
}

// indomNamed reads DOMAIN.SERIAL, or null.
func indomNamed(s string) (libpcp.InDom, bool) {
	if strings.EqualFold(s, "null") {
		return libpcp.NullInDom, true
	}
	domain, serial, _ := strings.Cut(s, ".")
	d, err := strconv.ParseUint(domain, 10, 9)
	if err != nil || d == libpcp.DynamicDomain {
		return 0, false
	}
	n, err := strconv.ParseUint(serial, 10, 22)
	if err != nil {
		return 0, false
	}
	return libpcp.NewInDom(uint32(d), uint32(n)), true
}
