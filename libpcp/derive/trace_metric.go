package derive

import (
	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// added traces that such a definition stands.
func (t *tracer) added(m *metric, src string) {
	if t == nil {
		return
	}
	e := traced.Added{Number: m.n, Name: m.name, Expression: src}
	if t.parsing && m.root != nil {
		e.Tree = (*steps)(nil).tree(m.root, m.id, false, factor{})
	}
	t.event(e)
}

func (t *tracer) addFailed(m *metric, reason string) {
	if t != nil {
		t.event(traced.AddFailed{Name: m.name, Reason: reason})
	}
}

// masked traces that a metric of a source hides a derived one.
func (t *tracer) masked(m *metric, by libpcp.PMID, archive bool) {
	if t != nil {
		t.event(traced.Masked{Name: m.name, ID: m.id, By: by, Own: true, FromArchive: archive})
	}
}

// masksGlobal traces that a metric of a source alone hides another derived one.
func (t *tracer) masksGlobal(m *metric, hidden libpcp.PMID) {
	if t != nil {
		t.event(traced.Masked{Name: m.name, ID: hidden, By: m.id, ByDerived: true})
	}
}

// unknown traces why an operand cannot be had.
func (t *tracer) unknown(m *metric, operand string, id libpcp.PMID, err error) {
	if t != nil {
		t.event(traced.OperandUnknown{Metric: m.name, Operand: operand, ID: id, Own: m.own, Err: err})
	}
}

// alternatives traces what differs between the two sides of the colon that a
// definition cannot be used for.
func (t *tracer) alternatives(root *term) {
	if t == nil || !t.binding {
		return
	}
	if n := root.mismatch(); n != nil {
		t.event(traced.Differing{Left: n.right.desc, Right: n.third.desc})
	}
}

// mismatch finds the first ternary whose alternatives differ, as check does.
func (t *term) mismatch() *term {
	for _, child := range [...]*term{t.left, t.right, t.third} {
		if child == nil {
			continue
		}
		if found := child.mismatch(); found != nil {
			return found
		}
	}
	if is[*ternaryOp](t.op) && alternatives(t.right.desc, t.third.desc) != "" {
		return t
	}
	return nil
}

// bind traces that a definition is being bound; walk says for a traversal.
func (t *tracer) bind(m *metric, walk bool) {
	if t != nil {
		t.event(traced.Binding{Number: m.n, Name: m.name, Walking: walk, Own: m.own})
	}
}

func (t *tracer) bound(m *metric, root *term) {
	if t == nil {
		return
	}
	e := traced.Bound{Number: m.n, Name: m.name}
	if t.binding {
		e.Tree = (*steps)(nil).tree(root, m.id, false, factor{})
	}
	t.event(e)
}

// failed traces a definition that cannot be used. Root is what it was bound to
// before the check failed, or nil.
func (t *tracer) failed(m *metric, root *term) {
	if t == nil {
		return
	}
	e := traced.BindFailed{Number: m.n, Name: m.name, Checked: root != nil}
	if t.binding && root != nil {
		e.Tree = (*steps)(nil).tree(root, root.origin(), false, factor{})
	}
	t.event(e)
}
