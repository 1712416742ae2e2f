package pmns

import (
	"slices"
	"strings"

	"pcptools/libpcp"
)

// Merge returns the namespace with the names that only other has, except names
// above or below its own metrics.
func (t *Tree) Merge(other *Tree) *Tree {
	merged := t.trim(func(libpcp.PMID) bool { return true })
	index := merged.paths()
	other.walk(0, func(at int32) { merged.insert(index, other.nodes[at].path, other.nodes[at].id) })
	return merged
}

// insert adds a metric, and the names above it that are missing, to the tree and
// to the index of its paths.
func (t *Tree) insert(index map[string]int32, path string, id libpcp.PMID) {
	if _, ok := index[path]; ok {
		return
	}
	parent := int32(0)
	for end := 0; end < len(path); {
		next := strings.IndexByte(path[end:], '.')
		last := next < 0
		if end += next + 1; last {
			end = len(path) + 1
		}
		name := path[:end-1]
		at, ok := index[name]
		if !ok {
			at = t.add(parent, node{path: name, id: id, leaf: last})
			index[name] = at
		} else if t.nodes[at].leaf {
			return
		}
		parent = at
	}
}

// HasDomain reports whether the namespace has metrics or dynamic subtrees of a
// domain.
func (t *Tree) HasDomain(domain uint32) bool {
	return slices.ContainsFunc(t.nodes, func(n node) bool { return n.leaf && domainOf(n.id) == domain })
}

// OfDomain returns the namespace with only the names of one agent.
func (t *Tree) OfDomain(domain uint32) *Tree {
	return t.trim(func(id libpcp.PMID) bool { return domainOf(id) == domain })
}

// domainOf is the domain of a metric, or of a dynamic subtree by its root.
func domainOf(id libpcp.PMID) uint32 {
	if id.DynamicRoot() {
		return id.Cluster()
	}
	return id.Domain()
}
