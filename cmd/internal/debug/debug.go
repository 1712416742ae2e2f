// Package debug prints what -D asks for, as libpcp (C) does (pmdbg(1)): it
// renders the events of a [libpcp.Tracer].
package debug

import (
	"context"
	"fmt"
	"io"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/release"
)

// New returns a tracer that prints on the standard error of an invocation, in
// the words of the release to reproduce. The set of debug options may still
// grow.
func New(inv *getopt.Invocation, set *getopt.DebugSet) libpcp.Tracer {
	return &tracer{w: inv.Stderr, set: set, release: inv.Release, texts: inv.ErrorTexts()}
}

type tracer struct {
	w       io.Writer
	set     *getopt.DebugSet
	release release.Release
	texts   libpcp.ErrorTexts
	dialed  bool // a context has been opened
	asking  bool // for names, which is not shown
}

// Traces implements [libpcp.Tracer].
func (t *tracer) Traces(option string) bool { return t.set.Has(option) }

// Trace implements [libpcp.Tracer].
func (t *tracer) Trace(ctx context.Context, event any) {
	switch e := event.(type) {
	case pmcd.PDU:
		t.pdu(e)
	case traced.Values:
		t.values(ctx, e)
	case traced.Fetched:
		t.fetched(ctx, e)
	case traced.Unpacked:
		t.unpacked(ctx, e)
	case traced.VariableRead:
		t.variable(e)
	case traced.ContextClosed:
		t.printf("pmDestroyContext(0) -> 0, curr_handle=-1\n")
	case traced.DefaultNames:
		t.printf("pmGetPMNSLocation: Loading local PMNS for local PMAPI context\n")
	case traced.NamesLoading:
		t.loading(e)
	case traced.NameDefined:
		t.printf("pmLoadNameSpace: %s -> %s\n", e.Name, e.ID)
	case traced.NamesLoaded:
		t.printf("Loaded ASCII PMNS\n")
	default:
		if !t.connection(event) && !t.local(event) && !t.window(event) {
			t.derived(event)
		}
	}
}

func (t *tracer) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

// quiet shows nothing of connections until the function it returns is called.
func (t *tracer) quiet() (end func()) {
	before := t.asking
	t.asking = true
	return func() { t.asking = before }
}

// variable prints that a variable stands for an option. Newer releases leave
// out the values of those for which they do not matter.
func (t *tracer) variable(v traced.VariableRead) {
	setting := v.Name + "=" + v.Value
	switch v.Name {
	case "PCP_GUIMODE", "PCP_LOCALMODE", "PCP_LOCALPMDA":
		if t.release.Has(release.OrderedVariables) {
			setting = v.Name
		}
	}
	t.printf("pmGetOptions: %s set from the environment\n", setting)
}

// loading prints that a name-space file is read; a plain one nobody has named.
func (t *tracer) loading(e traced.NamesLoading) {
	name, duplicates, preprocess := e.File, 1, 1
	if e.Unique {
		duplicates = 0
	}
	if e.Plain {
		name, preprocess = "(null)", 0
	}
	t.printf("load(name=%s, dupok=%d, use_cpp=%d) lic case=0 fname=%s\n", name, duplicates, preprocess, e.File)
	t.printf("loadascii(dupok=%d, use_cpp=%d) fname=%s\n", duplicates, preprocess, e.File)
}
