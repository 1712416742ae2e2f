package pmns

import (
	"context"
	"errors"
	"slices"

	"pcptools/libpcp"
)

// override is a Source whose names are those of a tree.
type override struct {
	libpcp.Source
	tree    *Tree
	load    func() (*Tree, error) // where tree is nil
	dynamic bool
}

// Override returns src with the names of a tree instead of its own. Roots of
// dynamic subtrees are listed as if they were metrics, and any name below one
// stands for it when it is looked up. The result has every optional interface
// of libpcp, forwards other requests to src, and owns src.
func Override(src libpcp.Source, tree *Tree) libpcp.Source {
	return &override{Source: src, tree: tree}
}

// OverrideLocal is Override for the source of a local context, whose own names
// take the place of the roots of dynamic subtrees. The tree is loaded when a
// name is first asked for. While loading fails, each request tries again and
// returns ErrNoPMNS.
func OverrideLocal(src libpcp.Source, load func() (*Tree, error)) libpcp.Source {
	return &override{Source: src, load: load, dynamic: true}
}

// TrimTo returns the name space without the metrics that a source, such as an
// archive, does not have (pmTrimNameSpace(3)).
func TrimTo(ctx context.Context, tree *Tree, src libpcp.Source) *Tree {
	var ids []libpcp.PMID
	tree.walk(0, func(at int32) { ids = append(ids, tree.nodes[at].id) })
	known := make(map[libpcp.PMID]bool, len(ids))
	for i, reply := range src.Descs(ctx, ids) {
		known[ids[i]] = reply.Err == nil
	}
	return tree.Trim(func(id libpcp.PMID) bool { return known[id] })
}

// Archive implements [libpcp.Archiver]: no request of an archive has names of
// metrics.
func (o *override) Archive() (libpcp.Seeker, error) { return libpcp.Archive(o.Source) }

// Store implements [libpcp.Storer].
func (o *override) Store(ctx context.Context, r *libpcp.Result) error {
	return libpcp.Store(ctx, o.Source, r)
}

// Reconnect implements [libpcp.Reconnector].
func (o *override) Reconnect(ctx context.Context) error { return libpcp.Reconnect(ctx, o.Source) }

// NamesOrigin implements [libpcp.Namer].
func (o *override) NamesOrigin() libpcp.NamesOrigin { return libpcp.NamesLocal }

// Recycle implements [libpcp.Recycler].
func (o *override) Recycle(r *libpcp.Result) { libpcp.Recycle(o.Source, r) }

// Duplicate implements [libpcp.Duplicator].
func (o *override) Duplicate(ctx context.Context) (libpcp.Source, error) {
	src, err := libpcp.Duplicate(ctx, o.Source)
	if err != nil {
		return nil, err
	}
	return &override{Source: src, tree: o.tree, load: o.load, dynamic: o.dynamic}, nil
}

// space returns the tree.
func (o *override) space() (*Tree, error) {
	if o.tree == nil {
		tree, err := o.load()
		if err != nil {
			return nil, libpcp.ErrNoPMNS
		}
		o.tree = tree
	}
	return o.tree, nil
}

// Lookup implements [libpcp.Source].
func (o *override) Lookup(ctx context.Context, names []string) []libpcp.LookupReply {
	replies := make([]libpcp.LookupReply, len(names))
	t, err := o.space()
	for i, name := range names {
		replies[i] = libpcp.LookupReply{ID: libpcp.NullPMID, Err: err}
		if t != nil {
			replies[i].ID, replies[i].Err = o.lookup(ctx, t, name)
		}
	}
	return replies
}

func (o *override) lookup(ctx context.Context, t *Tree, name string) (libpcp.PMID, error) {
	id, err := t.Lookup(name)
	if err == nil {
		return id, nil
	}
	root := t.dynamicAbove(name)
	switch {
	case root == "":
		return id, err
	case !o.dynamic:
		return t.Lookup(root)
	}
	if err := o.agent(ctx, t, root); err != nil {
		return libpcp.NullPMID, err
	}
	reply := o.below(t, root).Lookup(ctx, []string{name})[0]
	return reply.ID, reply.Err
}

