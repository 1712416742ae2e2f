package derive

import (
	"fmt"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// traversed traces whether a metric is in a traversal.
func (t *tracer) traversed(root string, m *metric, listed bool) {
	switch {
	case t == nil:
	case listed:
		t.printf("__dmtraverse: name=\"%s\" added \"%s\"\n", root, m.name)
	case t.Has(release.DerivedNovalue):
		t.printf("__dmtraverse: name=\"%s\", omitting invalid child %s [%s]\n", root, m.name, m.id)
	default:
		t.printf("__dmtraverse: name=\"%s\", omitting invalid child \"%s\"\n", root, m.name)
	}
}

// descending traces that the children of a name are looked for; bare is set for
// names only.
func (t *tracer) descending(name string, bare bool) {
	of := "0"
	if bare {
		of = "NULL"
	}
	t.since(release.UnboundDerivedHidden).printf("__dmchildren(ctx=%s, derive_locked=0, name=\"%s\", ...)\n", of, name)
}

// omitted traces a metric that is not among the children of a name.
func (t *tracer) omitted(name string, m *metric) {
	t.since(release.UnboundDerivedHidden).printf("__dmchildren: name=\"%s\", omitting invalid child \"%s\"\n", name, m.name)
}

// children traces the levels that a traversal of root goes through, own
// being the names of the source below root, and derived the derived names except
// omitted ones.
func (t *tracer) children(root string, names libpcp.NameList, derived []string, omitted []*metric, bare bool) {
	if t == nil {
		return
	}
	own := names.Slice()
	traced := make(map[string]bool)
	for _, name := range merge(own, derived) {
		for level, more := root, true; more; level, more = nextLevel(level, name) {
			if traced[level] {
				continue
			}
			traced[level] = true
			if level != root {
				t.below(level, omitted, bare)
			}
			t.level(level, own, derived)
		}
	}
	if len(traced) == 0 {
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
	none := "(" + libpcp.ErrName.Error() + ")"
	regular, more := "no regular children "+none, "no derived children "+none
	if n := countChildren(name, own); n > 0 || slices.Contains(own, name) {
		regular = fmt.Sprint(n, " regular children")
	}
	if slices.Contains(derived, name) {
		more = "derived leaf"
	} else if n := countChildren(name, derived); n > 0 {
		more = fmt.Sprint(n, " derived children")
	}
	t.printf("pmGetChildren(name=\"%s\") %s, %s\n", name, regular, more)
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
