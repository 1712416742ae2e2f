package archive

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

func (a *Archive) pmns() *nameTree {
	if a.tree == nil {
		a.tree = newNameTree(a.meta, a.trims())
	}
	return a.tree
}

// trims reports whether names of archives after the first may be hidden.
func (a *Archive) trims() bool { return !a.opts.Release.Has(release.UnionOfNames) && a.set.Len() > 1 }

// lookup searches all names for the first that is asked for, if it is alone: the tree
// of them would take longer. It answers in the memory of other replies, if that is
// enough.
func (a *Archive) lookup(memory []libpcp.LookupReply, names []string) []libpcp.LookupReply {
	replies := slices.Grow(memory[:0], len(names))[:len(names)]
	if len(names) == 1 && !a.searched && a.tree == nil && !a.trims() {
		a.searched = true
		replies[0].ID, replies[0].Err = search(a.meta, names[0])
		return replies
	}
	tree := a.pmns()
	for i, name := range names {
		replies[i].ID, replies[i].Err = tree.lookup(name)
	}
	return replies
}

func (a *Archive) namesOf(id libpcp.PMID) ([]string, error) {
	names := a.pmns().namesOf(id)
	if len(names) == 0 {
		return nil, libpcp.ErrPMID
	}
	return names, nil
}

func (a *Archive) children(name string) ([]libpcp.Child, error) {
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

func (a *Archive) traverse(name string) (libpcp.NameList, error) {
	tree := a.pmns()
	node, ok := tree.find(name)
	if !ok {
		return libpcp.NameList{}, libpcp.ErrName
	}
	found := 0
	for range tree.leaves(node) {
		found++
	}
	return libpcp.NewNameList(found, tree.leaves(node)), nil
}
