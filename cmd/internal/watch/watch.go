// Package watch repeats a report: on a terminal it redraws the report in place
// and marks changes; in a pipe it appends reports.
package watch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/fleet"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/screen"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/timewindow"
)

// A Watch is what --watch says: how often to report. The zero Watch is once.
type Watch struct{ every time.Duration }

// Option is --watch.
func (w *Watch) Option() getopt.Option {
	return getopt.Option{Long: "watch", Arg: "INTERVAL", Default: "2", Exact: true, Value: getopt.Func(w.set),
		Text: "report again and again, every 2 seconds or INTERVAL, with changes marked"}
}

// set reads the interval, which is at least a tenth of a second.
func (w *Watch) set(text string) error {
	interval, err := timewindow.ParseInterval(text)
	if w.every = interval.Duration(); err != nil || w.every < 100*time.Millisecond {
		return errors.New("--watch requires an interval of at least 0.1 seconds, not " + text)
	}
	return nil
}

// Every is how often to report.
func (w *Watch) Every() time.Duration { return w.every }

// On reports whether the report is repeated.
func (w *Watch) On() bool { return w.every > 0 }

// Asked is --watch if it was given, else "".
func (w *Watch) Asked() string { return report.Given("--watch", w.On()) }

// Check rejects formats and sources that cannot be watched.
func (w *Watch) Check(f report.Format, s *options.Source, many *fleet.Fleet) error {
	switch {
	case !w.On():
	case s.Kind == options.Archive:
		return errors.New("--watch does not go with archives")
	case f.Repeated() == report.Never:
		return errors.New("--watch does not go with " + f.String())
	case many.Asked() && f.Repeated() == report.Anew:
		return errors.New("--watch takes a single source of metrics with " + f.String() + ", but several with jsonl")
	}
	return nil
}

// Rounds are the reports of a run.
type Rounds struct {
	Env     *tool.Env
	Format  report.Format
	Style   report.Style
	Columns []report.Column
	// Context is reconnected before a round if the one before it failed.
	Context *libpcp.Context
	// Member, of many sources, writes the reports in place of Env. It reconnects
	// itself. Strict is what its reports count.
	Member *fleet.Member
	Strict *tool.Strict
	// Write writes a report. It reports whether the connection was good.
	Write func(context.Context, report.Encoder) (good bool, err error)
	// Base, if it is not nil, is called instead of the first round: rates need it.
	Base func(context.Context) error
}

// Redrawn reports whether reports are drawn in the place of the last.
func (r *Rounds) Redrawn() bool { return r.Member == nil && redrawn(r.Env, r.Format) }

func redrawn(env *tool.Env, f report.Format) bool {
	return f.Repeated() == report.Dated && env.Moves()
}

// Many prepares the reports of many sources: o are the options of what they have
// in common.
func (w *Watch) Many(env *tool.Env, many *fleet.Fleet, o *report.Options) {
	if !w.On() {
		return
	}
	many.NewBeat()
	if o.Samples = true; redrawn(env, o.Format) {
		o.Drawn = func(o report.Options) report.Encoder {
			return &Samples{Env: env, Style: o.Style, Columns: o.Columns, Zone: o.Zone, Every: w.every, Anew: true}
		}
	}
}

// Ask calls do with the opened source of one of many sources, for all its reports.
func (w *Watch) Ask(ctx context.Context, m *fleet.Member, s *options.Source, do func(context.Context, *libpcp.Context) error) error {
	if !w.On() {
		return m.Query(ctx, s, do)
	}
	return m.Follow(ctx, w.every, s, do)
}

// Run reports until that fails.
func (w *Watch) Run(ctx context.Context, r Rounds) error {
	if r.Member != nil {
		return r.together(ctx, w.every)
	}
	round := r.appended()
	if r.Redrawn() {
		round = r.redrawn(w.every)
	}
	ticks := time.NewTicker(w.every)
	defer ticks.Stop()
	for first := true; ; first = false {
		good, err := true, error(nil)
		if base := first && r.Base != nil; base {
			err = r.Base(ctx)
		} else {
			good, err = round(ctx)
		}
		if err != nil {
			return err
		}
		r.Env.Progress.End() // waiting is no work
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
		if !good {
			r.Env.Progress.Begin("connecting again", 0)
			r.Context.Reconnect(ctx) // if it fails, so does the next round
		}
	}
}

// together reports at the instants of many sources.
func (r *Rounds) together(ctx context.Context, every time.Duration) error {
	if err := r.Member.Join(ctx, every, true); err != nil {
		return err
	}
	for first := true; ; first = false {
		if err := r.member(ctx, first && r.Base != nil); err != nil {
			return err
		}
		if err := r.Member.Wait(ctx); err != nil {
			return err
		}
	}
}

// member writes the report of one of many sources, or takes its base, within its
// time.
func (r *Rounds) member(ctx context.Context, base bool) error {
	limited, cancel := r.Member.Limit(ctx)
	defer cancel()
	defer r.Member.Sampling()()
	if base {
		return r.Base(limited)
	}
	before := *r.Strict
	_, err := r.Write(limited, part{r.Member, ctx.Err})
	if ctx.Err() != nil {
		*r.Strict = before
	}
	return err
}

// part is an encoder that does not end, but is stopped by an interrupt: what that
// breaks off is no failure of the source.
type part struct {
	*fleet.Member
	stopped func() error
}

func (p part) Write(r report.Record) error {
	if err := p.stopped(); err != nil {
		return err
	}
	return p.Member.Write(r)
}

func (part) End() error { return nil }

// appended writes reports one after the other.
func (r *Rounds) appended() func(context.Context) (bool, error) {
	var running report.Encoder
	return func(ctx context.Context) (bool, error) {
		enc := running
		if enc == nil {
			o := report.OptionsFor(r.Env, r.Format, r.Style, r.Columns, nil)
			o.Repeated = true
			enc = report.New(o)
		}
		switch r.Format.Repeated() {
		case report.Continued:
			running = begun{enc}
		case report.Dated:
			io.WriteString(r.Env.Stdout, time.Now().Format(stamp)+"\n")
		}
		good, err := r.Write(ctx, enc)
		r.Env.Stdout.Flush()
		return good, errors.Join(err, r.Env.Stdout.Err())
	}
}

const stamp = "Mon 2006-01-02 15:04:05"

// begun is an encoder that has begun.
type begun struct{ report.Encoder }

func (begun) Begin(report.Header) error { return nil }

// redrawn draws reports in the same place.
func (r *Rounds) redrawn(every time.Duration) func(context.Context) (bool, error) {
	s := screen.Screen{Out: r.Env.People(), Size: r.Env.Size}
	past := new(report.Past)
	return func(ctx context.Context) (bool, error) {
		var text bytes.Buffer
		past.Next()
		good, err := r.Write(ctx, report.ForScreen(r.Env, r.Style, r.Columns, past, 1, &text))
		if err != nil {
			return good, err
		}
		err = s.Draw(below([]string{titled(r.Env, time.Now().Format(stamp), every)}, &text))
		r.Env.Stdout.Flush()
		return good, errors.Join(err, r.Env.Stdout.Err())
	}
}

// titled is the line above a report, as much of it as fits.
func titled(env *tool.Env, title string, every time.Duration) string {
	columns, _ := env.Size()
	if all := title + ", every " + every.String(); runewidth.StringWidth(all) <= columns {
		return all
	}
	return runewidth.Truncate(title, columns, "")
}

// below is a text, in lines, below others.
func below(lines []string, text *bytes.Buffer) []string {
	return append(lines, strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")...)
}
