package derive

import (
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// binder binds definitions to a source.
type binder struct {
	*source
	missingNovalue bool // see Definitions
	ids            map[string]libpcp.PMID
	descs          map[libpcp.PMID]libpcp.DescReply
	masked         map[string]libpcp.PMID // names that the source itself has for what is to be bound
}

// bind binds the metrics that have not been tried yet, in two round trips for
// all of them.
func (s *source) bind(ctx context.Context, metrics []*metric) {
	if len(metrics) == 0 {
		return
	}
	names, own := s.operandNames(metrics), s.maskable(metrics)
	b := binder{source: s, missingNovalue: s.defs.missing()}
	if len(names)+len(own) > 0 {
		b.lookup(ctx, names, own)
	}
	for _, m := range metrics {
		b.metric(m)
	}
}

// metric binds one metric, and before it those its definition refers to.
func (b *binder) metric(m *metric) {
	if m.state != unbound {
		return
	}
	m.state = inProgress
	b.defs.trace().bind(m, b.walking)
	if id, ok := b.masked[m.name]; ok {
		m.state = failed
		b.defs.trace().printf("Warning: %s [%s %s context] masks global derived metric [%s] with the same name\n", m.name, id, b.kind(), m.id)
		return
	}
	if m.n >= predefined { // libpcp (C) knows that nothing hides those
		b.defs.trace().lookup(m.name, m.id)
	}
	if m.own {
		b.traceMasked(m)
	}
	root, err := b.term(m, m.expr, false)
	whole := root
	if err == nil {
		if problem := root.check(&b.defs.rules); problem != "" {
			b.defs.trace().ofBinding().alternatives(root)
			err = &unboundError{reason: problem}
		}
	}
	if err != nil {
		m.state, m.reason = failed, err.reason
		if m.reason != "" && !err.quiet && !m.own {
			b.defs.report(m.name, m.reason)
		}
		b.defs.trace().failed(m, whole)
		return
	}
	m.state, m.root, m.operands = bound, root, root.operands(nil)
	b.defs.trace().bound(m, root)
}

// unboundError is why a definition cannot be bound.
type unboundError struct {
	reason string
	quiet  bool // reported only on request
}

// term builds the tree below n with the descriptors of its metrics. In a
// ternary, as lenient says, a metric need not exist.
func (b *binder) term(m *metric, n *node, lenient bool) (*term, *unboundError) {
	t := &term{node: n, op: n.op.begin()}
	if o, ok := t.op.(*definedOp); ok {
		id, found := b.ids[n.left.text]
		b.traceOperand(n.left.text, id, found)
		if found && b.nested(id) {
			return nil, illegalNesting(n.left.text)
		}
		o.exists = found
		return t, nil
	}
	switch {
	case is[metricOp](n.op):
		return b.operand(m, t, lenient)
	case n.tags != nil && n.tags.meta != "":
		return b.metadata(m, t, lenient)
	case is[*numberOp](n.op):
		t.desc = n.desc
	case is[novalueOp](n.op):
		t.desc = n.tags.over(n.desc)
	}
	lenient = lenient || is[*ternaryOp](n.op) && b.defs.rules.Has(release.DerivedNovalue)
	for _, child := range [...]struct {
		from *node
		to   **term
	}{{n.left, &t.left}, {n.right, &t.right}, {n.third, &t.third}} {
		if child.from == nil {
			continue
		}
		var err *unboundError
		if *child.to, err = b.term(m, child.from, lenient); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// nested reports whether a metric must not be an operand, being derived.
func (b *binder) nested(id libpcp.PMID) bool {
	_, ours := b.descs[id]
	return !ours && b.defs.rules.Has(release.DerivedNovalue)
}

func illegalNesting(name string) *unboundError {
	return &unboundError{reason: "operand " + name + ": Illegal nested derived metric"}
}

// operand finds the metric of a name.
func (b *binder) operand(m *metric, t *term, lenient bool) (*term, *unboundError) {
	if id, found := b.ids[t.text]; found && t.node != m.expr && b.nested(id) {
		b.traceOperand(t.text, id, found)
		return nil, illegalNesting(t.text)
	}
	reply := b.describe(t.text)
	if reply.Err == nil {
		t.desc = reply.Desc
		return t, nil
	}
	return b.missing(m, t, t.text, reply.Err, lenient)
}

// metadata finds the metric that a constant or novalue takes its metadata
// from.
func (b *binder) metadata(m *metric, t *term, lenient bool) (*term, *unboundError) {
	reply := b.describe(t.tags.meta)
	if reply.Err == nil {
		if m.own { // only in definitions for all
			reply.Desc = t.node.desc
		}
		t.desc = t.tags.over(reply.Desc)
		return t, nil
	}
	return b.missing(m, t, t.tags.meta, reply.Err, lenient)
}

// missing describes a term whose metric does not exist. Unless that is an error,
// its descriptor is all zeros, except fields that tags set.
func (b *binder) missing(m *metric, t *term, name string, err error, lenient bool) (*term, *unboundError) {
	b.defs.trace().unknown(m, name, b.known(name), err)
	quiet := !b.defs.rules.Has(release.UnboundDerivedHidden)
	switch _, found := b.ids[name]; {
	case !b.defs.rules.Has(release.DerivedNovalue):
		return nil, &unboundError{}
	case found:
		return nil, &unboundError{"operand " + name + ": Metadata for operand metric not available", quiet}
	case b.missingNovalue:
		b.defs.trace().printf("Warning: derived metric %s: operand \"%s\" not found, mapped to novalue()\n", m.name, name)
		if is[metricOp](t.op) {
			t.op = novalueOp{}
			t.node = &node{op: t.op, tags: new(tags)}
		}
		t.desc = t.tags.over(noMetadata)
		return t, nil
	case lenient:
		t.unknown = name
		if t.tags != nil {
			t.desc = t.tags.over(libpcp.Desc{})
		}
		return t, nil
	}
	return nil, &unboundError{"operand " + name + ": Unknown operand metric", quiet}
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
	other := b.byID(id)
	if other == nil {
		return libpcp.DescReply{Err: libpcp.ErrPMID}
	}
	b.metric(other)
	return other.reply()
}

// known is the identifier of a name, or libpcp.NullPMID.
func (b *binder) known(name string) libpcp.PMID {
	if id, ok := b.ids[name]; ok {
		return id
	}
	return libpcp.NullPMID
}

// traceMasked traces that a metric of the source alone hides another derived
// one.
func (b *binder) traceMasked(m *metric) {
	if n := b.defs.byName(m.name); n >= 0 {
		b.defs.trace().printf("Warning: %s [%s derived] masks global derived metric [%s] with the same name\n", m.name, m.id, b.shared(n).id)
	}
}

// traceOperand traces the look-up of an operand that is not the source's.
func (b *binder) traceOperand(name string, id libpcp.PMID, found bool) {
	if !found {
		id = libpcp.NullPMID
	}
	if _, ours := b.descs[id]; !ours {
		b.defs.trace().lookup(name, id)
	}
}

// operandNames returns the names in the definitions not tried yet, and in
// those these may refer to.
func (s *source) operandNames(metrics []*metric) []string {
	var names []string
	seen := make(map[string]bool)
	todo := slices.Clone(metrics)
	visited := make(map[*metric]bool)
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if visited[m] || m.state != unbound {
			continue
		}
		visited[m] = true
		m.expr.names(func(name string) {
			if seen[name] {
				return
			}
			seen[name] = true
			names = append(names, name)
			if other := s.byName(name); other != nil {
				todo = append(todo, other)
			}
		})
	}
	return names
}

// maskable returns the names of metrics that are not bound where the source itself has
// a metric of that name: its own hides the derived one, even if it has no descriptor.
func (s *source) maskable(metrics []*metric) []string {
	if !s.defs.rules.Has(release.UnboundDerivedHidden) {
		return nil
	}
	var names []string
	for _, m := range metrics {
		if m.state == unbound && !m.own && m.n >= predefined {
			names = append(names, m.name)
		}
	}
	return names
}

// kind is the kind of context that a trace has for the source.
func (s *source) kind() string {
	switch {
	case s.archive:
		return "archive"
	case s.local:
		return "local"
	}
	return "host"
}

// lookup finds the identifiers and descriptors of the names that exist, and which of the
// names of the metrics themselves do.
func (b *binder) lookup(ctx context.Context, names, own []string) {
	b.ids, b.masked = make(map[string]libpcp.PMID, len(names)), make(map[string]libpcp.PMID)
	q := libpcp.LookupQuery{Names: slices.Concat(names, own), NoReason: true}
	b.inner.Ask(ctx, &q)
	for i, found := range q.Replies {
		if i < len(names) {
			b.ids[names[i]] = found.ID
		} else if found.Err == nil && found.ID != libpcp.NullPMID {
			b.masked[q.Names[i]] = found.ID
		}
	}
	var theirs []libpcp.PMID
	for _, name := range names {
		id, ok := b.ids[name]
		if ok && id != libpcp.NullPMID {
			theirs = append(theirs, id)
		} else if m := b.byName(name); m != nil {
			b.ids[name] = m.id
		} else {
			delete(b.ids, name)
		}
	}
	b.descs = make(map[libpcp.PMID]libpcp.DescReply, len(theirs))
	if len(theirs) > 0 {
		q := libpcp.DescsQuery{IDs: theirs}
		b.inner.Ask(ctx, &q)
		for i, reply := range q.Replies {
			b.descs[theirs[i]] = reply
		}
	}
}
