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
	s := survey.Survey{C: pc, Batch: c.prober.batch, Notation: env.UnitsNotation(), Done: env.Progress.Step, Want: c.want()}
	var zone *time.Location
	if c.source.Kind == options.Archive {
		window, err := c.source.Position(ctx, pc)
		if err != nil {
			return c.fail(env, survey.Placing, err)
		}
		zone = window.Zone
		s.Rewind = func() error { return pc.SetMode(libpcp.ModeForw, window.Origin, 0) }
	}
	enc := c.encoder(env, zone)
	if err := enc.Begin(survey.Header(ctx, env.Name, &c.source, pc)); err != nil {
		return err
	}
	parts := []survey.Selection{{Names: libpcp.NameListOf(args)}}
	if !c.prober.faster || len(args) == 0 {
		parts = s.Select(ctx, args...)
	}
	for _, part := range parts {
		env.Progress.Begin("asking about metrics", part.Names.Len())
		if err := c.report(ctx, &s, enc, part); err != nil {
			return err
		}
	}
	return enc.End()
}

// report reports what operands select.
func (c *pmprobe) report(ctx context.Context, s *survey.Survey, enc report.Encoder, part survey.Selection) error {
	err := s.Metrics(ctx, part.Names, func(m *report.Metric) error {
		survey.Judge(&c.strict, m)
		if !c.prober.values {
			hideValues(m)
		}
		return enc.Write(m)
	})
	if err != nil || part.Problem == nil {
		return err
	}
	c.strict.Failure()
	return enc.Write(part.Problem)
}

// want selects what is asked about each metric.
func (c *pmprobe) want() survey.Want {
	p := &c.prober
	return survey.Want{
		Values: !p.domainOnly(), Domains: p.domainOnly(),
		Counts: !p.values && !p.instances(),
		Labels: p.values && c.format.IsJSON(),
	}
}

// hideValues leaves of the values their instances.
func hideValues(m *report.Metric) {
	if m.Values == nil {
		return
	}
	m.Values = m.Values.Map(func(v *report.Value) { v.Atom, v.Events = nil, nil })
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
		return append(columns, report.TheValue, report.Units, report.ErrorText)
	}
	return append(columns, report.ErrorText)
}
