package derive

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// tags is the metadata that the arguments of mkconst or novalue give.
type tags struct {
	meta  string      // a metric that has what is not given, or ""
	given tagSet      // which fields of desc are
	desc  libpcp.Desc // those fields
}

// tagSet is a set of the fields of a descriptor.
type tagSet uint8

const (
	typeTag tagSet = 1 << iota
	semTag
	unitsTag
	indomTag
)

func (t *tags) none() bool { return t.given == 0 && t.meta == "" }

// over returns base with what is given in its place.
func (t *tags) over(base libpcp.Desc) libpcp.Desc {
	if t.given&typeTag != 0 {
		base.Type = t.desc.Type
	}
	if t.given&semTag != 0 {
		base.Sem = t.desc.Sem
	}
	if t.given&unitsTag != 0 {
		base.Units = t.desc.Units
	}
	if t.given&indomTag != 0 {
		base.InDom = t.desc.InDom
	}
	return base
}

// complete returns the tags of a call that is complete, given its own.
func (p *parser) complete(own *tags) *tags {
	all := &tags{meta: p.meta, given: p.given, desc: p.spec}
	p.meta, p.given = "", 0
	if all.meta == "" || p.NoNovalue {
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
	if !p.NoNovalue && number.Kind == token.Integer {
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
	if !p.BareNovalue {
		p.spec = noMetadata
	}
	for more := p.peek().Kind != token.CloseParen; more; more = p.peek().Kind == token.Comma {
		if !n.tags.none() {
			p.want(token.Comma)
		}
		p.tag(n.tags)
	}
	n.desc = noMetadata
	if p.BareNovalue && !n.tags.none() {
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
		if p.NoIndomTag {
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
