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

// Counts are how many PDUs were exchanged, by type.
type Counts map[int]*struct{ Sent, Received int }

// Count has a tracer of [New] count PDUs.
func Count(t libpcp.Tracer) Counts {
	counts := make(Counts)
	t.(*tracer).counts = counts
	return counts
}

func (n Counts) add(p pmcd.PDU) {
	c := n[p.Type()]
	if c == nil {
		c = new(struct{ Sent, Received int })
		n[p.Type()] = c
	}
	if p.Sent {
		c.Sent++
	} else {
		c.Received++
	}
}

type tracer struct {
	w       io.Writer
	set     *getopt.DebugSet
	release release.Release
	texts   libpcp.ErrorTexts
	asking  bool   // for names, which is not shown
	counts  Counts // or nil

	lookupEnv func(name string) (value string, ok bool)
}

// Traces implements [libpcp.Tracer].
func (t *tracer) Traces(option string) bool {
	return t.set.Has(option) || option == "pdu" && t.counts != nil
}

// Trace implements [libpcp.Tracer].
func (t *tracer) Trace(ctx context.Context, event any) {
	if text, ok := event.(string); ok {
		io.WriteString(t.w, text)
		return
	}
	if p, ok := event.(pmcd.PDU); ok && t.counts != nil {
		t.counts.add(p)
	}
	if t.asking {
		return
	}
	t.asking = true
	defer func() { t.asking = false }()
	switch e := event.(type) {
	case pmcd.PDU:
		if t.set.Has("pdu") {
			t.w.Write(appendPDU(nil, e))
		}
	case traced.Values:
		if !t.set.Has("pdu") {
			return
		}
		t.w.Write(t.appendResult(ctx, nil, libpcp.NewContext(e.Client), e.Result, timewindow.LocalZone(t.lookupEnv)))
	case traced.Fetched:
		t.fetched(ctx, e)
	case traced.Unpacked:
		t.unpacked(ctx, e)
	}
}
