package derive

import (
	"slices"
	"strings"

	"pcptools/libpcp"
)

// children tells of the levels that a traversal of root goes through, own
// being the names of the source below root, and derived the others but those
// that are omitted.
func (t *tracer) children(root string, names libpcp.NameList, derived []string, omitted []*metric, bare bool) {
	if t == nil {
		return
	}
	own := names.Slice()
	told := make(map[string]bool)
	for _, name := range merge(own, derived) {
		for level, more := root, true; more; level, more = nextLevel(level, name) {
			if !told[level] {
				told[level] = true
				if level != root {
					t.below(level, omitted, bare)
				}
				t.level(level, own, derived)
			}
		}
	}
	if len(told) == 0 {
		t.level(root, own, derived)
	}
}

// below tells that a traversal goes on below its root.
func (t *tracer) below(level string, omitted []*metric, bare bool) {
	if t.descending(level, bare); t.dialect.ListUnbound {
		return
	}
	for _, m := range omitted {
		if _, ok := below(m.name, level); ok {
			t.omitted(level, m)
		}
	}
}

// nextLevel extends level by the next component of name, if there is one.
func nextLevel(level, name string) (string, bool) {
	rest, ok := below(name, level)
	if !ok || rest == "" {
		return "", false
	}
	first, _, _ := strings.Cut(rest, ".")
	if level == "" {
		return first, true
	}
	return level + "." + first, true
}

// level tells how many children a name has.
func (t *tracer) level(name string, own, derived []string) {
	none := "(" + t.text(libpcp.ErrName) + ")"
	t.printf("pmGetChildren(name=\"%s\") ", name)
	switch n := countChildren(name, own); {
	case n > 0 || slices.Contains(own, name):
		t.printf("%d regular children, ", n)
	default:
		t.printf("no regular children %s, ", none)
	}
	switch n := countChildren(name, derived); {
	case slices.Contains(derived, name):
		t.printf("derived leaf\n")
	case n > 0:
		t.printf("%d derived children\n", n)
	default:
		t.printf("no derived children %s\n", none)
	}
}

// countChildren counts the components that follow name in names.
func countChildren(name string, names []string) int {
	children := make(map[string]bool)
	for _, n := range names {
		if child, ok := nextLevel(name, n); ok {
			children[child] = true
		}
	}
	return len(children)
}
