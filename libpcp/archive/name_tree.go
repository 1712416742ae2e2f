package archive

import (
	"iter"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
)

// nameTree is the name space of an archive (PMNS(5)). It is built from the
// names of the metadata when first asked for. It is no pmns.Tree, which has names in
// the order of a file, no metrics that are prefixes of others, and takes recorded
// derived metrics for roots of dynamic subtrees.
//
// Where there is to be no union, what the archives of a list after the first
// add is hidden below every node that is new and no metric: so it was in
// libpcp (C), which distinguished such nodes from those that a trimmed name
// space hides in the first archive only. A hidden metric can be asked for by
// its identifier.
type nameTree struct {
	nodes []nameNode       // nodes[0] is the root
	index map[string]int32 // by full name
	byID  map[libpcp.PMID][]int32
}

// nameNode is a name or a prefix of one. Where children are listed the newest
// comes first, so links lead to older ones.
type nameNode struct {
	path    string
	id      libpcp.PMID
	named   bool // has an identifier, even if it has children
	hidden  bool
	child   int32
	sibling int32
}

// maxName bounds names; longer names are ignored.
const maxName = 64 << 10

// newNameTree makes the tree of the names in metadata; trims prevents a union.
func newNameTree(meta *records.Metadata, trims bool) *nameTree {
	expected := meta.NameCount() + meta.NameCount()/8 // with prefixes
	t := &nameTree{
		nodes: make([]nameNode, 1, 1+expected),
		index: make(map[string]int32, expected),
	}
	t.index[""] = 0
	meta.EachName(func(name string, id libpcp.PMID, later bool) { t.insert(name, id, later && trims) })
	return t
}

// insert adds a name unless it is there already, as a metric or as a prefix.
func (t *nameTree) insert(name string, id libpcp.PMID, hide bool) {
	if _, ok := t.index[name]; ok || len(name) > maxName {
		return
	}
	node := &t.nodes[t.grow(name, hide)]
	node.id, node.named = id, true
}

// grow makes the node of a path, and the missing nodes of its prefixes, which may
// have to be hidden.
func (t *nameTree) grow(path string, hide bool) int32 {
	parent, rest := t.nearest(path)
	for rest <= len(path) {
		end := len(path)
		if dot := strings.IndexByte(path[rest:], '.'); dot >= 0 {
			end = rest + dot
		}
		rest = end + 1
		if end > 0 {
			parent = t.add(parent, path[:end], hide && end < len(path))
		}
	}
	return parent
}

func (t *nameTree) add(parent int32, path string, hide bool) int32 {
	node := int32(len(t.nodes))
	above := &t.nodes[parent]
	t.nodes = append(t.nodes, nameNode{path: path, hidden: hide || above.hidden, sibling: above.child})
	t.nodes[parent].child = node
	t.index[path] = node
	return node
}

// nearest finds the longest prefix of a path that has a node, and where the
// rest of the path starts.
func (t *nameTree) nearest(path string) (node int32, rest int) {
	for end := strings.LastIndexByte(path, '.'); end > 0; end = strings.LastIndexByte(path[:end], '.') {
		if node, ok := t.index[path[:end]]; ok {
			return node, end + 1
		}
	}
	return 0, 0
}

// component is the last part of a node's path.
func (n *nameNode) component() string {
	return n.path[strings.LastIndexByte(n.path, '.')+1:]
}

func (n *nameNode) leaf() bool { return n.child == 0 }

// walk yields a node, unless it is the root, and all below it, depth first.
func (t *nameTree) walk(node int32) iter.Seq2[int32, *nameNode] {
	return func(yield func(int32, *nameNode) bool) {
		if node != 0 && !yield(node, &t.nodes[node]) {
			return
		}
		var siblings []int32
		for next := t.nodes[node].child; next != 0; {
			n := &t.nodes[next]
			if !yield(next, n) {
				return
			}
			if n.sibling != 0 {
				siblings = append(siblings, n.sibling)
			}
			next = n.child
			if next == 0 && len(siblings) > 0 {
				next = siblings[len(siblings)-1]
				siblings = siblings[:len(siblings)-1]
			}
		}
	}
}

// leaves yields the names at and below a node that a traversal lists.
func (t *nameTree) leaves(node int32) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range t.walk(node) {
			if n.leaf() && !n.hidden && !yield(n.path) {
				return
			}
		}
	}
}

// namesOf returns all names of a metric, the last of a traversal first.
func (t *nameTree) namesOf(id libpcp.PMID) []string {
	if t.byID == nil {
		t.byID = make(map[libpcp.PMID][]int32, len(t.nodes))
		for i, n := range t.walk(0) {
			if n.named {
				t.byID[n.id] = append(t.byID[n.id], i)
			}
		}
	}
	nodes := t.byID[id]
	names := make([]string, len(nodes))
	for i, node := range nodes {
		names[len(nodes)-1-i] = t.nodes[node].path
	}
	return names
}

// find finds the node of a name that is not hidden.
func (t *nameTree) find(name string) (int32, bool) {
	i, ok := t.index[name]
	return i, ok && !t.nodes[i].hidden
}

// lookup finds the identifier of a name.
func (t *nameTree) lookup(name string) (libpcp.PMID, error) {
	i, ok := t.find(name)
	if !ok || name == "" {
		return libpcp.NullPMID, libpcp.ErrName
	}
	if n := &t.nodes[i]; n.leaf() {
		return n.id, nil
	}
	return libpcp.NullPMID, libpcp.ErrNonLeaf
}

// search is the lookup of a tree with all names of the metadata, without the tree.
func search(meta *records.Metadata, name string) (libpcp.PMID, error) {
	found, err := libpcp.NullPMID, error(libpcp.ErrName)
	meta.EachName(func(other string, id libpcp.PMID, _ bool) {
		rest, below := strings.CutPrefix(other, name)
		switch {
		case !below || name == "" || len(other) > maxName:
		case rest == "" && err == libpcp.ErrName:
			found, err = id, nil
		case strings.HasPrefix(rest, "."):
			found, err = libpcp.NullPMID, libpcp.ErrNonLeaf
		}
	})
	return found, err
}
