package derive

import (
	"slices"
	"strings"

	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// traversing traces that names are looked for below one.
func (t *tracer) traversing(root string) {
	if t != nil {
		t.event(traced.Traversing{Name: root})
	}
}

// traversed traces whether a metric is in a traversal.
func (t *tracer) traversed(root string, m *metric, listed bool) {
	if t != nil {
		t.event(traced.Traversed{Root: root, Name: m.name, ID: m.id, Listed: listed})
	}
}

// descending traces that the children of a name are looked for; bare is set for
// names only.
func (t *tracer) descending(name string, bare bool) {
	if t != nil {
		t.event(traced.Descending{Name: name, Bare: bare})
	}
}

// omitted traces a metric that is not among the children of a name.
func (t *tracer) omitted(name string, m *metric) {
	if t != nil {
		t.event(traced.Omitted{Name: name, Metric: m.name})
	}
}

// children traces the levels that a traversal of root goes through, own
// being the names of the source below root, and derived the derived names except
// omitted ones.
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

// below traces that a traversal goes on below its root.
func (t *tracer) below(level string, omitted []*metric, bare bool) {
	t.descending(level, bare)
	for _, m := range omitted {
		if _, ok := below(m.name, level); ok {
			t.omitted(level, m)
		}
	}
}

// nextLevel extends level by the next component of name, if any.
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

// level traces how many children a name has.
func (t *tracer) level(name string, own, derived []string) {
	t.event(traced.ChildrenFound{
		Name: name, Own: countChildren(name, own), Derived: countChildren(name, derived),
		OwnLeaf: slices.Contains(own, name), DerivedLeaf: slices.Contains(derived, name),
	})
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
