package main

import (
	"context"
	"math"
	"time"

	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/report"
	"pcptools/internal/cnum"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
	"pcptools/libpcp/release"
)

// A plan has the times and the kind of samples. It is complete
// once the metrics are known, and does not change.
type plan struct {
	start    time.Time     // of the window
	origin   time.Time     // where samples of an archive begin
	finish   time.Time     // after the last sample; zero for no end
	interval interval      // at first: a pmtime may change it
	samples  int           // negative for no end
	archive  bool          // the source is an archive
	recorded bool          // samples are the records of an archive as they are
	delay    bool          // pause between the samples of an archive, too
	watched  time.Duration // how long each sample of an archive is shown
	rates    bool          // a sample is compared with the previous one
	coarse   bool          // interpolate in steps of milliseconds
}

// An interval is the time between samples.
type interval struct {
	time.Duration
	seconds float64 // the same, if a Duration does not hold it
}

// plan plans the samples of metrics: archived event records are taken as they
// come, and rates need a sample before the first.
func (p *pmval) plan(w options.Window, events, rates bool) plan {
	archive := p.source.Kind == options.Archive
	n := plan{start: w.Start, origin: w.Origin, finish: w.Finish, interval: p.interval(), samples: -1,
		archive: archive, recorded: archive && (p.recorded || events), delay: p.delay, rates: rates,
		coarse: !p.release.Has(release.FineSteps)}
	p.sparse(&n)
	switch {
	case p.source.Samples != nil:
		n.samples = *p.source.Samples
	case !w.Finish.IsZero() && !p.recorded && !events && !p.controlled():
		n.samples = samplesIn(rate.Time(w.Finish)-rate.Time(w.Origin), n.interval.seconds)
		if p.Format == report.Classic && n.samples == math.MaxInt32 {
			n.samples = 0 // in PCP they are too many to count
		}
	}
	return n
}

// interval is the interval between samples that options ask for.
func (p *pmval) interval() interval {
	if iv := p.source.Interval; iv != nil && !iv.IsZero() {
		return interval{iv.Duration(), rate.Seconds(iv.Sec, iv.Nsec)}
	}
	if p.Watch.On() {
		return interval{p.Watch.Every(), p.Watch.Every().Seconds()}
	}
	return interval{time.Second, 1}
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

// position moves an archive to where its samples begin.
func (n *plan) position(ctx context.Context, c *libpcp.Context) error {
	if !n.archive {
		return nil
	}
	mode, step := libpcp.ModeForw, time.Duration(0)
	if !n.recorded {
		mode, step = libpcp.ModeInterp, n.step(n.interval)
	}
	if err := c.SetMode(ctx, mode, n.origin.Truncate(time.Microsecond), step); err != nil {
		return failure{"pmSetMode", err}
	}
	return nil
}

// step is the step of an interpolated replay: whole microseconds. A coarse step
// is whole milliseconds, or seconds where there would be too many, of which an
// int holds 32 bits.
func (n *plan) step(between interval) time.Duration {
	const long = 2073601 * time.Second
	switch {
	case !n.coarse:
		return between.Truncate(time.Microsecond)
	case between.Duration >= long:
		return time.Duration(int32(cnum.Int64(between.seconds))) * time.Second
	}
	return between.Truncate(time.Millisecond)
}

// pause is the time between samples. A replay takes none unless asked to.
func (n *plan) pause() time.Duration {
	if n.archive && !n.delay {
		return n.watched
	}
	return n.interval.Duration
}

// over reports whether a time is past the end.
func (n *plan) over(t time.Time) bool { return !n.finish.IsZero() && t.After(n.finish) }

// call is the call of PMAPI(3) that takes a sample.
func (n *plan) call() string {
	if n.recorded {
		return "pmFetchArchive"
	}
	return "pmFetch"
}
