package pmns

import (
	"strings"
	"sync"

	"pcptools/libpcp"
)

// Tree is a namespace. Names have the order of the file. It never changes, and
// several goroutines may use it at once.
type Tree struct {
	nodes []node // nodes[0] is the root

	indexed sync.Once
	index   map[string]int32 // by path; made when first needed
	named   sync.Once
	names   map[libpcp.PMID][]int32 // leaves in order; likewise
}

// node is a name: a metric, or the stem of others. Links are indexes, or zero.
type node struct {
	path    string
	id      libpcp.PMID
	leaf    bool
	child   int32 // first
	last    int32 // child
	sibling int32 // next
}

// newTree returns a tree with memory for n names.
func newTree(n int) *Tree { return &Tree{nodes: make([]node, 1, n+1)} }

// add appends a node to the children of another.
func (t *Tree) add(parent int32, n node) int32 {
	at := int32(len(t.nodes))
	t.nodes = append(t.nodes, n)
	p := &t.nodes[parent]
	if p.child == 0 {
		p.child = at
	} else {
		t.nodes[p.last].sibling = at
	}
	p.last = at
	return at
}

// join returns the path of a name below a path.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Len is the number of names of metrics in the namespace.
func (t *Tree) Len() int {
	count := 0
	for i := range t.nodes {
		if t.nodes[i].leaf {
			count++
		}
	}
	return count
}

// Lookup returns the identifier of a metric (pmLookupName(3)), or ErrNonLeaf
// or ErrName.
func (t *Tree) Lookup(name string) (libpcp.PMID, error) {
	at, ok := t.find(name)
	switch {
	case !ok || at == 0:
		return libpcp.NullPMID, libpcp.ErrName
	case !t.nodes[at].leaf:
		return libpcp.NullPMID, libpcp.ErrNonLeaf
	}
	return t.nodes[at].id, nil
}

// Names returns all names of a metric, the last of a traversal first
// (pmNameAll(3)), or ErrPMID. Roots of dynamic subtrees are no metrics.
func (t *Tree) Names(id libpcp.PMID) ([]string, error) {
	t.named.Do(func() {
		t.names = make(map[libpcp.PMID][]int32, len(t.nodes))
		t.walk(0, func(at int32) {
			if n := &t.nodes[at]; !n.id.DynamicRoot() {
				t.names[n.id] = append(t.names[n.id], at)
			}
		})
	})
	leaves := t.names[id]
	if len(leaves) == 0 {
		return nil, libpcp.ErrPMID
	}
	names := make([]string, len(leaves))
	for i, at := range leaves {
		names[len(leaves)-1-i] = t.nodes[at].path
	}
	return names, nil
}

// Children returns the names one level below a name
// (pmGetChildrenStatus(3)), none for a metric, or ErrName. The root is "". The root
// of a dynamic subtree is no leaf.
func (t *Tree) Children(name string) ([]libpcp.Child, error) {
	at, ok := t.find(name)
	if !ok {
		return nil, libpcp.ErrName
	}
	var children []libpcp.Child
	for c := t.nodes[at].child; c != 0; c = t.nodes[c].sibling {
		n := &t.nodes[c]
		component := n.path[strings.LastIndexByte(n.path, '.')+1:]
		leaf := n.leaf && !n.id.DynamicRoot()
		children = append(children, libpcp.Child{Name: component, Leaf: leaf})
	}
	return children, nil
}

// Traverse returns the names of all metrics at and below a name
// (pmTraversePMNS(3)), or ErrName.
func (t *Tree) Traverse(name string) ([]string, error) {
	at, ok := t.find(name)
	if !ok {
		return nil, libpcp.ErrName
	}
	var names []string
	t.walk(at, func(at int32) { names = append(names, t.nodes[at].path) })
	return names, nil
}

// trim returns the namespace without the metrics for which keep returns false,
// and without stems that have no metric left.
func (t *Tree) trim(keep func(libpcp.PMID) bool) *Tree {
	trimmed := newTree(len(t.nodes))
	t.copyChildren(trimmed, 0, 0, keep)
	return trimmed
}

// copyChildren copies the kept metrics below a node to a node of another tree.
func (t *Tree) copyChildren(to *Tree, from, parent int32, keep func(libpcp.PMID) bool) {
	for c := t.nodes[from].child; c != 0; c = t.nodes[c].sibling {
		if n := &t.nodes[c]; t.any(c, keep) {
			at := to.add(parent, node{path: n.path, id: n.id, leaf: n.leaf})
			t.copyChildren(to, c, at, keep)
		}
	}
}

// any reports whether a metric at or below a node is kept.
func (t *Tree) any(at int32, keep func(libpcp.PMID) bool) (found bool) {
	t.walk(at, func(at int32) { found = found || keep(t.nodes[at].id) })
	return found
}

// find returns the node of a path.
func (t *Tree) find(path string) (int32, bool) {
	t.indexed.Do(func() { t.index = t.paths() })
	at, ok := t.index[path]
	return at, ok
}

// paths returns the nodes by their paths.
func (t *Tree) paths() map[string]int32 {
	index := make(map[string]int32, len(t.nodes))
	for i := len(t.nodes) - 1; i >= 0; i-- {
		index[t.nodes[i].path] = int32(i)
	}
	return index
}

// walk visits the metrics at and below a node, depth first.
func (t *Tree) walk(at int32, visit func(int32)) {
	if t.nodes[at].leaf {
		visit(at)
	}
	for c := t.nodes[at].child; c != 0; c = t.nodes[c].sibling {
		t.walk(c, visit)
	}
}

// dynamicAbove returns the root of the dynamic subtree that a name is in, if
// it is in one.
func (t *Tree) dynamicAbove(name string) string {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		if at, ok := t.find(name[:end]); ok && t.nodes[at].id.DynamicRoot() && t.nodes[at].leaf {
			return name[:end]
		}
	}
	return ""
}

// Dynamic reports whether a name is the root of a dynamic subtree, whose names
// the agent supplies, or below one.
func (t *Tree) Dynamic(name string) bool { return t.dynamicAbove(name) != "" }
