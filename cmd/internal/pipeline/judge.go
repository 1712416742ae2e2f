package pipeline

import (
	"cmp"
	"fmt"
	"slices"
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
	valued map[string]bool // by metrics
	failed bool
	lack   error // the first of a metric in a sample
}

func (j *judge) stage(next report.Encoder) report.Encoder { j.Encoder = next; return j }

func (j *judge) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		Judge(j.strict, r)
		none := r.Err == nil && r.Count != nil && *r.Count == 0 || r.Err != nil && libpcp.Code(r.Err.Err) == libpcp.ErrEOL
		if none && len(j.valued) <= hint.Shown {
			j.note(r.Name, 0)
		}
	case *report.InDom, *report.Span:
		j.strict.Value()
	case *report.Problem:
		j.strict.Failure()
		j.failed = true
	case *report.Sample:
		for m := range r.Metrics.All {
			n := 0
			if m.Values != nil {
				n = m.Values.Len
			}
			if m.Err != nil {
				j.lack = cmp.Or(j.lack, m.Err.Err)
			}
			j.strict.Note(n, m.Err != nil)
			j.note(m.Name, n)
		}
	}
	return j.Encoder.Write(r)
}

// note takes note of the number of values of a metric at some time.
func (j *judge) note(metric string, values int) {
	if j.valued == nil {
		j.valued = make(map[string]bool)
	}
	j.valued[metric] = j.valued[metric] || values > 0
}

// lacking are the metrics that had no values at any time.
func (j *judge) lacking() (names []string) {
	for name, valued := range j.valued {
		if !valued {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
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
	return len(j.valued) > 0 && len(j.lacking()) == 0 && !j.failed
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
