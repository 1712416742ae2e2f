package mmv

import (
	"strings"

	"pcptools/libpcp/pmda"
)

// nameTree holds names in the order in which PCP's agent lists them: the latest
// name below a node comes first.
type nameTree struct {
	root nameNode
}

type nameNode struct {
	name     string
	row      int // of a leaf
	children []*nameNode
	index    map[string]*nameNode
}

// has reports whether a name is taken: by a metric, or by names below it. All
// names below a metric are taken, too.
func (t *nameTree) has(name string) bool {
	node := &t.root
	for part := range strings.SplitSeq(name, ".") {
		next := node.index[part]
		if next == nil {
			return node != &t.root && node.index == nil
		}
		node = next
	}
	return true
}

// insert adds the name of a row, unless it is taken.
func (t *nameTree) insert(name string, row int) bool {
	if t.has(name) {
		return false
	}
	node := &t.root
	for part := range strings.SplitSeq(name, ".") {
		node = node.child(part)
	}
	node.row = row
	return true
}

func (n *nameNode) child(name string) *nameNode {
	child := n.index[name]
	if child == nil {
		child = &nameNode{name: name}
		if n.index == nil {
			n.index = make(map[string]*nameNode)
		}
		n.index[name] = child
		n.children = append(n.children, child)
	}
	return child
}

// walk returns rows in the order of their names.
func (t *nameTree) walk(rows []pmda.Metric) []pmda.Metric {
	return t.root.walk(make([]pmda.Metric, 0, len(rows)), rows)
}

func (n *nameNode) walk(dst, rows []pmda.Metric) []pmda.Metric {
	if n.children == nil {
		return append(dst, rows[n.row])
	}
	for i := len(n.children) - 1; i >= 0; i-- {
		dst = n.children[i].walk(dst, rows)
	}
	return dst
}
