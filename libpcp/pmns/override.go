package pmns

import (
	"context"
	"errors"
	"slices"
	"sync"

	"pcptools/libpcp"
)

// override is a Source whose names come from a tree.
type override struct {
	libpcp.Source
	names   *names
	dynamic bool
	skip    *Skip
}

// Skip has the dynamic subtrees of agents that are not there left out of
// traversals and requests for children.
type Skip struct {
	There func(domain uint32) bool
	Left  func(roots []string) // is called with what a traversal leaves out
}

// names is the tree of a source and its duplicates.
type names struct {
	mu   sync.Mutex
	tree *Tree                 // nil if it is not loaded yet
	load func() (*Tree, error) // where tree is nil
}

// Override returns src with the names of a tree instead of its own. Roots of
// dynamic subtrees are listed as if they were metrics, and any name below one
// stands for it when it is looked up. The result passes other requests on to
// src, and owns src.
func Override(src libpcp.Source, tree *Tree) libpcp.Source {
	return &override{Source: src, names: &names{tree: tree}}
}

// OverrideLocal is Override for the source of a local context, whose own names
// take the place of the roots of dynamic subtrees. The tree is loaded when a
// name is first asked for, once for the source and its duplicates. While loading
// fails, each request tries again and returns ErrNoPMNS.
//
// A traversal ends at a dynamic subtree whose agent is not there, as in PCP,
// unless skip has it left out. That is not done if there would be no name.
func OverrideLocal(src libpcp.Source, load func() (*Tree, error), skip *Skip) libpcp.Source {
	return &override{Source: src, names: &names{load: load}, dynamic: true, skip: skip}
}

// TrimTo returns the namespace without the metrics that a source, such as an
// archive, does not have (pmTrimNameSpace(3)).
func TrimTo(ctx context.Context, tree *Tree, src libpcp.Source) *Tree {
	var ids []libpcp.PMID
	tree.walk(0, func(at int32) { ids = append(ids, tree.nodes[at].id) })
	descs := libpcp.DescsQuery{IDs: ids}
	src.Ask(ctx, &descs)
	known := make(map[libpcp.PMID]bool, len(ids))
	for i, reply := range descs.Replies {
		known[ids[i]] = reply.Err == nil
	}
	return tree.trim(func(id libpcp.PMID) bool { return known[id] })
}

// Ask implements [libpcp.Source]: queries that are not about names go to the
// source in one batch.
func (o *override) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, o.Source, queries, func(q libpcp.Query) bool {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = o.lookup(ctx, q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = o.namesOf(ctx, q.ID)
		case *libpcp.ChildrenQuery:
			q.Children, q.Err = o.children(ctx, q.Name)
		case *libpcp.TraverseQuery:
			var names []string
			names, q.Err = o.traverse(ctx, q.Name)
			q.Names = libpcp.NameListOf(names)
		case *libpcp.NamesOriginQuery:
			q.Origin, q.Err = libpcp.NamesLocal, nil
		default:
			return false
		}
		return true
	})
}

// Duplicate implements [libpcp.Duplicator].
func (o *override) Duplicate(ctx context.Context) (libpcp.Source, error) {
	src, err := libpcp.Duplicate(ctx, o.Source)
	if err != nil {
		return nil, err
	}
	return &override{Source: src, names: o.names, dynamic: o.dynamic, skip: o.skip}, nil
}

// space returns the tree.
func (n *names) space() (*Tree, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tree == nil {
		tree, err := n.load()
		if err != nil {
			return nil, libpcp.ErrNoPMNS
		}
		n.tree = tree
	}
	return n.tree, nil
}

func (o *override) lookup(ctx context.Context, names []string) []libpcp.LookupReply {
	replies := make([]libpcp.LookupReply, len(names))
	t, err := o.names.space()
	for i, name := range names {
		replies[i] = libpcp.LookupReply{ID: libpcp.NullPMID, Err: err}
		if t != nil {
			replies[i].ID, replies[i].Err = o.lookupOne(ctx, t, name)
		}
	}
	return replies
}

func (o *override) lookupOne(ctx context.Context, t *Tree, name string) (libpcp.PMID, error) {
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
	q := libpcp.LookupQuery{Names: []string{name}}
	o.askBelow(ctx, t, root, &q)
	return q.Replies[0].ID, q.Replies[0].Err
}

// askBelow asks about names in a dynamic subtree: its agent, if the source can
// distinguish that from others.
func (o *override) askBelow(ctx context.Context, t *Tree, root string, q libpcp.Query) {
	id, _ := t.Lookup(root)
	a := AgentQuery{Domain: id.Cluster(), Query: q}
	if o.Source.Ask(ctx, &a); a.declined {
		o.Source.Ask(ctx, q)
	}
}

// agent returns ErrNoAgent if the root of a dynamic subtree has no agent.
func (o *override) agent(ctx context.Context, t *Tree, root string) error {
	id, _ := t.Lookup(root)
	return o.present(ctx, libpcp.NewPMID(id.Cluster(), 0, 0))
}

