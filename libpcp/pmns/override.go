package pmns

import (
	"context"

	"pcptools/libpcp"
)

// override is a Source whose names are those of a tree. Abilities that it
// does not have are those of the source behind, found by libpcp.As.
type override struct {
	libpcp.Source
	tree    *Tree
	dynamic bool
}

// An Option changes what [Override] does.
type Option func(*override)

// ExpandDynamic puts the names that the source has below the roots of dynamic
// subtrees in their place, as in local contexts. Otherwise they are listed as
// if they were metrics.
func ExpandDynamic() Option { return func(o *override) { o.dynamic = true } }

// Override returns src with the names of a tree instead of its own. The
// result has every ability of src, found by libpcp.As, and owns src.
func Override(src libpcp.Source, tree *Tree, options ...Option) libpcp.Source {
	o := &override{Source: src, tree: tree}
	for _, option := range options {
		option(o)
	}
	return o
}

// TrimTo returns the name space with only the metrics that a source knows, an
// archive above all.
func TrimTo(ctx context.Context, tree *Tree, src libpcp.Source) *Tree {
	var ids []libpcp.PMID
	tree.walk(0, func(at int32) { ids = append(ids, tree.nodes[at].id) })
	known := make(map[libpcp.PMID]bool, len(ids))
	for i, reply := range src.Descs(ctx, ids) {
		known[ids[i]] = reply.Err == nil
	}
	return tree.Trim(func(id libpcp.PMID) bool { return known[id] })
}

// Unwrap implements [libpcp.Unwrapper].
func (o *override) Unwrap() libpcp.Source { return o.Source }

// Duplicate implements [libpcp.Duplicater].
func (o *override) Duplicate(ctx context.Context) (libpcp.Source, error) {
	d, ok := libpcp.As[libpcp.Duplicater](o.Source)
	if !ok {
		return nil, libpcp.ErrNYI
	}
	src, err := d.Duplicate(ctx)
	if err != nil {
		return nil, err
	}
	return &override{Source: src, tree: o.tree, dynamic: o.dynamic}, nil
}

// Lookup implements [libpcp.Source]. Unlike other sources a name-space file
// is no failure for several names of which none is found.
func (o *override) Lookup(ctx context.Context, names []string) ([]libpcp.PMID, error) {
	ids := make([]libpcp.PMID, len(names))
	for i, name := range names {
		id, err := o.lookup(ctx, name)
		if err != nil && len(names) == 1 {
			return []libpcp.PMID{libpcp.NullPMID}, err
		}
		ids[i] = id
	}
	return ids, nil
}

func (o *override) lookup(ctx context.Context, name string) (libpcp.PMID, error) {
	id, err := o.tree.Lookup(name)
	if err == nil || !o.dynamic || o.tree.dynamicAbove(name) == "" {
		return id, err
	}
	ids, err := o.Source.Lookup(ctx, []string{name})
	if err != nil {
		return libpcp.NullPMID, err
	}
	return ids[0], nil
}

// Names implements [libpcp.Source].
func (o *override) Names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	names, err := o.tree.Names(id)
	if err == nil || !o.dynamic {
		return names, err
	}
	return o.Source.Names(ctx, id)
}

// Children implements [libpcp.Source].
func (o *override) Children(ctx context.Context, name string) ([]libpcp.Child, error) {
	if o.dynamic && o.tree.dynamicAbove(name) != "" {
		return o.Source.Children(ctx, name)
	}
	return o.tree.Children(name)
}

// Traverse implements [libpcp.Source].
func (o *override) Traverse(ctx context.Context, name string) ([]string, error) {
	if !o.dynamic {
		return o.tree.Traverse(name)
	}
	if root := o.tree.dynamicAbove(name); root != "" && root != name {
		return o.Source.Traverse(ctx, name)
	}
	names, err := o.tree.Traverse(name)
	if err != nil {
		return nil, err
	}
	return o.expand(ctx, names), nil
}

// expand replaces the roots of dynamic subtrees among names, where the source
// knows anything below them.
func (o *override) expand(ctx context.Context, names []string) []string {
	expanded := make([]string, 0, len(names))
	for _, name := range names {
		var below []string
		if id, _ := o.tree.Lookup(name); id.DynamicRoot() {
			below, _ = o.Source.Traverse(ctx, name)
		}
		if len(below) == 0 {
			below = []string{name}
		}
		expanded = append(expanded, below...)
	}
	return expanded
}

// Batch implements [libpcp.Batcher]: what is not about names goes to the
// source in one batch.
func (o *override) Batch(ctx context.Context, queries ...libpcp.Query) {
	var others []libpcp.Query
	for _, q := range queries {
		switch q.(type) {
		case *libpcp.LookupQuery, *libpcp.TraverseQuery:
			q.Ask(ctx, o)
		default:
			others = append(others, q)
		}
	}
	if len(others) == 0 {
		return
	}
	if b, ok := libpcp.As[libpcp.Batcher](o.Source); ok {
		b.Batch(ctx, others...)
		return
	}
	for _, q := range others {
		q.Ask(ctx, o.Source)
	}
}
