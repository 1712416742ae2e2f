package pipeline

import (
	"fmt"
	"time"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// judge reports to --strict how complete the answer is, and knows which metrics had
// values at some time.
type judge struct {
	report.Encoder
	strict *tool.Strict
	valued map[string]bool // by metrics of samples
	failed bool
}

func (j *judge) stage(next report.Encoder) report.Encoder { j.Encoder = next; return j }

func (j *judge) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		Judge(j.strict, r)
	case *report.InDom, *report.Span:
		j.strict.Value()
	case *report.Problem:
		j.strict.Failure()
		j.failed = true
	case *report.Sample:
		if j.valued == nil {
			j.valued = make(map[string]bool)
		}
		for m := range r.Metrics.All {
			n := 0
			if m.Values != nil {
				n = m.Values.Len
			}
			j.strict.Note(n, m.Err != nil)
			if n > 0 || !j.valued[m.Name] {
				j.valued[m.Name] = n > 0
			}
		}
	}
	return j.Encoder.Write(r)
}

// Judge reports the result of a metric to strict.
func Judge(strict *tool.Strict, m *report.Metric) {
	switch {
	case m.Err != nil && m.Err.Call != "":
		strict.Failure()
	case m.Err != nil || m.Count != nil && *m.Count == 0:
		strict.None()
	default:
		strict.Value()
	}
}

// whole reports whether all metrics of samples had values at some time.
func (j *judge) whole() bool {
	for _, valued := range j.valued {
		if !valued {
			return false
		}
	}
	return len(j.valued) > 0 && !j.failed
}

// problems is the stage that prints what standard error has of them too, and notes
// what they mean for the run.
func (s *Session) problems(o *outcome) Stage {
	return func(next report.Encoder) report.Encoder { return &problems{next, s, o} }
}

// outcome is what problems mean for the run.
type outcome struct {
	lost   bool  // the connection, in this report
	failed error // what the run ends with
}

type problems struct {
	report.Encoder
	s *Session
	*outcome
}

func (p *problems) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		p.lost = p.lost || r.Err != nil && r.Err.Call == "pmFetch"
		if r.Err != nil && r.Time.IsZero() {
			r.Time = came(p.s.p.Source)
		}
	case *report.Problem:
		r.Time = came(p.s.p.Source)
		p.note(r)
	}
	return p.Encoder.Write(r)
}

// came is the time of an error that has come just now, or zero if its source is an archive.
func came(s *options.Source) time.Time {
	if s.Kind == options.Archive {
		return time.Time{}
	}
	return time.Now()
}

func (p *problems) note(r *report.Problem) {
	s, code := p.s, libpcp.Code(r.Failure.Err)
	p.lost = p.lost || code != libpcp.ErrName && code != libpcp.ErrConv
	if !s.p.Lenient || code == libpcp.ErrConv {
		p.failed = tool.Exit(1)
	}
	if s.redrawn && !s.p.Sampled {
		return // the table has it
	}
	if s.p.Prefix != nil {
		operand := ""
		if r.Operand != "" {
			operand = r.Operand + ": "
		}
		if s.p.Sampled {
			s.Env.Stdout.Flush()
		}
		r.Printed = true
		fmt.Fprintf(s.Env.Stderr, "%s%s%s\n", s.p.Prefix(s.Env), format.Printable(operand), r.Failure.Text(s.Env.ErrorTexts()))
	}
	hint.Name(s.ctx, s.Env, s.Source, s.C, r.Operand, r.Failure.Err)
	hint.Agents(s.Env, s.Source, r.Failure.Err)
}
