package watch

import (
	"bytes"
	"slices"
	"time"

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

	host     string
	screen   screen.Screen
	past     report.Past
	problems []*report.Problem // of some of several sources
}

// Begin implements [report.Encoder].
func (s *Samples) Begin(h report.Header) error {
	s.Env.Stdout.Check()
	if h.Source != nil && h.Source.Host != "" {
		s.host = format.Printable(h.Source.Host) + "  "
	}
	s.screen = screen.Screen{Out: s.Env.Stdout, Size: s.Env.Size}
	return nil
}

// Write implements [report.Encoder]. A problem has been printed, which has moved
// the cursor: what follows is drawn below it. Problems of several sources stay above
// the samples of others.
func (s *Samples) Write(r report.Record) error {
	if problem, of := r.(*report.Problem); of && problem.Host != "" {
		s.problems = append(slices.DeleteFunc(s.problems, func(old *report.Problem) bool {
			return old.Host == problem.Host && old.Operand == problem.Operand
		}), problem)
		return nil
	}
	sample, ok := r.(*report.Sample)
	if !ok {
		s.screen = screen.Screen{Out: s.Env.Stdout, Size: s.Env.Size}
		return nil
	}
	var text bytes.Buffer
	s.past.Next()
	enc := report.ForScreen(s.Env, s.Style, s.Columns, &s.past, &text)
	for _, problem := range s.problems {
		if err := enc.Write(problem); err != nil {
			return err
		}
	}
	if err := enc.Write(sample); err != nil {
		return err
	}
	if err := enc.End(); err != nil {
		return err
	}
	at := sample.Time
	if s.Zone != nil {
		at = at.In(s.Zone)
	}
	return s.screen.Draw(below(titled(s.Env, s.host+at.Format(stamp), s.Every), &text))
}

// End implements [report.Encoder].
func (s *Samples) End() error { return nil }
