package pipeline

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
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
func (w *Watch) Check(f report.Format, s *options.Source, many *Fleet) error {
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

// appended writes reports one after the other.
type appended struct {
	env     *tool.Env
	options report.Options
	enc     report.Encoder // of the report, or of all that continue as one
}

func (a *appended) Begin(h report.Header) (err error) {
	if a.enc == nil || a.options.Format.Repeated() != report.Continued {
		a.enc = report.New(a.options)
		err = a.enc.Begin(h)
	}
	if a.options.Format.Repeated() == report.Dated {
		_, err = io.WriteString(a.env.Stdout, stamped(a.env, time.Now(), a.options.Zone)+"\n")
	}
	return err
}

func (a *appended) Write(r report.Record) error { return a.enc.Write(r) }

func (a *appended) End() error {
	err := a.enc.End()
	a.env.Stdout.Flush()
	return errors.Join(err, a.env.Stdout.Err())
}

const stamp = "Mon 2006-01-02 15:04:05"

// stamped is a time in a zone, or in its own if that is nil; the local one is the
// environment's.
func stamped(env *tool.Env, at time.Time, zone *time.Location) string {
	if zone == nil && at.Location() == time.Local {
		zone = timewindow.LocalZone(env.LookupEnv)
	}
	if zone != nil {
		at = at.In(zone)
	}
	return at.Format(stamp)
}

// titled is the line above a report, with what else belongs there, as much of it as fits.
func titled(env *tool.Env, title string, every time.Duration, parts ...string) string {
	columns, _ := env.Size()
	if all := title + ", every " + every.String(); runewidth.StringWidth(strings.Join(append(parts, all), "  ")) <= columns {
		title = all
	}
	for _, part := range parts {
		if with := title + "  " + part; runewidth.StringWidth(with) <= columns {
			title = with
		}
	}
	return runewidth.Truncate(title, columns, "")
}

// below is a text, in lines, below others.
func below(lines []string, text *bytes.Buffer) []string {
	return append(lines, strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")...)
}
