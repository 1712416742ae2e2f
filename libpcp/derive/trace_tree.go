package derive

import (
	"fmt"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/release"
)

// tree traces an expression, bound as t or not bound: nil. ID is the metric's
// identifier.
func (t *tracer) tree(n *node, root *term, id libpcp.PMID) {
	if t == nil {
		return
	}
	drawn := drawing{release: t.Release}.tree(n, root, id, factor{})
	t.printf("Derived metric expr dump from %s...\n%s", drawn.address, drawn.append(nil))
}

// drawn is a node of an expression's binary tree as libpcp (C) has it. The
// alternatives of a ternary, patterns and units are nodes too; they have the address
// of a field.
type drawn struct {
	address, kind string
	leaf          string // the rest of the line
	below         string // further lines: its descriptor and values
	saves         bool   // its values are remembered
	left, right   *drawn
}

// append appends a line for a node, its left branch, and its right one.
func (d *drawn) append(dst []byte) []byte {
	if d == nil {
		return dst
	}
	if d.kind == "PATTERN" {
		return fmt.Appendf(dst, "expr node %s type=PATTERN pattern: %s\n", d.address, d.leaf)
	}
	dst = fmt.Appendf(dst, "expr node %s type=%s left=%s right=%s save_last=%d%s\n%s",
		d.address, d.kind, d.left.at(), d.right.at(), bit(d.saves), d.leaf, d.below)
	return d.right.append(d.left.append(dst))
}

func (d *drawn) at() string {
	if d == nil {
		return "(nil)"
	}
	return d.address
}

// address is that of something, in C's notation.
func address(p any) string { return fmt.Sprintf("%p", p) }

// drawing draws expressions, with the values of their terms if it has steps.
type drawing struct {
	release release.Release
	steps   *steps
}

// tree draws n, bound as t or not bound: nil. ID is the identifier that t has, f
// what its values are multiplied and divided by.
func (d drawing) tree(n *node, t *term, id libpcp.PMID, f factor) *drawn {
	if n == nil {
		return nil
	}
	tree := &drawn{address: address(n), kind: n.traceType()}
	op, bound := n.op, t != nil
	text, third, desc := address(&n.text), address(&n.third), address(&n.desc)
	if bound {
		if t.desc == (libpcp.Desc{}) { // not checked
			id = 0
		}
		op, tree.address, tree.below = t.op, address(t), d.binding(t, id, f)
		text, third, desc = address(&t.unknown), address(&t.third), address(&t.desc)
	} else {
		t = new(term) // without operands
	}
	switch o := op.(type) {
	case metricOp:
		tree.leaf = leaf(n.text, bound)
	case *numberOp:
		tree.leaf = leaf(n.text, bound)
		if !bound && n.tags != nil && n.tags.meta != "" {
			tree.left = &drawn{address: address(n.tags), kind: "NAME", leaf: leaf(n.tags.meta, false)}
		}
	case *definedOp:
		if d.release.Has(release.DerivedNovalue) {
			tree.kind = "DEFINED(" + n.left.text + ")"
		}
		if !bound {
			tree.left = d.operand(n.left, nil)
		}
	case anonOp:
		tree.left = &drawn{address: desc, kind: "INTEGER", leaf: leaf(typeName(n), bound)}
		if bound {
			tree.left.below = d.typeArgument(t)
		}
	case *instanceOp:
		inst := int32(-1)
		if o.found {
			inst = o.inst
		}
		tree.left, tree.right = n.pattern(text, fmt.Sprintf("exact match inst=%d", inst)), d.operand(n.left, t.left)
	case *matchOp:
		tree.left, tree.right = n.pattern(text, o.state()), d.operand(n.left, t.left)
	case rescaleOp:
		tree.left = d.operand(n.left, t.left)
		tree.right = &drawn{address: text, kind: "SCALE", leaf: " [" + n.desc.Units.String() + "]"}
	case *ternaryOp:
		tree.left = d.operand(n.left, t.left)
		tree.right = &drawn{address: third, kind: "COLON", left: d.operand(n.right, t.right), right: d.operand(n.third, t.third)}
		if bound {
			tree.right.kind, tree.right.below = "COLON"+o.choice(t), d.colon(t)
		}
	case *binaryOp:
		tree.left = d.scaled(n.left, t.left, o.scale.left)
		if bound && d.steps != nil && d.steps.results[t.left].err != nil { // in libpcp (C) the rest is not evaluated
			d.steps = nil
		}
		tree.right = d.scaled(n.right, t.right, o.scale.right)
	default:
		if tree.left = d.operand(n.left, t.left); tree.left != nil {
			tree.left.saves = is[*changeOp](op)
		}
	}
	return tree
}

func (d drawing) operand(n *node, t *term) *drawn { return d.scaled(n, t, factor{}) }

// scaled draws an operand whose values are multiplied and divided.
func (d drawing) scaled(n *node, t *term, f factor) *drawn {
	if t == nil {
		return d.tree(n, nil, 0, f)
	}
	return d.tree(t.node, t, t.origin(), f)
}

