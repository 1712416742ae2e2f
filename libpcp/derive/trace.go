package derive

import (
	"context"
	"io/fs"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// SetTracer sends events to t, if it traces the debug option derive or
// PCP_DERIVED_CONTROL asks for them. Definitions are then loaded by the first
// [Wrap], and bound one by one. What is defined already is traced at once, or,
// if late, when names are first asked for; late is for [NamesOnly].
func (d *Definitions) SetTracer(t libpcp.Tracer, late bool) {
	d.tracer = t
	d.Retrace()
	switch {
	case d.trace == nil:
	case late:
		d.unannounced = true
	default:
		d.announce()
	}
}

// Retrace asks the tracer again which debug options it traces.
func (d *Definitions) Retrace() {
	if t := d.tracer; t != nil && t.Traces("derive") {
		d.traceAlso(traced{parsing: t.Traces("appl0"), binding: t.Traces("appl1"), values: t.Traces("appl2")})
	}
}

// traceAlso traces what is asked for besides what is traced already.
func (d *Definitions) traceAlso(what traced) {
	if d.tracer == nil {
		return
	}
	if t := d.trace; t != nil {
		what.parsing, what.binding, what.values = what.parsing || t.parsing, what.binding || t.binding, what.values || t.values
	}
	d.trace = &tracer{traced: what, to: d.tracer}
	d.eager = true
}

// announce traces what is defined already.
func (d *Definitions) announce() {
	d.unannounced = false
	for i, def := range d.list {
		src := "anon(" + typeName(def.expr) + ")"
		d.trace.register(def.name, src)
		if d.trace.parsing {
			parse(src, &d.rules.language, d.trace)
		}
		d.trace.registered(i, def, src)
	}
}

// Closing traces that a context is closed.
func (d *Definitions) Closing() {
	if d.trace != nil {
		d.trace.event(Closed{d, len(d.list)})
	}
}

// traced is what is traced besides registrations, look-ups and definitions
// that can be used or not.
type traced struct{ parsing, binding, values bool }

// tracer traces what happens. The nil tracer is silent.
type tracer struct {
	traced
	to libpcp.Tracer
}

func (t *tracer) event(e any) { t.to.Trace(context.Background(), e) }

// sites traces where the definitions of the site come from.
func (t *tracer) sites(paths string, chosen bool) {
	if t != nil && paths != "" {
		t.event(SiteLoaded{paths, chosen})
	}
}

func (t *tracer) unreadable(part, path string, err error) {
	if t != nil {
		t.event(Unreadable{part, path, err})
	}
}

func (t *tracer) irregular(path string, info fs.FileInfo) {
	if t != nil {
		t.event(Irregular{path, info.Mode()})
	}
}

func (t *tracer) file(path string) {
	if t != nil {
		t.event(FileLoaded{path})
	}
}

func (t *tracer) register(name, src string) {
	if t != nil && t.parsing {
		t.event(Registering{name, src})
	}
}

func (t *tracer) registered(n int, def *definition, src string) {
	if t == nil {
		return
	}
	e := Registered{Number: n, Name: def.name, Expression: src}
	if t.parsing {
		e.Tree = parsedTree(def.expr, false)
	}
	t.event(e)
}

// adding traces a definition for a source alone.
func (t *tracer) adding(name, src string) {
	if t != nil && t.parsing {
		t.event(Adding{name, src})
	}
}

// added traces that such a definition stands.
func (t *tracer) added(m *metric, src string) {
	if t == nil {
		return
	}
	e := Added{Number: m.n, Name: m.name, Expression: src}
	if t.parsing && m.root != nil {
		e.Tree = (*steps)(nil).tree(m.root, m.id, false, factor{})
	}
	t.event(e)
}

func (t *tracer) addFailed(m *metric, reason string) {
	if t != nil {
		t.event(AddFailed{m.name, reason})
	}
}

// masked traces that a metric of a source hides a derived one.
func (t *tracer) masked(m *metric, by libpcp.PMID, src libpcp.Source) {
	if t != nil {
		_, err := libpcp.Archive(src)
		t.event(Masked{Name: m.name, ID: m.id, By: by, Own: true, FromArchive: err == nil})
	}
}

// masksGlobal traces that a metric of a source alone hides another derived one.
func (t *tracer) masksGlobal(m *metric, hidden libpcp.PMID) {
	if t != nil {
		t.event(Masked{Name: m.name, ID: hidden, By: m.id, ByDerived: true})
	}
}

func (t *tracer) setText(name, attribute, value string) {
	if t != nil && t.parsing {
		t.event(TextSet{name, attribute, value})
	}
}

func (t *tracer) token(tok token.Token) {
	if t != nil && t.parsing {
		t.event(TokenRead{tok.CName(), tok.Text})
	}
}

// lookup traces what was found for a name that the source does not have.
func (t *tracer) lookup(name string, id libpcp.PMID) {
	if t != nil {
		t.event(LookedUp{name, id})
	}
}

// unknown traces why an operand cannot be had.
func (t *tracer) unknown(m *metric, operand string, id libpcp.PMID, err error) {
	if t != nil {
		t.event(OperandUnknown{m.name, operand, id, m.own, err})
	}
}

func (t *tracer) open(metrics int) {
	if t != nil && t.binding {
		t.event(Opened{metrics})
	}
}

// alternatives traces what differs between the two sides of the colon that a
// definition cannot be used for.
func (t *tracer) alternatives(root *term) {
	if t == nil || !t.binding {
		return
	}
	if n := root.mismatch(); n != nil {
		t.event(Differing{n.right.desc, n.third.desc})
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
		t.event(Binding{m.n, m.name, walk, m.own})
	}
}

func (t *tracer) bound(m *metric, root *term) {
	if t == nil {
		return
	}
	e := Bound{Number: m.n, Name: m.name}
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
	e := BindFailed{Number: m.n, Name: m.name, Checked: root != nil}
	if t.binding && root != nil {
		e.Tree = (*steps)(nil).tree(root, root.origin(), false, factor{})
	}
	t.event(e)
}

// prefetched traces which operands a fetch asks for besides what was wanted.
func (t *tracer) prefetched(added []libpcp.PMID) {
	if t != nil && t.values && len(added) > 0 {
		t.event(Prefetched{slices.Clone(added)})
	}
}
