package pmns

import (
	"fmt"

	"pcptools/libpcp"
)

// linker makes a tree of groups.
type linker struct {
	*lines
	main   string
	groups []*group
	byPath map[string]*group // the last of each path
	tree   *Tree
}

// link makes the tree, and reports its errors.
func (l *linker) link() (*Tree, error) {
	l.byPath = make(map[string]*group, len(l.groups))
	roots, entries := 0, 0
	for _, g := range l.groups {
		l.byPath[g.path] = g
		entries += len(g.entries)
		if g.path == "root" {
			roots++
		}
	}
	switch roots {
	case 0:
		return nil, l.broken(`No name space entry for "root"`)
	case 1:
	default:
		return nil, l.broken(`Multiple name space entries for "root"`)
	}
	l.tree = newTree(entries)
	if err := l.expand(0, "", l.byPath["root"]); err != nil {
		return nil, err
	}
	if err := l.disconnected(); err != nil {
		return nil, err
	}
	return l.tree, nil
}

// expand adds the entries of a group, and of the groups they lead to, below a
// node. A group that has been expanded has no entries any more.
func (l *linker) expand(parent int32, path string, g *group) error {
	g.used = true
	for _, e := range g.entries {
		n := node{path: join(path, e.name), id: e.id, leaf: e.leaf}
		at := l.tree.add(parent, n)
		if e.leaf {
			continue
		}
		below := l.byPath[n.path]
		if below == nil || below.used {
			return l.broken(fmt.Sprintf(`Cannot find definition for non-terminal node "%s" in name space`, n.path))
		}
		if err := l.expand(at, n.path, below); err != nil {
			return err
		}
	}
	g.entries = nil
	return nil
}

// disconnected reports the groups no entry leads to, the last one first.
func (l *linker) disconnected() (err error) {
	for i := len(l.groups) - 1; i >= 0; i-- {
		if g := l.groups[i]; !g.used {
			err = l.broken(fmt.Sprintf(`Disconnected subtree ("%s") in name space`, g.path))
		}
	}
	return err
}

// unique checks that no metric has two names.
func (l *linker) unique() (err error) {
	t := l.tree
	names := make(map[libpcp.PMID]string, len(t.nodes))
	t.walk(0, func(at int32) {
		n := &t.nodes[at]
		if err != nil || n.id.DynamicRoot() {
			return
		}
		if other, ok := names[n.id]; ok {
			err = l.broken(fmt.Sprintf("Duplicate metric id (%s) in name space for metrics \"%s\" and \"%s\"\n", n.id, n.path, other))
		}
		names[n.id] = n.path
	})
	return err
}

func (l *linker) broken(reason string) error {
	l.complainf("%s", reason)
	return &SyntaxError{l.main, reason}
}
