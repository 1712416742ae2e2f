package options

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timewindow"
)

// Debugging is the group of -D and PCP_DEBUG: the debug options that they name
// (pmdbg(1)), and the tracer of what these are about.
type Debugging struct {
	// NewTracer returns the tracer for the options in set, which may grow
	// later; nil traces nothing.
	NewTracer func(inv *getopt.Invocation, set *getopt.DebugSet) libpcp.Tracer

	inv       *getopt.Invocation
	set       getopt.DebugSet
	complaint string // about PCP_DEBUG, which every program of the run has
	tracing   libpcp.Tracer
	fetches   *fetchTrace // or nil
}

// DebugOption is -D, --debug, which older usage texts do not show.
func (d *Debugging) DebugOption(rel release.Release) getopt.Option {
	return getopt.Option{Short: 'D', Long: "debug", Arg: "DBG",
		Text: "set debug options, see pmdbg(1)", Value: getopt.Func(d.setDebug), Hidden: !rel.Has(release.NamedDebugOptions),
		Complete: getopt.Completion{Kind: getopt.Words, List: true, Words: (&getopt.Invocation{Release: rel}).DebugForms().Names}}
}

// Debugs reports whether -D names a debug option (pmSetDebug(3)).
func (d *Debugging) Debugs(option string) bool { return d.set.Has(option) }

// Tracing reports whether -D names any debug option.
func (d *Debugging) Tracing() bool { return d.set != 0 }

func (d *Debugging) setDebug(spec string) error {
	set, ok := d.inv.DebugForms().Parse(spec)
	if !ok {
		return fmt.Errorf("unrecognized debug options specification (%s)", spec)
	}
	d.set |= set
	return nil
}

func (d *Debugging) debugVariable(value string) error {
	err := d.setDebug(value)
	if err != nil {
		d.complaint = fmt.Sprintf("Error: $PCP_DEBUG=%s is not valid, ignored\n", value)
		io.WriteString(d.inv.Stderr, d.complaint)
	}
	return err
}

// Tracer returns the tracer of the run, or nil.
func (d *Debugging) Tracer() libpcp.Tracer {
	if d.tracing == nil && d.NewTracer != nil {
		d.tracing = d.NewTracer(d.inv, &d.set)
	}
	return d.tracing
}

// traces reports whether the events of a debug option are wanted.
func (d *Debugging) traces(option string) bool { return d.Debugs(option) && d.Tracer() != nil }

func (d *Debugging) trace(ctx context.Context, option string, event any) {
	if d.traces(option) {
		d.Tracer().Trace(ctx, event)
	}
}

// Unpacked traces the records of an event array, if -D fetch asks for it.
func (d *Debugging) Unpacked(ctx context.Context, b libpcp.Block) {
	if f := d.fetches; f != nil {
		f.tracer.Trace(ctx, traced.Unpacked{Names: f.names, Zone: f.zone, Block: b})
	}
}

// notify writes a message in the form of pmNotifyErr(3).
func notify(inv *getopt.Invocation, priority, text string) {
	now := time.Now().In(timewindow.LocalZone(inv.LookupEnv)).Format(time.ANSIC[:len("Mon Jan _2 15:04:05")])
	inv.Message(fmt.Sprintf("[%s] %s(%d) %s: %s\n", now, inv.Name, os.Getpid(), priority, text))
}
