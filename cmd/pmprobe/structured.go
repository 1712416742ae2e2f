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
			return err
		}
		zone = window.Zone
		s.Rewind = func() error { return pc.SetMode(libpcp.ModeForw, window.Origin, 0) }
	}
	enc := report.For(env, c.format, c.columns(), zone)
	if err := enc.Begin(survey.Header(ctx, env.Name, &c.source, pc)); err != nil {
		return err
	}
	names := libpcp.NameListOf(args)
	if !c.prober.faster || len(args) == 0 {
		var err error
		if names, err = c.traverse(ctx, &s, enc, args); err != nil {
			return err
		}
	}
	env.Progress.Begin("asking about metrics", names.Len())
	err := s.Metrics(ctx, names, func(m *report.Metric) error {
		survey.Judge(&c.strict, m)
		if !c.prober.values {
			hideValues(m)
		}
		return enc.Write(m)
	})
	if err != nil {
		return err
	}
	return enc.End()
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

// traverse returns the names that args select, and reports those that select
// none.
func (c *pmprobe) traverse(ctx context.Context, s *survey.Survey, enc report.Encoder, args []string) (libpcp.NameList, error) {
	names, problems := s.Names(ctx, args...)
	for _, problem := range problems {
		c.strict.Failure()
		if err := enc.Write(problem); err != nil {
			return names, err
		}
	}
	return names, nil
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
		return append(columns, report.TheValue, report.Units)
	}
	return append(columns, report.ErrorText)
}
