package debug

import (
	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// listed prints the derived metrics below names, and reports
// whether the event is about that.
func (t *tracer) listed(event any) bool {
	switch e := event.(type) {
	case traced.Traversing:
		if t.hidesUnbound() {
			t.printf("__dmtraverse(ctx=0, name=\"%s\", ...)\n", e.Name)
		}
	case traced.Traversed:
		t.traversed(e)
	case traced.Descending:
		if t.hidesUnbound() {
			ctx := "0"
			if e.Bare {
				ctx = "NULL"
			}
			t.printf("__dmchildren(ctx=%s, derive_locked=0, name=\"%s\", ...)\n", ctx, e.Name)
		}
	case traced.Omitted:
		if t.hidesUnbound() {
			t.printf("__dmchildren: name=\"%s\", omitting invalid child \"%s\"\n", e.Name, e.Metric)
		}
	case traced.ChildrenFound:
		t.children(e)
	default:
		return false
	}
	return true
}

func (t *tracer) traversed(e traced.Traversed) {
	switch {
	case e.Listed:
		t.printf("__dmtraverse: name=\"%s\" added \"%s\"\n", e.Root, e.Name)
	case t.hasNovalue():
		t.printf("__dmtraverse: name=\"%s\", omitting invalid child %s [%s]\n", e.Root, e.Name, e.ID)
	default:
		t.printf("__dmtraverse: name=\"%s\", omitting invalid child \"%s\"\n", e.Root, e.Name)
	}
}

// children prints how many children a name has.
func (t *tracer) children(e traced.ChildrenFound) {
	none := "(" + t.texts.Of(libpcp.ErrName) + ")"
	t.printf("pmGetChildren(name=\"%s\") ", e.Name)
	if e.Own > 0 || e.OwnLeaf {
		t.printf("%d regular children, ", e.Own)
	} else {
		t.printf("no regular children %s, ", none)
	}
	switch {
	case e.DerivedLeaf:
		t.printf("derived leaf\n")
	case e.Derived > 0:
		t.printf("%d derived children\n", e.Derived)
	default:
		t.printf("no derived children %s\n", none)
	}
}
