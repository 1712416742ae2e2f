package main

import (
	"context"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// structured reports what args select in a format other than the classic one:
// as many details of the values of each metric as the options ask for.
func (c *pmprobe) structured(ctx context.Context, env *tool.Env, pc *libpcp.Context, args []string) error {
	p := &c.prober
	s := survey.Survey{C: pc, Batch: p.batch, Done: env.Progress.Step}
	s.Want = survey.Want{
		Values: !p.domainOnly(), Domains: p.domainOnly(),
		Counts: !p.values && !p.instances(),
		Labels: p.values && c.format.IsJSON(),
	}
	var zone *time.Location
	if c.source.Kind == options.Archive {
		window, err := c.source.Position(ctx, pc)
		if err != nil {
			return err
		}
		zone = window.Zone
		s.Rewind = func() error { return pc.SetMode(libpcp.ModeForw, window.Origin, 0) }
	}
	enc := report.For(env, c.format, c.columns(), zone)
	enc.Begin(survey.Header(ctx, env.Name, &c.source, pc))
	names, problems := args, []*report.Problem(nil)
	if !p.faster || len(args) == 0 {
		names, problems = s.Names(ctx, args...)
	}
	for _, problem := range problems {
		c.strict.Failure()
		enc.Write(problem)
	}
	env.Progress.Begin("asking about metrics", len(names))
	s.Metrics(ctx, names, func(m *report.Metric) {
		survey.Judge(&c.strict, m)
		if !p.values {
			hideValues(m)
		}
		enc.Write(m)
	})
	enc.End()
	return nil
}

// hideValues leaves of the values their instances.
func hideValues(m *report.Metric) {
	for i := range m.Values {
		m.Values[i].Atom, m.Values[i].Events = nil, nil
	}
}

// columns are those of CSV and tables.
func (c *pmprobe) columns() []report.Column {
	if c.format != report.Table {
		return []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
			report.Domain, report.Count, report.InstanceID, report.InstanceName, report.TheValue,
			report.ErrorCode, report.ErrorSymbol, report.ErrorText}
	}
	columns := []report.Column{report.Name, report.Count}
	p := &c.prober
	if p.numbers || p.values {
		columns = append(columns, report.InstanceID)
	}
	if p.externals || p.values {
		columns = append(columns, report.InstanceName)
	}
	if p.values {
		return append(columns, report.TheValue, report.Units)
	}
	return append(columns, report.ErrorText)
}
