package derive

import (
	"context"
	"slices"

	"pcptools/libpcp"
)

// binding is a definition as it applies to one source.
type binding struct {
	state    bindState
	root     *term
	operands []libpcp.PMID
}

type bindState uint8

const (
	unbound bindState = iota
	inProgress
	bound
	failed
)

// reply describes the metric.
func (b *binding) reply(id libpcp.PMID) libpcp.DescReply {
	if b.state != bound {
		return libpcp.DescReply{Err: libpcp.ErrBadDerive}
	}
	desc := b.root.desc
	desc.PMID = id
	return libpcp.DescReply{Desc: desc}
}

// term is a node of an expression bound to a source, with what it remembers
// from one evaluation to the next.
type term struct {
	*node
	desc               libpcp.Desc // PMID only of an opMetric
	left, right, third *term
	exists             bool    // the argument of an opDefined
	value              value   // of a constant
	scale              scaling // of the operands of an opBinary
	memory
}

// binder binds definitions to a source.
type binder struct {
	*source
	ids   map[string]libpcp.PMID
	descs map[libpcp.PMID]libpcp.DescReply
}

// bind binds the definitions at the given positions that have not been tried
// yet, in two round trips for all of them.
func (s *source) bind(ctx context.Context, positions []int) {
	if len(positions) == 0 {
		return
	}
	for len(s.bindings) < len(s.defs.list) {
		s.bindings = append(s.bindings, binding{})
	}
	names := s.operandNames(positions)
	b := binder{source: s}
	if len(names) > 0 {
		b.lookup(ctx, names)
	}
	for _, n := range positions {
		b.definition(n)
	}
}

// operandNames returns the names of metrics in the definitions not tried yet,
// and in those these may refer to.
func (s *source) operandNames(positions []int) []string {
	var names []string
	seen := make(map[string]bool)
	todo := slices.Clone(positions)
	visited := make(map[int]bool)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if visited[n] || s.bindings[n].state != unbound {
			continue
		}
		visited[n] = true
		s.defs.list[n].expr.metrics(func(name string) {
			if seen[name] {
				return
			}
			seen[name] = true
			names = append(names, name)
			if other := s.defs.byName(name); other >= 0 {
				todo = append(todo, other)
			}
		})
	}
	return names
}

// metrics calls f with each name of a metric in the expression.
func (n *node) metrics(f func(string)) {
	if n.op == opMetric {
		f(n.text)
	}
	for _, child := range [...]*node{n.left, n.right, n.third} {
		if child != nil {
			child.metrics(f)
		}
	}
}

// lookup finds the identifiers and descriptors of the names that exist.
func (b *binder) lookup(ctx context.Context, names []string) {
	b.ids = make(map[string]libpcp.PMID, len(names))
	q := libpcp.LookupQuery{Names: names, NoReason: true}
	libpcp.Ask(ctx, b.inner, &q)
	for i, found := range q.Replies {
		b.ids[names[i]] = found.ID
	}
	var own []libpcp.PMID
	for _, name := range names {
		id, ok := b.ids[name]
		switch {
		case ok && id != libpcp.NullPMID:
			own = append(own, id)
		case b.defs.byName(name) >= 0:
			b.ids[name] = b.defs.list[b.defs.byName(name)].id
		default:
			delete(b.ids, name)
		}
	}
	b.descs = make(map[libpcp.PMID]libpcp.DescReply, len(own))
	if len(own) > 0 {
		for i, reply := range b.inner.Descs(ctx, own) {
			b.descs[own[i]] = reply
		}
	}
}

// definition binds one definition. One that refers to itself fails, where
// the genuine library crashes.
func (b *binder) definition(n int) {
	if b.bindings[n].state != unbound {
		return
	}
	b.bindings[n].state = inProgress
	def := b.defs.list[n]
	b.defs.trace.lookup(def.name, def.id)
	root := b.term(def, def.expr)
	if root == nil {
		b.bindings[n].state = failed
		return
	}
	if err := root.check(); err != "" {
		b.defs.trace.alternatives(root)
		b.defs.report(def.name, err)
		b.bindings[n].state = failed
		return
	}
	b.bindings[n] = binding{state: bound, root: root, operands: root.operands(nil)}
	b.defs.trace.bound(n, def, root)
}

// term builds the tree below n with the descriptors of its metrics. It is nil
// if a metric does not exist, unless that is an argument of defined.
func (b *binder) term(def *definition, n *node) *term {
	t := &term{node: n}
	switch n.op {
	case opDefined:
		var id libpcp.PMID
		id, t.exists = b.ids[n.left.text]
		b.traceOperand(n.left.text, id, t.exists)
		return t
	case opMetric:
		reply := b.describe(n.text)
		t.desc = reply.Desc
		if reply.Err != nil {
			b.defs.trace.unknown(def.name, n.text, b.known(n.text), reply.Err)
			return nil
		}
		return t
	}
	for _, child := range [...]struct {
		from *node
		to   **term
	}{{n.left, &t.left}, {n.right, &t.right}, {n.third, &t.third}} {
		if child.from == nil {
			continue
		}
		if *child.to = b.term(def, child.from); *child.to == nil {
			return nil
		}
	}
	return t
}

// describe returns the descriptor of the metric with a name.
func (b *binder) describe(name string) libpcp.DescReply {
	id, ok := b.ids[name]
	b.traceOperand(name, id, ok)
	if !ok {
		return libpcp.DescReply{Err: libpcp.ErrName}
	}
	if reply, ok := b.descs[id]; ok {
		return reply
	}
	n := b.defs.byID(id)
	if n < 0 {
		return libpcp.DescReply{Err: libpcp.ErrPMID}
	}
	b.definition(n)
	return b.bindings[n].reply(id)
}

// known is the identifier of a name, or libpcp.NullPMID.
func (b *binder) known(name string) libpcp.PMID {
	if id, ok := b.ids[name]; ok {
		return id
	}
	return libpcp.NullPMID
}

// traceOperand tells of the look-up of an operand that is not the source's.
func (b *binder) traceOperand(name string, id libpcp.PMID, found bool) {
	if !found {
		id = libpcp.NullPMID
	}
	if _, ours := b.descs[id]; !ours {
		b.defs.trace.lookup(name, id)
	}
}

// operands appends the metrics to fetch.
func (t *term) operands(dst []libpcp.PMID) []libpcp.PMID {
	if t.op == opMetric {
		return append(dst, t.desc.PMID)
	}
	for _, child := range [...]*term{t.left, t.right, t.third} {
		if child != nil {
			dst = child.operands(dst)
		}
	}
	return dst
}
