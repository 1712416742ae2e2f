package derive

import (
	"slices"
	"strings"
)

// merge adds derived names to a traversal as a local name space lists them:
// at each level, behind the names already there. Of two derived names where
// one is below the other, the one registered first hides the other. A derived
// name that is already there hides those at the next level.
func merge(names, extra []string) []string {
	m := merger{dst: make([]string, 0, len(names)+len(extra))}
	m.level(names, extra, 0, false)
	return m.dst
}

type merger struct{ dst []string }

// level merges names that agree in their first depth bytes. None are added at
// a closed level, but perhaps below it.
func (m *merger) level(names, extra []string, depth int, closed bool) {
	for len(names) > 0 {
		head, interior := component(names[0], depth)
		n := run(names, head)
		same, others := split(extra, head)
		closes := slices.Contains(extra, head)
		switch {
		case same == nil || closes && !interior:
			m.dst = append(m.dst, names[:n]...)
		case interior:
			m.level(names[:n], same, len(head)+1, closes)
		default: // a leaf that has something below it is none any more
			m.level(nil, same, len(head)+1, false)
		}
		names, extra = names[n:], others
	}
	for len(extra) > 0 && !closed {
		head, interior := component(extra[0], depth)
		same, others := split(extra, head)
		if interior {
			m.level(nil, same, len(head)+1, false)
		} else {
			m.dst = append(m.dst, head)
		}
		extra = others
	}
}

// component returns name up to the end of the component that starts at
// depth, and whether more follow.
func component(name string, depth int) (head string, interior bool) {
	if depth > len(name) {
		return name, false
	}
	if i := strings.IndexByte(name[depth:], '.'); i >= 0 {
		return name[:depth+i], true
	}
	return name, false
}

// run counts the leading names that are head or below it.
func run(names []string, head string) int {
	n := 1
	for n < len(names) {
		if _, ok := below(names[n], head); !ok {
			break
		}
		n++
	}
	return n
}

// split separates the names below head from the others, without head itself.
func split(names []string, head string) (same, others []string) {
	if !slices.ContainsFunc(names, func(name string) bool { _, ok := below(name, head); return ok }) {
		return nil, names
	}
	for _, name := range names {
		switch _, ok := below(name, head); {
		case !ok:
			others = append(others, name)
		case name != head:
			same = append(same, name)
		}
	}
	return same, others
}

// below reports whether name is root or below it, and what follows root.
func below(name, root string) (rest string, ok bool) {
	if root == "" {
		return name, true
	}
	rest, ok = strings.CutPrefix(name, root)
	if !ok || rest == "" {
		return "", ok
	}
	return strings.CutPrefix(rest, ".")
}
