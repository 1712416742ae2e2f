package watch

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/screen"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/format"
)

// Samples is an encoder for a terminal that draws each sample in the place of the
// last, and marks changes. The last one stays.
type Samples struct {
	Env     *tool.Env
	Style   report.Style
	Columns []report.Column
	Zone    *time.Location
	Every   time.Duration // between samples

	// Anew is set if each sample of a source comes with its problems, as reports do.
	// Without it a problem is written once, and stays.
	Anew bool

	host     string
	screen   screen.Screen
	past     report.Past
	last     report.Sample
	problems []problem
}

// A problem is one of some of several sources.
type problem struct {
	*report.Problem
	fresh bool // since the last sample
}

// Begin implements [report.Encoder].
func (s *Samples) Begin(h report.Header) error {
	s.Env.Stdout.Check()
	if h.Source != nil && h.Source.Host != "" {
		s.host = format.Printable(h.Source.Host) + "  "
	}
	s.screen = screen.Screen{Out: s.Env.People(), Size: s.Env.Size}
	return nil
}

// Write implements [report.Encoder]. A problem of a single source has been printed,
// which has moved the cursor: what follows is drawn below it. Problems of several
// sources are drawn above the samples of others.
func (s *Samples) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Sample:
		s.take(r)
		return s.draw()
	case *report.Problem:
		if r.Host == "" {
			break
		}
		s.problems = append(slices.DeleteFunc(s.problems, func(old problem) bool {
			return old.Host == r.Host && old.Operand == r.Operand
		}), problem{r, true})
		if failed := r.Operand == ""; !failed || s.last.Time.IsZero() {
			return nil
		}
		s.last.Metrics = s.last.Metrics.Filter(func(m *report.Metric) bool { return m.Host != r.Host })
		return s.draw()
	}
	s.screen = screen.Screen{Out: s.Env.People(), Size: s.Env.Size}
	return nil
}

// take makes a sample the last one. A sample of the same time is of sources that
// were late: it belongs to the last one.
func (s *Samples) take(sample *report.Sample) {
	if s.last.Time.Equal(sample.Time) {
		s.last.Metrics = report.ListOf(append(s.last.Metrics.Slice(), sample.Metrics.Slice()...)...)
		s.last.Awaited = sample.Awaited
		return
	}
	s.past.Next()
	s.last = *sample
	answered := make(map[string]bool)
	for m := range sample.Metrics.All {
		answered[m.Host] = true
	}
	s.problems = slices.DeleteFunc(s.problems, func(p problem) bool { return s.Anew && answered[p.Host] && !p.fresh })
	for i := range s.problems {
		s.problems[i].fresh = false
	}
}

// draw draws the last sample below the problems.
func (s *Samples) draw() error {
	at := s.last.Time
	if s.Zone != nil {
		at = at.In(s.Zone)
	}
	lines := append([]string{titled(s.Env, s.host+at.Format(stamp), s.Every)}, s.reasons()...)
	var text bytes.Buffer
	enc := report.ForScreen(s.Env, s.Style, s.Columns, &s.past, len(lines), &text)
	if err := enc.Write(&s.last); err != nil {
		return err
	}
	if err := enc.End(); err != nil {
		return err
	}
	return s.screen.Draw(below(lines, &text))
}

// reasons are why sources have no rows, a line for each, on a third of the screen
// at most.
func (s *Samples) reasons() (lines []string) {
	columns, rows := s.Env.Size()
	add := func(p *report.Problem) {
		lines = append(lines, runewidth.Truncate(p.Line(s.Env.ErrorTexts()), columns, "…"))
	}
	for _, p := range s.problems {
		add(p.Problem)
	}
	for _, host := range s.last.Awaited {
		failed := slices.ContainsFunc(s.problems, func(p problem) bool { return p.Host == host && p.Operand == "" })
		if !failed {
			add(&report.Problem{Host: host, Failure: report.Failure{Err: errAwaited}})
		}
	}
	if most := max(rows/3, 1); len(lines) > most {
		more := fmt.Sprintf("(%d more without values)", len(lines)-most+1)
		lines = append(lines[:most-1], runewidth.Truncate(more, columns, ""))
	}
	return lines
}

var errAwaited = errors.New("no answer yet")

// End implements [report.Encoder].
func (s *Samples) End() error { return nil }
