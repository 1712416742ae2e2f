package archive

import (
	"context"

	"pcptools/libpcp"
)

func (a *Archive) pmns() *nameTree {
	if a.tree == nil {
		visible := len(a.meta.names)
		if a.opts.NoUnion {
			visible = a.meta.visible
		}
		a.tree = newNameTree(a.meta.names, visible)
	}
	return a.tree
}

// Lookup implements libpcp.Source.
func (a *Archive) Lookup(_ context.Context, names []string) []libpcp.LookupReply {
	tree := a.pmns()
	replies := make([]libpcp.LookupReply, len(names))
	for i, name := range names {
		replies[i].ID, replies[i].Err = tree.lookup(name)
	}
	return replies
}

// Names implements libpcp.Source.
func (a *Archive) Names(_ context.Context, id libpcp.PMID) ([]string, error) {
	names := a.pmns().namesOf(id)
	if len(names) == 0 {
		return nil, libpcp.ErrPMID
	}
	return names, nil
}

// Children implements libpcp.Source.
func (a *Archive) Children(_ context.Context, name string) ([]libpcp.Child, error) {
	tree := a.pmns()
	node, ok := tree.find(name)
	if !ok {
		return nil, libpcp.ErrName
	}
	var list []libpcp.Child
	for c := tree.nodes[node].child; c != 0; c = tree.nodes[c].sibling {
		if n := &tree.nodes[c]; !n.hidden {
			list = append(list, libpcp.Child{Name: n.component(), Leaf: n.leaf()})
		}
	}
	return list, nil
}

// Traverse implements libpcp.Source.
func (a *Archive) Traverse(_ context.Context, name string) ([]string, error) {
	tree := a.pmns()
	node, ok := tree.find(name)
	if !ok {
		return nil, libpcp.ErrName
	}
	var names []string
	if node == 0 {
		names = make([]string, 0, len(tree.nodes))
	}
	tree.walk(node, func(n *nameNode, _ int32) {
		if n.leaf() && !n.hidden {
			names = append(names, n.path)
		}
	})
	return names, nil
}

// Descs implements libpcp.Source.
func (a *Archive) Descs(_ context.Context, ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		d, ok := a.meta.descs[id]
		replies[i].Desc = d
		if !ok {
			replies[i].Err = libpcp.ErrPMIDLog
		}
	}
	return replies
}
