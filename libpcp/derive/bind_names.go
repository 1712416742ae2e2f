package derive

import (
	"context"
	"slices"

	"pcptools/libpcp"
)

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

// names calls f with each name of a metric in the expression.
func (n *node) names(f func(string)) {
	switch {
	case is[metricOp](n.op):
		f(n.text)
	case n.tags != nil && n.tags.meta != "":
		f(n.tags.meta)
	}
	for _, child := range [...]*node{n.left, n.right, n.third} {
		if child != nil {
			child.names(f)
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
		if ok && id != libpcp.NullPMID {
			own = append(own, id)
		} else if m := b.byName(name); m != nil {
			b.ids[name] = m.id
		} else {
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