// present returns ErrNoAgent if a metric has no agent.
func (o *override) present(ctx context.Context, id libpcp.PMID) error {
	q := libpcp.DescsQuery{IDs: []libpcp.PMID{id}}
	if o.Source.Ask(ctx, &q); libpcp.Code(q.Replies[0].Err) == libpcp.ErrNoAgent {
		return libpcp.ErrNoAgent
	}
	return nil
}

func (o *override) namesOf(ctx context.Context, id libpcp.PMID) ([]string, error) {
	t, err := o.names.space()
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
	q := libpcp.NamesQuery{ID: id}
	o.Source.Ask(ctx, &q)
	names = slices.DeleteFunc(q.Names, func(name string) bool { return !o.leftToAgent(ctx, t, id, name) })
	if q.Err == nil && len(names) == 0 {
		return nil, libpcp.ErrPMID
	}
	return names, q.Err
}

// leftToAgent reports whether the tree may lack a name because its agent makes
// it. An agent in this process knows its other names, too.
func (o *override) leftToAgent(ctx context.Context, t *Tree, id libpcp.PMID, name string) bool {
	if t.dynamicAbove(name) != "" {
		return true
	}
	q := MadeQuery{ID: id, Name: name}
	o.Source.Ask(ctx, &q)
	return q.Made
}

func (o *override) children(ctx context.Context, name string) ([]libpcp.Child, error) {
	t, err := o.names.space()
	if err != nil {
		return nil, err
	}
	if root := t.dynamicAbove(name); o.dynamic && root != "" {
		q := libpcp.ChildrenQuery{Name: name}
		o.askBelow(ctx, t, root, &q)
		return q.Children, q.Err
	}
	children, err := t.Children(name)
	return slices.DeleteFunc(children, func(c libpcp.Child) bool { return o.skips(t, join(name, c.Name)) }), err
}

// traverse lists the leaves at and below a name. If the agent of a dynamic
// subtree is not there the names before it are returned with the error.
func (o *override) traverse(ctx context.Context, name string) ([]string, error) {
	t, err := o.names.space()
	if err != nil {
		return nil, err
	}
	if !o.dynamic {
		return t.Traverse(name)
	}
	if root := t.dynamicAbove(name); root != "" && root != name {
		if err := o.agent(ctx, t, root); err != nil {
			return nil, &stoppedError{root: name, err: err}
		}
		return o.traverseDynamic(ctx, t, root, name)
	}
	names, err := t.Traverse(name)
	if err != nil {
		return nil, err
	}
	return o.expand(ctx, t, o.withoutSkipped(t, names))
}

// withoutSkipped returns names without the roots of dynamic subtrees to skip,
// unless these are all.
func (o *override) withoutSkipped(t *Tree, names []string) []string {
	var kept, left []string
	for _, name := range names {
		if o.skips(t, name) {
			left = append(left, name)
		} else {
			kept = append(kept, name)
		}
	}
	if left == nil || kept == nil {
		return names
	}
	o.skip.Left(left)
	return kept
}

// skips reports whether a name is the root of a dynamic subtree to skip.
func (o *override) skips(t *Tree, name string) bool {
	if o.skip == nil {
		return false
	}
	id, _ := t.Lookup(name)
	return id.DynamicRoot() && !o.skip.There(id.Cluster())
}

// traverseDynamic asks the agent of a dynamic subtree. As in PCP it depends on
// the agent whether a name that it does not know counts as a metric's.
func (o *override) traverseDynamic(ctx context.Context, t *Tree, root, name string) ([]string, error) {
	q := libpcp.TraverseQuery{Name: name}
	o.askBelow(ctx, t, root, &q)
	if errors.Is(q.Err, libpcp.ErrName) && o.anyName(ctx, t, root) {
		return []string{name}, nil
	}
	return q.Names.Slice(), q.Err
}

func (o *override) anyName(ctx context.Context, t *Tree, root string) bool {
	id, _ := t.Lookup(root)
	q := AnyNameQuery{Domain: id.Cluster()}
	o.Source.Ask(ctx, &q)
	return q.Any
}

// expand replaces the roots of dynamic subtrees among names, where the source
// knows anything below them.
func (o *override) expand(ctx context.Context, t *Tree, names []string) ([]string, error) {
	expanded := make([]string, 0, len(names))
	for i, name := range names {
		below := []string{name}
		if id, _ := t.Lookup(name); id.DynamicRoot() {
			if err := o.agent(ctx, t, name); err != nil {
				return expanded, &stoppedError{name, names[i+1:], err}
			}
			q := libpcp.TraverseQuery{Name: name}
			if o.askBelow(ctx, t, name, &q); q.Err == nil {
				below = q.Names.Slice()
			}
		}
		expanded = append(expanded, below...)
	}
	return expanded, nil
}

// stoppedError is the error of a traversal that ended at a dynamic subtree, or at a name
// in one.
type stoppedError struct {
	root string
	left []string // names behind it
	err  error
}

func (e *stoppedError) Error() string { return e.root + ": " + e.err.Error() }

// Unwrap returns the error of the agent of the subtree.
func (e *stoppedError) Unwrap() error { return e.err }

// StoppedAt returns where the traversal ended, and the names behind that, for package
// derive.
func (e *stoppedError) StoppedAt() (root string, left []string) { return e.root, e.left }
