package derive

import (
	"fmt"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A dump shows an expression as the tree that libpcp (C) has: a line
// for each node, its left branch, its right one. There the alternatives of a
// ternary, filters and units are nodes too; these have the address of a field
// here.

// dumper prints one tree.
type dumper struct {
	*tracer
	root  libpcp.PMID // the metric's
	bound bool
	steps *steps // how it was evaluated, or nil
}

func (t *tracer) dumpParsed(root *node) {
	t.printf("Derived metric expr dump from %p...\n", root)
	d := dumper{tracer: t}
	d.parsed(root, false)
}

func (t *tracer) dumpBound(id libpcp.PMID, root *term) {
	t.printf("Derived metric expr dump from %p...\n", root)
	d := dumper{tracer: t, root: id, bound: true}
	d.term(root, id, false, factor{})
}

// remembers reports whether an operator needs its operand's last values.
func (o op) remembers() bool { return o == opDelta || o == opRate }

// kindOf is the type of a node in dumps.
func (n *node) kindOf() string {
	switch n.op {
	case opMetric:
		return "NAME"
	case opConstant:
		if strings.Contains(n.text, ".") {
			return "DOUBLE"
		}
		return "INTEGER"
	case opAnon:
		return "ANON"
	case opBinary:
		return n.sign.info().word
	case opNegate:
		return "NEG"
	case opNot:
		return "NOT"
	case opTernary:
		return "QUEST"
	case opInstance, opMatch:
		return "FILTERINST"
	}
	return upper(functionOf(n.op))
}

// kind is kindOf with what newer releases add to it.
func (d *dumper) kind(n *node) string {
	if n.op == opDefined && !d.dialect.NoNovalue {
		return "DEFINED(" + n.left.text + ")"
	}
	return n.kindOf()
}

// functionOf is the name of the function that computes o.
func functionOf(o op) string {
	for _, name := range [...]string{"avg", "count", "defined", "delta", "instant", "max", "min", "rate", "rescale", "scalar", "sum"} {
		if functions(name) == o {
			return name
		}
	}
	return ""
}

// line prints a node; left and right are its branches' addresses, or nil.
func (d *dumper) line(at any, kind string, left, right any, saves bool, rest string) {
	saved := 0
	if saves {
		saved = 1
	}
	d.printf("expr node %p type=%s left=%s right=%s save_last=%d%s\n", at, kind, address(left), address(right), saved, rest)
}

func address(p any) string {
	if p == nil {
		return "(nil)"
	}
	return fmt.Sprintf("%p", p)
}

// leaf is what follows for a node with a text.
func (d *dumper) leaf(text string) string {
	primary := 1
	if d.bound {
		primary = 0
	}
	return fmt.Sprintf(" [%s] primary=%d", text, primary)
}

// filter prints the pattern of an instance or of a matchinst; m is what is
// remembered of it.
func (d *dumper) filter(at any, n *node, m *memory) {
	d.printf("expr node %p type=PATTERN pattern: %s type: ", at, n.text)
	switch {
	case n.op == opInstance && m.found:
		d.printf("exact match inst=%d\n", m.inst)
		return
	case n.op == opInstance:
		d.printf("exact match inst=-1\n")
		return
	case n.match.except:
		d.printf("inverted ")
	}
	d.printf("regex used=%d", m.rounds)
	if len(m.matched) > 0 {
		matches := 0
		for _, seen := range m.matched {
			matches += truth(seen.yes)
		}
		d.printf(" (%d instances, %d matches)", len(m.matched), matches)
	}
	d.printf("\n")
}

// parsed prints the tree below n.
func (d *dumper) parsed(n *node, saves bool) {
	kind := d.kind(n)
	switch n.op {
	case opMetric, opConstant:
		d.line(n, kind, nil, nil, saves, d.leaf(n.text))
	case opAnon:
		d.line(n, kind, &n.desc, nil, false, "")
		d.line(&n.desc, "INTEGER", nil, nil, false, d.leaf(typeName(n)))
	case opInstance, opMatch:
		d.line(n, kind, &n.text, n.left, saves, "")
		d.filter(&n.text, n, &memory{})
		d.parsed(n.left, false)
	case opRescale:
		d.line(n, kind, n.left, &n.text, saves, "")
		d.parsed(n.left, false)
		d.line(&n.text, "SCALE", nil, nil, false, " ["+n.desc.Units.String()+"]")
	case opTernary:
		d.line(n, kind, n.left, &n.third, saves, "")
		d.parsed(n.left, false)
		d.line(&n.third, "COLON", n.right, n.third, false, "")
		d.parsed(n.right, false)
		d.parsed(n.third, false)
	case opBinary:
		d.line(n, kind, n.left, n.right, saves, "")
		d.parsed(n.left, false)
		d.parsed(n.right, false)
	default:
		d.line(n, kind, n.left, nil, saves, "")
		d.parsed(n.left, n.op.remembers())
	}
}

// typeName is the argument of an anon.
func typeName(n *node) string { return "PM_TYPE_" + n.desc.Type.String() }

// term prints the tree below t with its descriptors; id is the identifier that
// t's has, f what its values are multiplied and divided by.
func (d *dumper) term(t *term, id libpcp.PMID, saves bool, f factor) {
	kind := d.kind(t.node)
	if t.desc == (libpcp.Desc{}) { // not checked
		id = 0
	}
	switch t.op {
	case opMetric, opConstant:
		d.line(t, kind, nil, nil, saves, d.leaf(t.text))
		d.info(t, id, f)
	case opDefined:
		d.line(t, kind, nil, nil, saves, "")
		d.info(t, id, f)
	case opAnon:
		d.line(t, kind, &t.desc, nil, false, "")
		d.info(t, id, f)
		d.line(&t.desc, "INTEGER", nil, nil, false, d.leaf(typeName(t.node)))
		d.typeArgument(t)
	case opInstance, opMatch:
		d.line(t, kind, &t.exists, t.left, saves, "")
		d.info(t, id, f)
		d.filter(&t.exists, t.node, &t.memory)
		d.term(t.left, t.left.origin(), false, factor{})
	case opRescale:
		d.line(t, kind, t.left, &t.exists, saves, "")
		d.info(t, id, f)
		d.term(t.left, t.left.origin(), false, t.scale.left)
		d.line(&t.exists, "SCALE", nil, nil, false, " ["+t.node.desc.Units.String()+"]")
	case opTernary:
		d.line(t, kind, t.left, &t.third, saves, "")
		d.info(t, id, f)
		d.term(t.left, t.left.origin(), false, factor{})
		d.line(&t.third, "COLON"+t.choice(), t.right, t.third, false, "")
		d.desc(nil, t.alternatives(), t.right.origin(), 0, factor{})
		d.term(t.right, t.right.origin(), false, factor{})
		d.term(t.third, t.third.origin(), false, factor{})
	case opBinary:
		d.line(t, kind, t.left, t.right, saves, "")
		d.info(t, id, f)
		d.term(t.left, t.left.origin(), false, t.scale.left)
		if d.failed(t.left) { // in libpcp (C) the rest is not evaluated
			d = &dumper{tracer: d.tracer, bound: true}
		}
		d.term(t.right, t.right.origin(), false, t.scale.right)
	default:
		d.line(t, kind, t.left, nil, saves, "")
		d.info(t, id, f)
		d.term(t.left, t.left.origin(), t.op.remembers(), factor{})
	}
}

// choice says which alternative of a ternary is always chosen, if one is.
func (t *term) choice() string {
	switch t.chosen {
	case nil:
		return ""
	case t.right:
		return " [LEFT]"
	}
	return " [RIGHT]"
}

// alternatives describes what follows the guard of a ternary.
func (t *term) alternatives() libpcp.Desc {
	if t.desc != (libpcp.Desc{}) {
		return t.desc
	}
	desc := t.right.desc
	if desc.InDom == libpcp.NullInDom {
		desc.InDom = t.third.desc.InDom
	}
	return desc
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// origin is the metric that a term's descriptor was once of.
func (t *term) origin() libpcp.PMID {
	switch t.op {
	case opMetric:
		return t.desc.PMID
	case opConstant, opAnon, opDefined:
		return libpcp.NullPMID
	case opBinary:
		if t.left.op == opConstant {
			return t.right.origin()
		}
	case opTernary:
		return t.right.origin()
	}
	return t.left.origin()
}

// desc prints a descriptor.
func (d *dumper) desc(t *term, desc libpcp.Desc, id libpcp.PMID, values int, f factor) {
	own := libpcp.NullPMID
	if t != nil && t.op == opMetric {
		own = t.desc.PMID
	}
	d.printf("    PMID: %s (%s from pmDesc) numval: %d", own, id, values)
	if f.div > 1 {
		d.printf(" div_scale: %d", f.div)
	}
	if f.mult > 1 {
		d.printf(" mul_scale: %d", f.mult)
	}
	d.printf("\n    Data Type: %s  InDom: %s 0x%x\n    Semantics: %s  Units: %s\n",
		format.DataType(desc.Type), desc.InDom, uint32(desc.InDom), format.Semantics(desc.Sem), format.Units(desc.Units, libpcp.UnitsNotation{}))
}
