package derive

import (
	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// parsedTree is the tree below n.
func parsedTree(n *node, saves bool) *traced.Node {
	if n == nil {
		return nil
	}
	tree := &traced.Node{Address: n, Type: n.traceType(), SavesLast: saves, Text: n.traceText()}
	switch o := n.op.(type) {
	case metricOp:
	case *numberOp:
		if n.tags != nil && n.tags.meta != "" {
			tree.Left = &traced.Node{Address: n.tags, Type: "NAME", Text: n.tags.meta}
		}
	case anonOp:
		tree.Left = &traced.Node{Address: &n.desc, Type: "INTEGER", Text: typeName(n)}
	case *instanceOp:
		tree.Left, tree.Right = n.instanceTree(&n.text, o), parsedTree(n.left, false)
	case *matchOp:
		tree.Left, tree.Right = n.matchTree(&n.text, o), parsedTree(n.left, false)
	case rescaleOp:
		tree.Left, tree.Right = parsedTree(n.left, false), n.scaleTree(&n.text)
	case *ternaryOp:
		tree.Left = parsedTree(n.left, false)
		tree.Right = &traced.Node{Address: &n.third, Type: "COLON", Left: parsedTree(n.right, false), Right: parsedTree(n.third, false)}
	case *binaryOp:
		tree.Left, tree.Right = parsedTree(n.left, false), parsedTree(n.right, false)
	default:
		tree.Left = parsedTree(n.left, is[*changeOp](n.op))
	}
	return tree
}

// scaleTree is the node of the units of a rescale.
func (n *node) scaleTree(address any) *traced.Node {
	return &traced.Node{Address: address, Type: "SCALE", Text: n.desc.Units.String()}
}

// instanceTree is the node of the name of an instance; o is the memory of it.
func (n *node) instanceTree(address any, o *instanceOp) *traced.Node {
	p := &traced.Pattern{Exact: true, Inst: -1}
	if o.found {
		p.Inst = o.inst
	}
	return &traced.Node{Address: address, Type: "PATTERN", Text: n.text, Pattern: p}
}

// matchTree is the node of a pattern; o is the memory of instances.
func (n *node) matchTree(address any, o *matchOp) *traced.Node {
	p := &traced.Pattern{Inverted: o.matcher.except, Used: o.rounds, Instances: len(o.matched)}
	for _, seen := range o.matched {
		if seen.yes {
			p.Matches++
		}
	}
	return &traced.Node{Address: address, Type: "PATTERN", Text: n.text, Pattern: p}
}

// tree is the tree below t, with descriptors; id is the identifier that t's
// has, f what its values are multiplied and divided by. Without steps it has
// no values.
func (s *steps) tree(t *term, id libpcp.PMID, saves bool, f factor) *traced.Node {
	if t == nil {
		return nil
	}
	if t.desc == (libpcp.Desc{}) { // not checked
		id = 0
	}
	tree := &traced.Node{Address: t, Type: t.traceType(), SavesLast: saves, Text: t.traceText(), Bound: s.binding(t, id, f)}
	switch o := t.op.(type) {
	case metricOp, *numberOp, *definedOp:
	case anonOp:
		tree.Left = &traced.Node{Address: &t.desc, Type: "INTEGER", Text: typeName(t.node), Bound: s.typeArgument(t)}
	case *instanceOp:
		tree.Left, tree.Right = t.instanceTree(&t.unknown, o), s.operand(t.left, false, factor{})
	case *matchOp:
		tree.Left, tree.Right = t.matchTree(&t.unknown, o), s.operand(t.left, false, factor{})
	case rescaleOp:
		tree.Left, tree.Right = s.operand(t.left, false, factor{}), t.scaleTree(&t.unknown)
	case *ternaryOp:
		tree.Left, tree.Right = s.operand(t.left, false, factor{}), s.colon(t, o)
	case *binaryOp:
		tree.Left = s.operand(t.left, false, o.scale.left)
		if s != nil && s.results[t.left].err != nil { // in libpcp (C) the rest is not evaluated
			s = nil
		}
		tree.Right = s.operand(t.right, false, o.scale.right)
	default:
		tree.Left = s.operand(t.left, is[*changeOp](t.op), factor{})
	}
	return tree
}

// operand is the tree of an operand.
func (s *steps) operand(t *term, saves bool, f factor) *traced.Node {
	if t == nil {
		return nil
	}
	return s.tree(t, t.origin(), saves, f)
}

// colon is the node of the alternatives of a ternary. Its type says which is
// always chosen, if one is.
func (s *steps) colon(t *term, o *ternaryOp) *traced.Node {
	choice := ""
	switch o.chosen {
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
	return &traced.Node{Address: &t.third, Type: "COLON" + choice,
		Left: s.operand(t.right, false, factor{}), Right: s.operand(t.third, false, factor{}),
		Bound: &traced.BoundNode{Metric: libpcp.NullPMID, From: t.right.origin(), Desc: desc}}
}

// typeArgument describes the argument of an anon, which has a value once the
// metric has been evaluated.
func (s *steps) typeArgument(t *term) *traced.BoundNode {
	b := &traced.BoundNode{Metric: libpcp.NullPMID, From: libpcp.NullPMID, Desc: t.desc}
	if s != nil {
		b.Count, b.Values = 1, []traced.InstanceValue{{Inst: libpcp.NullInst, Atom: libpcp.Int32Atom(0)}}
	}
	return b
}

// binding describes a term and its values, if any.
func (s *steps) binding(t *term, id libpcp.PMID, f factor) *traced.BoundNode {
	b := &traced.BoundNode{Metric: libpcp.NullPMID, From: id, Desc: t.desc, Mult: int(f.mult), Div: int(f.div)}
	if is[metricOp](t.op) {
		b.Metric = t.desc.PMID
	}
	var result series
	switch o, ok := t.op.(*definedOp); {
	case ok:
		result = o.eval(nil, t)
	case s != nil:
		result = s.results[t]
	}
	b.Count = len(result.values)
	if result.err != nil && is[metricOp](t.op) {
		b.Count = int(libpcp.Code(result.err))
	}
	b.Values = tracedValues(result.values)
	if s != nil {
		b.Last = tracedValues(s.before[t])
	}
	return b
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

// evaluated traces the values of the n-th metric of a fetch, and of all terms of
// its expression.
func (s *steps) evaluated(n int, root *term, id libpcp.PMID) {
	if s == nil {
		return
	}
	result := s.results[root]
	count := len(result.values)
	if result.err != nil {
		count = int(libpcp.Code(result.err))
	}
	s.event(traced.Evaluated{Number: n, Count: count, ID: id, Values: tracedValues(result.values), Tree: s.tree(root, id, false, factor{})})
}
