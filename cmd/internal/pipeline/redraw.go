package pipeline

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

// redraw is an encoder for a terminal that draws each report, or each sample of one, in
// the place of the last, and marks changes. The last one stays.
type redraw struct {
	report.Options
	Env   *tool.Env
	Every time.Duration // between samples

	// Reports is set if each report is drawn as a whole, of a single source.
	Reports bool
	// Anew is set if each sample of a source comes with its problems, as reports do.
	// Without it the problem of an operand is written once, and stays.
	Anew bool

	text     bytes.Buffer
	enc      report.Encoder // of the report
	host     string
	screen   screen.Screen
	past     report.Past
	last     report.Sample
	problems []problem
	rest     time.Time // until then a problem of many is not drawn at once
}

// A problem is one of some of several sources.
type problem struct {
	*report.Problem
	fresh bool // since the last sample
}

// Begin implements [report.Encoder].
func (s *redraw) Begin(h report.Header) error {
	s.Env.Stdout.Check()
	if s.screen.Out == nil {
		s.fresh()
	}
	switch {
	case s.Reports:
		s.past.Next()
		s.text.Reset()
		s.enc = s.ForScreen(s.Env, &s.past, 1, &s.text)
		return s.enc.Begin(h)
	case h.Source != nil && h.Source.Host != "":
		s.host = format.Printable(h.Source.Host) + "  "
	case h.Source != nil: // several: at once, for some may not be there
		return s.draw()
	}
	return nil
}

// fresh has what follows drawn below the cursor.
func (s *redraw) fresh() { s.screen = screen.Screen{Out: s.Env.People(), Size: s.Env.Size} }

// Write implements [report.Encoder]. A problem of a single source has been printed,
// which has moved the cursor: what follows is drawn below it. Problems of several
// sources are drawn above the samples of others.
func (s *redraw) Write(r report.Record) error {
	if s.Reports {
		return s.enc.Write(r)
	}
	switch r := r.(type) {
	case *report.Sample:
		s.take(r)
		return s.draw()
	case *report.Problem:
		if r.Host == "" {
			break
		}
		if !s.Style.ByHost || !s.Absent.Note(r, s.Texts) {
			s.problems = append(slices.DeleteFunc(s.problems, func(old problem) bool {
				return old.Host == r.Host && old.Operand == r.Operand
			}), problem{r, true})
		}
		if r.Operand == "" {
			return s.without(r.Host)
		}
		return s.drawProblem()
	}
	s.fresh()
	return nil
}

// without draws the last sample without a source that has failed.
func (s *redraw) without(host string) error {
	if s.last.Metrics != nil {
		s.last.Metrics = s.last.Metrics.Filter(func(m *report.Metric) bool { return m.Host != host })
	}
	return s.drawProblem()
}

// drawProblem draws, but for what takes long: of very many problems some are drawn with
// those that follow, or with the next sample.
func (s *redraw) drawProblem() error {
	began := time.Now()
	if began.Before(s.rest) {
		return nil
	}
	err := s.draw()
	if took := time.Since(began); took > 5*time.Millisecond {
		s.rest = time.Now().Add(9 * took)
	}
	return err
}

// take makes a sample the last one. A sample of the same time is of sources that
// were late: it belongs to the last one.
func (s *redraw) take(sample *report.Sample) {
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
	s.problems = slices.DeleteFunc(s.problems, func(p problem) bool { return (s.Anew || p.Operand == "") && answered[p.Host] && !p.fresh })
	for i := range s.problems {
		s.problems[i].fresh = false
	}
}

// draw draws the last sample below the problems.
func (s *redraw) draw() error {
	at := s.last.Time
	if at.IsZero() { // no source has answered
		at = time.Now()
	}
	title := s.host + stamped(s.Env, at, s.Zone) + s.Offset(at)
	lines := append([]string{titled(s.Env, title, s.Every, s.last.Headline(s.Style)...)}, s.reasons()...)
	var text bytes.Buffer
	enc := s.ForScreen(s.Env, &s.past, len(lines), &text)
	if !s.last.Time.IsZero() || s.Style.ByHost {
		if err := enc.Write(&s.last); err != nil {
			return err
		}
	}
	if err := enc.End(); err != nil {
		return err
	}
	return s.screen.Draw(below(lines, &text))
}

// reasons are why sources have no rows, a line for each, on a third of the screen
// at most.
func (s *redraw) reasons() (lines []string) {
	columns, rows := s.Env.Size()
	add := func(p *report.Problem) {
		lines = append(lines, runewidth.Truncate(p.Line(s.Env.ErrorTexts()), columns, "…"))
	}
	for _, p := range s.problems {
		add(p.Problem)
	}
	for _, host := range s.last.Awaited {
		if s.Style.ByHost { // in its row
			break
		}
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

// End implements [report.Encoder]: it draws a report.
func (s *redraw) End() error {
	if !s.Reports {
		return nil
	}
	if err := s.enc.End(); err != nil {
		return err
	}
	err := s.screen.Draw(below([]string{titled(s.Env, stamped(s.Env, time.Now(), s.Zone), s.Every)}, &s.text))
	s.Env.Stdout.Flush()
	return errors.Join(err, s.Env.Stdout.Err())
}
