package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	output "pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// structured is a report in a format other than the classic one, which may be
// about several metrics.
type structured struct {
	p      *pmval
	env    *tool.Env
	survey survey.Survey
	enc    output.Encoder
	window options.Window
	plan   plan
	pace   pacer

	series []*series
	ids    []libpcp.PMID
	wanted map[libpcp.PMID]bool // the same
	wraps  bool                 // counters that go backwards have wrapped
	failed error
}

// structured reports samples of all metrics until there are no more, or an
// interrupt ends the output.
func (p *pmval) structured(ctx context.Context, env *tool.Env, c *libpcp.Context, window options.Window) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := p.timeControl(ctx, env.Stdout, env.Stderr); err != nil {
		return err
	}
	s := &structured{p: p, env: env, window: window, wanted: make(map[libpcp.PMID]bool), enc: output.For(env, p.format, p.columns(), window.Zone),
		survey: survey.Survey{C: c, Batch: 128, Want: survey.Want{Labels: p.format.IsJSON()}}}
	_, s.wraps = env.LookupEnv("PCP_COUNTER_WRAP")
	s.enc.Begin(survey.Header(ctx, env.Name, &p.source, c))
	s.find(ctx)
	if len(s.series) > 0 {
		if err := s.run(ctx); err != nil && ctx.Err() == nil && env.Stdout.Err() == nil {
			s.problem("", "", err)
		}
	}
	if err := s.enc.End(); err != nil {
		return err
	}
	return s.failed
}

// find looks up all metrics, and restricts fetches to the instances that are
// asked for by name.
func (s *structured) find(ctx context.Context) {
	for _, spec := range s.p.metrics {
		patterns := s.p.instances
		if len(spec.Instances) > 0 {
			patterns = spec.Instances
		}
		names, problems := s.survey.Names(ctx, spec.Metric)
		for _, p := range problems {
			s.problem(p.Operand, p.Failure.Call, p.Failure.Err)
		}
		s.survey.Metrics(ctx, names, func(m *output.Metric) error {
			s.add(ctx, m, patterns)
			return nil
		})
	}
	s.restrict(ctx)
}

// add adds a metric to those reported.
func (s *structured) add(ctx context.Context, m *output.Metric, patterns []string) {
	if m.Err != nil {
		s.problem(m.Name, m.Err.Call, m.Err.Err)
		return
	}
	added, err := newSeries(m, patterns, s.p.raw, s.p.units)
	if err != nil {
		s.problem(m.Name, "pmConvScale", err)
		return
	}
	s.series = append(s.series, added)
	s.ids = append(s.ids, m.ID)
	s.wanted[m.ID] = true
	if d := m.Desc.InDom; d != libpcp.NullInDom && patterns != nil {
		list, err := s.survey.AllInstances(ctx, d)
		if err != nil {
			s.problem(m.Name, "pmGetInDom", err)
		}
		for _, pattern := range patterns {
			if len(matching(list, pattern)) == 0 {
				s.problem(m.Name+"["+pattern+"]", "pmLookupInDom", libpcp.ErrInst)
			}
		}
	}
}

func matching(list []libpcp.Instance, pattern string) (ids []int32) {
	for _, i := range list {
		if glob(pattern, i.Name) {
			ids = append(ids, i.ID)
		}
	}
	return ids
}

// restrict limits fetches to the instances that can be of interest. A pattern
// may match more later, so that a domain with one is not limited.
func (s *structured) restrict(ctx context.Context) {
	wanted := make(map[libpcp.InDom][]int32)
	unlimited := make(map[libpcp.InDom]bool)
	for _, m := range s.series {
		d := m.raw.InDom
		if m.patterns == nil {
			unlimited[d] = true
		}
		for _, pattern := range m.patterns {
			if d == libpcp.NullInDom || !literal(pattern) {
				unlimited[d] = true
				break
			}
			list, _ := s.survey.AllInstances(ctx, d)
			wanted[d] = append(wanted[d], matching(list, pattern)...)
		}
	}
	profile := s.survey.C.Profile()
	for d, ids := range wanted {
		if !unlimited[d] && len(ids) > 0 {
			profile.Del(d)
			profile.Add(d, ids...)
		}
	}
}

// problem reports what cannot be sampled, in the output and on standard
// error.
func (s *structured) problem(operand, call string, err error) {
	var f failure
	if errors.As(err, &f) {
		call, err = f.call, f.err
	}
	p := &output.Problem{Operand: operand, Failure: output.Failure{Call: call, Err: err}}
	s.env.Stdout.Flush()
	if operand != "" {
		operand += ": "
	}
	fmt.Fprintf(s.env.Stderr, "%s: %s%s\n", s.env.Name, operand, p.Failure.Text(s.env.ErrorTexts()))
	s.enc.Write(p)
	s.p.strict.Failure()
	s.failed = tool.Exit(1)
}

// columns are those of CSV and tables.
func (p *pmval) columns() []output.Column {
	if p.format == output.Table {
		return []output.Column{output.Name, output.InstanceName, output.TheValue, output.Units}
	}
	return []output.Column{output.Time, output.Name, output.PMID, output.Type, output.Semantics, output.Units,
		output.Domain, output.InstanceID, output.InstanceName, output.TheValue,
		output.ErrorCode, output.ErrorSymbol, output.ErrorText}
}
