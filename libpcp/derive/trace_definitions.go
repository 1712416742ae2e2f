package derive

import (
	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// SetTracer sends events to t, if it traces the debug option derive or
// PCP_DERIVED_CONTROL asks for them. Definitions are then loaded by the first
// [Wrap], and bound one by one. Earlier definitions are traced at once, or, if late,
// when names are first asked for; late is for [NamesOnly].
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

// Retrace asks the tracer again which debug options it traces.
func (d *Definitions) Retrace() {
	d.lock()
	defer d.mu.Unlock()
	d.retrace()
}

func (d *Definitions) retrace() {
	if t := d.tracer; t != nil && t.Traces("derive") {
		d.traceAlso(debugged{parsing: t.Traces("appl0"), binding: t.Traces("appl1"), values: t.Traces("appl2")})
	}
}

// traceAlso traces the selected events too, besides the events traced so far.
func (d *Definitions) traceAlso(what debugged) {
	if d.tracer == nil {
		return
	}
	if t := d.trace(); t != nil {
		what.parsing, what.binding, what.values = what.parsing || t.parsing, what.binding || t.binding, what.values || t.values
	}
	d.tracing.Store(&tracer{debugged: what, to: d.tracer})
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
		trace.register(def.name, src)
		if trace.parsing {
			parse(src, &d.rules.language, trace)
		}
		trace.registered(i, def, src)
	}
}

// Closing traces that a context is closed.
func (d *Definitions) Closing() {
	if t := d.trace(); t != nil {
		t.event(traced.DerivedClosed{Address: d, Metrics: d.count()})
	}
}
