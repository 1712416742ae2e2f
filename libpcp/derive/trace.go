package derive

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// debugged selects what the debug options appl0, appl1 and appl2 add to derive:
// parsing, binding and values.
type debugged struct{ parsing, binding, values bool }

// tracer prints what libpcp (C) prints for the debug option derive. The nil tracer
// prints nothing.
type tracer struct {
	debugged
	release.Release
	to libpcp.Tracer
}

func (t *tracer) printf(format string, args ...any) {
	if t != nil {
		t.to.Trace(context.Background(), fmt.Sprintf(format, args...))
	}
}

// ofParsing is the tracer for what the option appl0 adds.
func (t *tracer) ofParsing() *tracer {
	if t == nil || !t.parsing {
		return nil
	}
	return t
}

// ofBinding is the tracer for what the option appl1 adds.
func (t *tracer) ofBinding() *tracer {
	if t == nil || !t.binding {
		return nil
	}
	return t
}

// ofValues is the tracer for what the option appl2 adds.
func (t *tracer) ofValues() *tracer {
	if t == nil || !t.values {
		return nil
	}
	return t
}

// since is the tracer for what only releases with a behaviour print.
func (t *tracer) since(b release.Behaviour) *tracer {
	if t == nil || !t.Has(b) {
		return nil
	}
	return t
}

// SetTracer has t print events, which are strings, if it traces the debug option
// derive or PCP_DERIVED_CONTROL asks for them. Definitions are then loaded by the
// first [Wrap], and bound one by one. Earlier definitions are traced at once, or, if
// late, when names are first asked for; late is for [NamesOnly]. If t traces the debug
// option pdu, the descriptor of a derived metric, asked for alone, is requested of the
// wrapped source in vain, as pmLookupDesc(3) does.
func (d *Definitions) SetTracer(t libpcp.Tracer, late bool) {
	d.lock()
	defer d.mu.Unlock()
	d.tracer = t
	d.retrace()
	switch {
	case d.trace() == nil:
	case late:
		d.unannounced = true
	default:
		d.announce()
	}
}

// retrace asks the tracer which debug options it traces: by the time of a Wrap they
// may be more.
func (d *Definitions) retrace() {
	if t := d.tracer; t != nil && t.Traces("derive") {
		d.traceAlso(debugged{parsing: t.Traces("appl0"), binding: t.Traces("appl1"), values: t.Traces("appl2")})
	}
}

// traceAlso traces the selected options, too.
func (d *Definitions) traceAlso(what debugged) {
	if d.tracer == nil {
		return
	}
	if t := d.trace(); t != nil {
		what.parsing, what.binding, what.values = what.parsing || t.parsing, what.binding || t.binding, what.values || t.values
	}
	d.tracing.Store(&tracer{debugged: what, Release: d.rules.Release, to: d.tracer})
	d.eager = true
}

// announceLate traces the definitions from before the first names, once.
func (d *Definitions) announceLate() {
	d.lock()
	defer d.mu.Unlock()
	if d.unannounced {
		d.announce()
	}
}

// announce traces the existing definitions.
func (d *Definitions) announce() {
	d.unannounced = false
	trace := d.trace()
	for i, def := range d.list {
		src := "anon(" + typeName(def.expr) + ")"
		trace.registering(def.name, src)
		if trace.parsing {
			parse(src, &d.rules.language, trace)
		}
		trace.registered(i, def, src)
	}
}

// closing traces that a context is closed.
func (d *Definitions) closing() {
	d.trace().printf("__dmclosecontext(->ctx 0) called dm->%p %d metrics\n", d, d.count())
}

func (t *tracer) registering(name, src string) {
	t.ofParsing().printf("pmRegisterDerived: name=\"%s\" expr=\"%s\"\n", name, src)
}

func (t *tracer) registered(n int, def *definition, src string) {
	t.printf("pmRegisterDerived: global metric[%d] %s = %s\n", n, def.name, src)
	t.ofParsing().tree(def.expr, nil, 0)
}

// added traces a metric that was defined for one source.
func (t *tracer) added(m *metric, src string) {
	t.printf("pmAddDerived(ctx->0): per-context metric[%d] %s = %s\n", m.n, m.name, src)
	if m.root != nil {
		t.ofParsing().tree(m.root.node, m.root, m.id)
	}
}

