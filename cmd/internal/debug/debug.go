// Package debug prints what -D asks for, as libpcp (C) does (pmdbg(1)): the texts of
// a [libpcp.Tracer], PDUs and results.
package debug

import (
	"context"
	"io"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timewindow"
)

// New returns a tracer that prints on the standard error of an invocation, in
// the words of the release to reproduce. The set of debug options may still
// grow.
func New(inv *getopt.Invocation, set *getopt.DebugSet) libpcp.Tracer {
	return &tracer{w: inv.Stderr, set: set, release: inv.Release, texts: inv.ErrorTexts(), lookupEnv: inv.LookupEnv}
}

type tracer struct {
	w       io.Writer
	set     *getopt.DebugSet
	release release.Release
	texts   libpcp.ErrorTexts
	asking  bool // for names, which is not shown

	lookupEnv func(name string) (value string, ok bool)
}

// Traces implements [libpcp.Tracer].
func (t *tracer) Traces(option string) bool { return t.set.Has(option) }

// Trace implements [libpcp.Tracer].
func (t *tracer) Trace(ctx context.Context, event any) {
	if text, ok := event.(string); ok {
		io.WriteString(t.w, text)
		return
	}
	if t.asking {
		return
	}
	t.asking = true
	defer func() { t.asking = false }()
	switch e := event.(type) {
	case pmcd.PDU:
		t.w.Write(appendPDU(nil, e))
	case traced.Values:
		t.w.Write(t.appendResult(ctx, nil, libpcp.NewContext(e.Client), e.Result, timewindow.LocalZone(t.lookupEnv)))
	case traced.Fetched:
		t.fetched(ctx, e)
	case traced.Unpacked:
		t.unpacked(ctx, e)
	}
}
