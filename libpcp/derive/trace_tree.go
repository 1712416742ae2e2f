package derive

import (
	"strings"

	"pcptools/libpcp"
)

// parsedTree is the tree below n.
func parsedTree(n *node, saves bool) *TraceNode {
	if n == nil {
		return nil
	}
	tree := &TraceNode{Address: n, Type: n.traceType(), SavesLast: saves, Text: n.traceText()}
	switch n.op {
	case opMetric:
	case opConstant:
		if n.tags != nil && n.tags.meta != "" {
			tree.Left = &TraceNode{Address: n.tags, Type: "NAME", Text: n.tags.meta}
		}
	case opAnon:
		tree.Left = &TraceNode{Address: &n.desc, Type: "INTEGER", Text: typeName(n)}
	case opInstance, opMatch:
		tree.Left, tree.Right = n.patternTree(&n.text, &memory{}), parsedTree(n.left, false)
	case opRescale:
		tree.Left, tree.Right = parsedTree(n.left, false), n.scaleTree(&n.text)
	case opTernary:
		tree.Left = parsedTree(n.left, false)
		tree.Right = &TraceNode{Address: &n.third, Type: "COLON", Left: parsedTree(n.right, false), Right: parsedTree(n.third, false)}
	case opBinary:
		tree.Left, tree.Right = parsedTree(n.left, false), parsedTree(n.right, false)
	default:
		tree.Left = parsedTree(n.left, n.op.remembers())
	}
	return tree
}

// traceText is the text of a node, if it has one.
func (n *node) traceText() string {
	switch n.op {
	case opMetric, opConstant:
		return n.text
	case opDefined:
		return n.left.text
	}
	return ""
}

// scaleTree is the node of the units of a rescale.
func (n *node) scaleTree(address any) *TraceNode {
	return &TraceNode{Address: address, Type: "SCALE", Text: n.desc.Units.String()}
}

// patternTree is the node of what selects instances; m is what is remembered of
// it.
func (n *node) patternTree(address any, m *memory) *TraceNode {
	p := &TracePattern{Exact: n.op == opInstance, Inst: -1, Used: m.rounds, Instances: len(m.matched)}
	if m.found {
		p.Inst = m.inst
	}
	p.Inverted = !p.Exact && n.match.except
	for _, seen := range m.matched {
		if seen.yes {
			p.Matches++
		}
	}
	return &TraceNode{Address: address, Type: "PATTERN", Text: n.text, Pattern: p}
}

// tree is the tree below t, with descriptors; id is the identifier that t's
// has, f what its values are multiplied and divided by. Without steps it has
// no values.
func (s *steps) tree(t *term, id libpcp.PMID, saves bool, f factor) *TraceNode {
	if t == nil {
		return nil
	}
	if t.desc == (libpcp.Desc{}) { // not checked
		id = 0
	}
	tree := &TraceNode{Address: t, Type: t.traceType(), SavesLast: saves, Text: t.traceText(), Bound: s.binding(t, id, f)}
	switch t.op {
	case opMetric, opConstant, opDefined:
	case opAnon:
		tree.Left = &TraceNode{Address: &t.desc, Type: "INTEGER", Text: typeName(t.node), Bound: s.typeArgument(t)}
	case opInstance, opMatch:
		tree.Left, tree.Right = t.patternTree(&t.exists, &t.memory), s.operand(t.left, false, factor{})
	case opRescale:
		tree.Left, tree.Right = s.operand(t.left, false, t.scale.left), t.scaleTree(&t.exists)
	case opTernary:
		tree.Left, tree.Right = s.operand(t.left, false, factor{}), s.colon(t)
	case opBinary:
		tree.Left = s.operand(t.left, false, t.scale.left)
		if s != nil && s.results[t.left].err != nil { // in libpcp (C) the rest is not evaluated
			s = nil
		}
		tree.Right = s.operand(t.right, false, t.scale.right)
	default:
		tree.Left = s.operand(t.left, t.op.remembers(), factor{})
	}
	return tree
}

// operand is the tree of an operand.
func (s *steps) operand(t *term, saves bool, f factor) *TraceNode {
	if t == nil {
		return nil
	}
	return s.tree(t, t.origin(), saves, f)
}

// colon is the node of the alternatives of a ternary. Its type says which is
// always chosen, if one is.
func (s *steps) colon(t *term) *TraceNode {
	choice := ""
	switch t.chosen {
	case nil:
	case t.right:
		choice = " [LEFT]"
	default:
		choice = " [RIGHT]"
	}
	desc := t.desc
	if desc == (libpcp.Desc{}) {
		desc = t.right.desc
		if desc.InDom == libpcp.NullInDom {
			desc.InDom = t.third.desc.InDom
		}
	}
	return &TraceNode{Address: &t.third, Type: "COLON" + choice,
		Left: s.operand(t.right, false, factor{}), Right: s.operand(t.third, false, factor{}),
		Bound: &TraceBinding{Metric: libpcp.NullPMID, From: t.right.origin(), Desc: desc}}
}

// typeArgument describes the argument of an anon, which has a value once the
// metric has been evaluated.
func (s *steps) typeArgument(t *term) *TraceBinding {
	b := &TraceBinding{Metric: libpcp.NullPMID, From: libpcp.NullPMID, Desc: t.desc}
	if s != nil {
		b.Count, b.Values = 1, []TraceValue{{libpcp.NullInst, libpcp.Int32Atom(0)}}
	}
	return b
}

// binding describes a term and its values, as far as there are any.
func (s *steps) binding(t *term, id libpcp.PMID, f factor) *TraceBinding {
	b := &TraceBinding{Metric: libpcp.NullPMID, From: id, Desc: t.desc, Mult: int(f.mult), Div: int(f.div)}
	if t.op == opMetric {
		b.Metric = t.desc.PMID
	}
	var result series
	switch {
	case t.op == opDefined:
		result = one(value{libpcp.NullInst, libpcp.Uint32Atom(uint32(truth(t.exists)))})
	case s != nil:
		result = s.results[t]
	}
	b.Count = len(result.values)
	if result.err != nil && t.op == opMetric {
		b.Count = int(libpcp.Code(result.err))
	}
	b.Values = tracedValues(result.values)
	if s != nil {
		b.Last = tracedValues(s.before[t])
	}
	return b
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
	case opConstant, opAnon, opDefined, opNovalue:
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

// remembers reports whether an operator needs its operand's last values.
func (o op) remembers() bool { return o == opDelta || o == opRate }

// typeName is the argument of an anon.
func typeName(n *node) string { return "PM_TYPE_" + n.desc.Type.String() }

// traceType is the type of a node in C's tree.
func (n *node) traceType() string {
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
	case opNovalue:
		return "NOVALUE"
	case opBinary:
		return n.sign.Info().Word
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

// functionOf is the name of the function that computes o.
func functionOf(o op) string {
	for _, name := range [...]string{"avg", "count", "defined", "delta", "instant", "max", "min", "rate", "rescale", "scalar", "sum"} {
		if functions(name) == o {
			return name
		}
	}
	return ""
}

// upper makes the ASCII letters of s capitals.
func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