// lookup traces the derived metric found for a name that the source does not have;
// id is libpcp.NullPMID if there is none.
func (t *tracer) lookup(name string, id libpcp.PMID) {
	if id == libpcp.NullPMID {
		t.printf("__dmgetpmid: metric \"%s\" -> %s\n", name, libpcp.ErrName.Error())
	} else {
		t.printf("__dmgetpmid: metric \"%s\" -> PMID %s\n", name, id)
	}
}

// prefetched traces the operands that a fetch adds to its metrics.
func (t *tracer) prefetched(added []libpcp.PMID) {
	if t == nil || len(added) == 0 {
		return
	}
	text := fmt.Appendf(nil, "derived metrics prefetch added %d metrics:", len(added))
	for _, id := range added {
		text = fmt.Appendf(text, " %s", id)
	}
	t.printf("%s\n", text)
}

// bind traces that a definition is being bound.
func (t *tracer) bind(m *metric, walking bool) {
	t.since(release.UnboundDerivedHidden).printf("__dmbind(derive_locked=%d, ctx=0, metric[%d] %s, async= %d)\n",
		bit(walking), m.n, m.name, bit(!m.own))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// bound traces a definition that has been bound, in older releases; newer ones print
// those that have not.
func (t *tracer) bound(m *metric, root *term) {
	if t == nil || t.Has(release.DerivedNovalue) {
		return
	}
	t.printf("__dmbind: bind metric[%d] %s\n", m.n, m.name)
	t.ofBinding().tree(root.node, root, m.id)
}

// failed traces a definition that cannot be used. Root is what it was bound to
// before the check failed, or nil.
func (t *tracer) failed(m *metric, root *term) {
	t = t.since(release.DerivedNovalue)
	if root == nil {
		t.printf("__dmbind: bind_expr failed for metric[%d] %s\n", m.n, m.name)
		return
	}
	t.printf("__dmbind: check_expr failed for metric[%d] %s\n", m.n, m.name)
	t.ofBinding().tree(root.node, root, root.origin())
}

// unknown traces why an operand cannot be had, in releases that have no message for
// it. ID is that of the operand, or libpcp.NullPMID.
func (t *tracer) unknown(m *metric, operand string, id libpcp.PMID, err error) {
	if t == nil || t.Has(release.UnboundDerivedHidden) || m.own {
		return
	}
	of, what := "", ": "+operand
	if t.Has(release.DerivedNovalue) {
		of = "global "
	}
	if id != libpcp.NullPMID {
		what = fmt.Sprintf(" (%s [%s])", operand, id)
	}
	t.printf("bind_expr: error: %sderived metric %s: operand%s: %s\n", of, m.name, what, libpcp.ErrorText(err))
}

// alternatives traces what differs between the two sides of the colon that a
// definition cannot be used for.
func (t *tracer) alternatives(root *term) {
	if t == nil {
		return
	}
	if n := root.mismatch(); n != nil {
		t.printf("Semantic error: ternary op %s\n", difference(n.right.desc, n.third.desc))
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

// difference is why one descriptor cannot stand in for another.
func difference(a, b libpcp.Desc) string {
	au, bu := a.Units.Dimensions(), b.Units.Dimensions()
	switch {
	case a.Type != b.Type:
		return fmt.Sprintf("type: left=%s right=%s", a.Type, b.Type)
	case a.InDom != b.InDom && a.InDom != libpcp.NullInDom && b.InDom != libpcp.NullInDom:
		return fmt.Sprintf("indom: left=%s right=%s", a.InDom, b.InDom)
	case a.Sem != b.Sem:
		return fmt.Sprintf("semantics: left=%s right=%s", a.Sem, b.Sem)
	case au.DimSpace != bu.DimSpace || au.ScaleSpace != bu.ScaleSpace:
		return fmt.Sprintf("units (space): left=%s (dim=%d scale=%d) right=%s (dim=%d scale=%d)",
			a.Units, au.DimSpace, au.ScaleSpace, b.Units, bu.DimSpace, bu.ScaleSpace)
	case au.DimTime != bu.DimTime || au.ScaleTime != bu.ScaleTime:
		return fmt.Sprintf("units (time): left=%s right=%s", a.Units, b.Units)
	}
	return fmt.Sprintf("units (count): left=%s right=%s", a.Units, b.Units)
}
