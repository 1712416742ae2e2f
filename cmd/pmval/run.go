package main

import (
	"context"
	"io"
	"math"
	"time"

	output "pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
	"pcptools/libpcp/release"
)

// Run implements [tool.Command].
func (p *pmval) Run(ctx context.Context, env *tool.Env, _ []string) error {
	defer env.Stdout.Flush() // before an error is reported
	env.Progress.Begin("opening the source", 0)
	c, err := p.source.Open(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	host := ""
	if p.source.Tracing() { // the order of events shows
		env.Stdout.ByLine()
		host = c.HostName(ctx)
	}
	window, err := p.source.Window(ctx, c)
	if p.format == output.Classic {
		env.Stdout.WriteString(window.Note)
	}
	if err != nil {
		return err
	}
	if window.Finish.Unix() == 0 {
		window.Finish = time.Time{} // the original's sign for no end
	}
	if p.source.Kind == options.Archive && !p.delay {
		env.Progress.Begin("reading the archive", 0)
	} else {
		env.Progress.End() // samples take their time
	}
	if p.format != output.Classic {
		return p.structured(ctx, env, c, window)
	}
	r := &report{p: p, c: c, window: window, out: env.Stdout, errOut: env.Stderr, prog: env.Name, texts: env.ErrorTexts(),
		notation: env.UnitsNotation(), squash: p.source.Layout().Squash,
		rules: format.ValueRules{NoFloatZero: !env.Release.Has(release.StoreFloatZero)}, target: target{host: host}}
	_, r.wraps = env.LookupEnv("PCP_COUNTER_WRAP")
	if err := r.run(ctx); err != nil {
		return err
	}
	p.source.Closing()
	return nil
}

// A report is all that is said about a metric.
type report struct {
	p      *pmval
	c      *libpcp.Context
	window options.Window
	out    *tool.Output
	errOut io.Writer
	prog   string
	texts  libpcp.ErrorTexts

	notation libpcp.UnitsNotation

	rules  format.ValueRules // of -x
	squash bool              // newlines in strings

	wraps bool // counters that go backwards have wrapped

	target
	plan
	table
	progress
	sampler sampler
	ahead   *libpcp.FetchQuery // the first sample, if it was taken already
}

// run does the work in the order of the original.
func (r *report) run(ctx context.Context) error {
	if err := r.find(ctx); err != nil {
		return err
	}
	if err := r.store(ctx); err != nil {
		return err
	}
	r.plan = r.p.plan(r.window, r.desc.Type.Event())
	if r.window.Note == "" && !r.desc.Type.Event() {
		r.out.WriteByte('\n')
	}
	if err := r.p.timeControl(ctx, r.out, r.errOut); err != nil {
		return err
	}
	if err := r.layOut(); err != nil {
		return err
	}
	r.writeHeader()
	if err := r.position(); err != nil {
		return err
	}
	return r.loop(ctx)
}

// A plan is how often, and how many times, samples are taken.
type plan struct {
	interval time.Duration
	seconds  float64 // the same, as far as a Duration does not hold it
	samples  int     // negative for no end
	coarse   bool    // interpolate in steps of milliseconds
}

// plan works out the sampling; event records are taken as they come.
func (p *pmval) plan(w options.Window, events bool) plan {
	n := plan{interval: time.Second, seconds: 1, samples: -1, coarse: !p.release.Has(release.FineSteps)}
	if iv := p.source.Interval; iv != nil && !iv.IsZero() {
		n.interval, n.seconds = iv.Duration(), realSeconds(iv.Sec, iv.Nsec)
	}
	switch {
	case p.source.Samples != nil:
		n.samples = *p.source.Samples
	case !w.Finish.IsZero() && !p.recorded && !events:
		n.samples = samplesIn(realTime(w.Finish)-realTime(w.Origin), n.seconds)
	}
	return n
}

// samplesIn counts the samples that fit into a span of time, both ends
// included.
func samplesIn(span, interval float64) int {
	switch n := span / interval; {
	case n <= -1:
		return 0
	case n < math.MaxInt32:
		return int(n) + 1
	}
	return math.MaxInt32
}