// below returns the source of the names in a dynamic subtree: those of its
// agent, if the source can distinguish them from others.
func (o *override) below(t *Tree, root string) libpcp.Source {
	id, _ := t.Lookup(root)
	if src, ok := o.Source.(interface {
		OfAgent(domain uint32) libpcp.Source
	}); ok {
		return src.OfAgent(id.Cluster())
	}
	return o.Source
}

// agent returns ErrNoAgent if there is none for the root of a dynamic
// subtree.
func (o *override) agent(ctx context.Context, t *Tree, root string) error {
	id, _ := t.Lookup(root)
	return o.present(ctx, libpcp.NewPMID(id.Cluster(), 0, 0))
}

// present returns ErrNoAgent if there is none for a metric.
func (o *override) present(ctx context.Context, id libpcp.PMID) error {
	if r := o.Source.Descs(ctx, []libpcp.PMID{id}); libpcp.Code(r[0].Err) == libpcp.ErrNoAgent {
		return libpcp.ErrNoAgent
	}
	return nil
}

// Names implements [libpcp.Source].
func (o *override) Names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	t, err := o.space()
	if err != nil {
		return nil, err
	}
	names, err := t.Names(id)
	if err == nil || !o.dynamic {
		return names, err
	}
	if err := o.present(ctx, id); err != nil {
		return nil, err
	}
	names, err = o.Source.Names(ctx, id)
	names = slices.DeleteFunc(names, func(name string) bool { return !o.leftToAgent(t, id, name) })
	if err == nil && len(names) == 0 {
		return nil, libpcp.ErrPMID
	}
	return names, err
}

// leftToAgent reports whether a name that the tree lacks is one that it may
// lack, since an agent makes it; an agent in this process knows its others too.
func (o *override) leftToAgent(t *Tree, id libpcp.PMID, name string) bool {
	if t.dynamicAbove(name) != "" {
		return true
	}
	src, ok := o.Source.(interface {
		Makes(id libpcp.PMID, name string) bool
	})
	return !ok || src.Makes(id, name)
}

// Children implements [libpcp.Source].
func (o *override) Children(ctx context.Context, name string) ([]libpcp.Child, error) {
	t, err := o.space()
	if err != nil {
		return nil, err
	}
	if root := t.dynamicAbove(name); o.dynamic && root != "" {
		return o.below(t, root).Children(ctx, name)
	}
	return t.Children(name)
}

// Traverse implements [libpcp.Source]. If the agent of a dynamic subtree is
// not there the names before it are returned with the error.
func (o *override) Traverse(ctx context.Context, name string) ([]string, error) {
	t, err := o.space()
	if err != nil {
		return nil, err
	}
	if !o.dynamic {
		return t.Traverse(name)
	}
	if root := t.dynamicAbove(name); root != "" && root != name {
		if err := o.agent(ctx, t, root); err != nil {
			return nil, err
		}
		return o.traverseDynamic(ctx, t, root, name)
	}
	names, err := t.Traverse(name)
	if err != nil {
		return nil, err
	}
	return o.expand(ctx, t, names)
}

// traverseDynamic asks the agent of a dynamic subtree. As in PCP it depends on
// the agent whether a name that it does not know counts as a metric's.
func (o *override) traverseDynamic(ctx context.Context, t *Tree, root, name string) ([]string, error) {
	names, err := o.below(t, root).Traverse(ctx, name)
	if errors.Is(err, libpcp.ErrName) && o.anyName(t, root) {
		return []string{name}, nil
	}
	return names, err
}

// anyName asks a source that has an answer.
func (o *override) anyName(t *Tree, root string) bool {
	source, ok := o.below(t, root).(interface{ AnyName() bool })
	return !ok || source.AnyName()
}

// expand replaces the roots of dynamic subtrees among names, where the source
// knows anything below them.
func (o *override) expand(ctx context.Context, t *Tree, names []string) ([]string, error) {
	expanded := make([]string, 0, len(names))
	for _, name := range names {
		below := []string{name}
		if id, _ := t.Lookup(name); id.DynamicRoot() {
			if err := o.agent(ctx, t, name); err != nil {
				return expanded, err
			}
			if own, err := o.below(t, name).Traverse(ctx, name); err == nil {
				below = own
			}
		}
		expanded = append(expanded, below...)
	}
	return expanded, nil
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
	libpcp.Ask(ctx, o.Source, others...)
}
