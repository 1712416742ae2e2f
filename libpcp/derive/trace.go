package derive

import (
	"context"
	"io/fs"
	"slices"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// debugged selects events other than registrations, look-ups and usable or
// unusable definitions.
type debugged struct{ parsing, binding, values bool }

// tracer traces what happens. The nil tracer is silent.
type tracer struct {
	debugged
	to libpcp.Tracer
}

func (t *tracer) event(e any) { t.to.Trace(context.Background(), e) }

// sites traces where the definitions of the site come from.
func (t *tracer) sites(paths string, chosen bool) {
	if t != nil && paths != "" {
		t.event(traced.SiteLoaded{Paths: paths, Chosen: chosen})
	}
}

func (t *tracer) unreadable(part, path string, err error) {
	if t != nil {
		t.event(traced.Unreadable{Part: part, Path: path, Err: err})
	}
}

func (t *tracer) irregular(path string, info fs.FileInfo) {
	if t != nil {
		t.event(traced.Irregular{Path: path, Mode: info.Mode()})
	}
}

func (t *tracer) file(path string) {
	if t != nil {
		t.event(traced.FileLoaded{Path: path})
	}
}

func (t *tracer) register(name, src string) {
	if t != nil && t.parsing {
		t.event(traced.Registering{Name: name, Expression: src})
	}
}

// adding traces a definition for a source alone.
func (t *tracer) adding(name, src string) {
	if t != nil && t.parsing {
		t.event(traced.Adding{Name: name, Expression: src})
	}
}

func (t *tracer) setText(name, attribute, value string) {
	if t != nil && t.parsing {
		t.event(traced.TextSet{Name: name, Attribute: attribute, Value: value})
	}
}

func (t *tracer) token(tok token.Token) {
	if t != nil && t.parsing {
		t.event(traced.TokenRead{Type: tok.CName(), Text: tok.Text})
	}
}

// lookup traces the metric found for a name that the source does not have.
func (t *tracer) lookup(name string, id libpcp.PMID) {
	if t != nil {
		t.event(traced.LookedUp{Name: name, ID: id})
	}
}

func (t *tracer) open(metrics int) {
	if t != nil && t.binding {
		t.event(traced.DerivedOpened{Metrics: metrics})
	}
}

// prefetched traces the operands that a fetch adds to its metrics.
func (t *tracer) prefetched(added []libpcp.PMID) {
	if t != nil && t.values && len(added) > 0 {
		t.event(traced.Prefetched{IDs: slices.Clone(added)})
	}
}