// leaf is the rest of the line of a name or number.
func leaf(text string, bound bool) string {
	return fmt.Sprintf(" [%s] primary=%d", text, bit(!bound))
}

// pattern draws what selects instances; state is what it has found.
func (n *node) pattern(address, state string) *drawn {
	return &drawn{address: address, kind: "PATTERN", leaf: n.text + " type: " + state}
}

// state is what o remembers of instances.
func (o *matchOp) state() string {
	text, matches := fmt.Sprintf("regex used=%d", o.rounds), 0
	if o.matcher.except {
		text = "inverted " + text
	}
	for _, seen := range o.matched {
		if seen.yes {
			matches++
		}
	}
	if len(o.matched) > 0 {
		text += fmt.Sprintf(" (%d instances, %d matches)", len(o.matched), matches)
	}
	return text
}

// choice names the alternative of a ternary that is always chosen, if one is.
func (o *ternaryOp) choice(t *term) string {
	switch o.chosen {
	case nil:
		return ""
	case t.right:
		return " [LEFT]"
	}
	return " [RIGHT]"
}

// colon describes the alternatives of a ternary.
func (d drawing) colon(t *term) string {
	desc := t.desc
	if desc == (libpcp.Desc{}) {
		desc = t.right.desc
		if desc.InDom == libpcp.NullInDom {
			desc.InDom = t.third.desc.InDom
		}
	}
	return string(appendBinding(nil, libpcp.NullPMID, t.right.origin(), desc, 0, factor{}))
}

// typeArgument describes the argument of an anon, which has a value once the
// metric has been evaluated.
func (d drawing) typeArgument(t *term) string {
	count, values := 0, ""
	if d.steps != nil {
		count, values = 1, "[0] inst=-1, val=0\n"
	}
	return string(appendBinding(nil, libpcp.NullPMID, libpcp.NullPMID, t.desc, count, factor{})) + values
}

// binding describes a term and its values, if any.
func (d drawing) binding(t *term, id libpcp.PMID, f factor) string {
	metric := libpcp.NullPMID
	if is[metricOp](t.op) {
		metric = t.desc.PMID
	}
	var result series
	var last []value
	if d.steps != nil {
		result, last = d.steps.results[t], d.steps.before[t]
	}
	if o, ok := t.op.(*definedOp); ok {
		result = o.eval(nil, t)
	}
	count := len(result.values)
	if is[metricOp](t.op) {
		count = result.count()
	}
	dst := appendBinding(nil, metric, id, t.desc, count, f)
	for i := range max(len(result.values), len(last)) {
		dst = fmt.Appendf(dst, "[%d]", i)
		if i < len(result.values) {
			v := result.values[i]
			dst = fmt.Appendf(dst, " inst=%d, val=%s", v.inst, appendAtom(nil, v.atom))
		}
		if i < len(last) {
			dst = fmt.Appendf(dst, " (last inst=%d, val=%s)", last[i].inst, appendAtom(nil, last[i].atom))
		}
		dst = append(dst, '\n')
	}
	return string(dst)
}

// appendBinding appends a descriptor, the metrics it is of and was taken from, and
// the number of values.
func appendBinding(dst []byte, metric, from libpcp.PMID, desc libpcp.Desc, count int, f factor) []byte {
	dst = fmt.Appendf(dst, "    PMID: %s (%s from pmDesc) numval: %d", metric, from, count)
	if f.div > 1 {
		dst = fmt.Appendf(dst, " div_scale: %d", int(f.div))
	}
	if f.mult > 1 {
		dst = fmt.Appendf(dst, " mul_scale: %d", int(f.mult))
	}
	return fmt.Appendf(dst, "\n    Data Type: %s  InDom: %s 0x%x\n    Semantics: %s  Units: %s\n",
		format.DataType(desc.Type), desc.InDom, uint32(desc.InDom), format.Semantics(desc.Sem),
		format.Units(desc.Units, libpcp.UnitsNotation{}))
}

// appendAtom appends a value of a node.
func appendAtom(dst []byte, a libpcp.Atom) []byte {
	switch a.Type {
	case libpcp.Type32, libpcp.Type64:
		return strconv.AppendInt(dst, a.Int64(), 10)
	case libpcp.TypeU32, libpcp.TypeU64:
		return strconv.AppendUint(dst, a.Uint64(), 10)
	case libpcp.TypeFloat, libpcp.TypeDouble:
		return strconv.AppendFloat(dst, a.Float64(), 'g', 6, 64)
	case libpcp.TypeString:
		return append(dst, a.Bytes()...)
	}
	return append(dst, "[blob]"...)
}

// origin is the metric that a term's descriptor was once of.
func (t *term) origin() libpcp.PMID {
	switch t.op.(type) {
	case metricOp:
		return t.desc.PMID
	case *numberOp, anonOp, *definedOp, novalueOp:
		return libpcp.NullPMID
	case *binaryOp:
		if is[*numberOp](t.left.op) {
			return t.right.origin()
		}
	case *ternaryOp:
		return t.right.origin()
	}
	return t.left.origin()
}

// typeName is the argument of an anon.
func typeName(n *node) string { return "PM_TYPE_" + n.desc.Type.String() }
