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

// Check rejects formats and sources that cannot be watched.
func (w *Watch) Check(f report.Format, s *options.Source, many *fleet.Fleet) error {
	switch {
	case !w.On():
	case many.Asked():
		return errors.New("--watch takes a single source of metrics")
	case s.Kind == options.Archive:
		return errors.New("--watch does not go with archives")
	case f.Repeated() == report.Never:
		return errors.New("--watch does not go with " + f.String())
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
	// Write writes a report. It reports whether the connection was good.
	Write func(report.Encoder) (good bool, err error)
	// Base, if it is not nil, is called instead of the first round: rates need it.
	Base func() error
}

// Redrawn reports whether reports are drawn in the place of the last.
func (r *Rounds) Redrawn() bool { return r.Format.Repeated() == report.Dated && r.Env.Moves() }

// Run reports until that fails.
func (w *Watch) Run(ctx context.Context, r Rounds) error {
	round := r.appended()
	if r.Redrawn() {
		round = r.redrawn(w.every)
	}
	ticks := time.NewTicker(w.every)
	defer ticks.Stop()
	for first := true; ; first = false {
		good, err := true, error(nil)
		if base := first && r.Base != nil; base {
			err = r.Base()
		} else {
			good, err = round()
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

// appended writes reports one after the other.
func (r *Rounds) appended() func() (bool, error) {
	var running report.Encoder
	return func() (bool, error) {
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
		good, err := r.Write(enc)
		r.Env.Stdout.Flush()
		return good, errors.Join(err, r.Env.Stdout.Err())
	}
}

const stamp = "Mon 2006-01-02 15:04:05"

// begun is an encoder that has begun.
type begun struct{ report.Encoder }

func (begun) Begin(report.Header) error { return nil }

// redrawn draws reports in the same place.
func (r *Rounds) redrawn(every time.Duration) func() (bool, error) {
	s := screen.Screen{Out: r.Env.Stdout, Size: r.Env.Size}
	past := new(report.Past)
	return func() (bool, error) {
		var text bytes.Buffer
		past.Next()
		good, err := r.Write(report.ForScreen(r.Env, r.Style, r.Columns, past, &text))
		if err != nil {
			return good, err
		}
		err = s.Draw(below(titled(r.Env, time.Now().Format(stamp), every), &text))
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

// below is a text, in lines, below a title.
func below(title string, text *bytes.Buffer) []string {
	return append([]string{title}, strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")...)
}
