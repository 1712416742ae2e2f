package derive

import (
	"strings"

	"pcptools/libpcp"
)

// constant is a number as it stands in an expression.
func constant(t token) node {
	n := node{op: opConstant, text: t.text}
	n.desc = libpcp.Desc{Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	if t.kind == real {
		n.desc.Type = libpcp.TypeDouble
	}
	return n
}

// mkconst parses the number and the attributes of mkconst(NUMBER, TAG=VALUE…).
func (p *parser) mkconst() *node {
	p.open("")
	number := p.peek()
	if number.kind != integer && number.kind != real {
		p.unexpected()
	}
	n := constant(p.take())
	for more := true; more; more = p.peek().kind == comma {
		p.want(comma)
		p.attribute(&n.desc)
	}
	p.want(closeParen)
	if t := n.desc.Type; number.kind == real && t != libpcp.TypeFloat && t != libpcp.TypeDouble {
		p.fail("Incompatible floating point constant and type '" + t.String() + "'")
	}
	p.finish()
	return p.node(n)
}

// attribute parses one TAG=VALUE into desc.
func (p *parser) attribute(desc *libpcp.Desc) {
	tag := p.want(reserved).text
	p.want(assign)
	switch p.peek().kind {
	case name, integer, text:
	default:
		p.unexpected()
	}
	value, ok := p.take().text, true
	switch tag {
	case "type":
		desc.Type, ok = typeNamed(value)
	case "semantics":
		desc.Sem, ok = semanticsNamed(value)
	case "units":
		desc.Units = p.units(value)
	}
	if !ok {
		p.fail("Unrecognized value for " + tag + " '" + value + "'")
	}
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
