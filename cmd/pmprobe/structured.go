package main

import (
	"context"
	"slices"
	"time"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/cmd/internal/watch"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// structured reports what args select in a format other than the classic one:
// as many details of the values of each metric as the options ask for.
func (c *pmprobe) structured(ctx context.Context, env *tool.Env, pc *libpcp.Context, args []string) error {
	c.units = c.style.Conversions()
	s := survey.Survey{C: pc, Batch: c.details.batch, Notation: env.UnitsNotation(), Done: env.Progress.Step, Want: c.want()}
	var zone *time.Location
	if c.source.Kind == options.Archive {
		window, err := c.source.Position(ctx, pc)
		if err != nil {
			return c.fail(env, survey.Placing, err)
		}
		zone = window.Zone
		s.Rewind = func() error { return pc.SetMode(ctx, libpcp.ModeForw, window.Origin, 0) }
	}
	header := survey.Header(ctx, env.Name, &c.source, pc)
	if !c.watch.On() {
		if _, err := c.write(ctx, env, &s, c.encoder(env, zone), header, args); err != nil {
			return err
		}
		return c.failed
	}
	return c.watch.Run(ctx, watch.Rounds{Env: env, Format: c.format, Style: c.style, Columns: c.columns(), Context: pc, Member: c.member, Strict: &c.strict,
		Write: func(ctx context.Context, enc report.Encoder) (bool, error) {
			return c.write(ctx, env, &s, enc, header, args)
		}})
}

// write writes a report. It reports whether the connection was good.
func (c *pmprobe) write(ctx context.Context, env *tool.Env, s *survey.Survey, enc report.Encoder, header report.Header, args []string) (good bool, err error) {
	if err := enc.Begin(header); err != nil {
		return true, err
	}
	c.memory.Next()
	good = true
	parts := []survey.Selection{{Names: libpcp.NameListOf(args)}}
	if !c.details.faster || len(args) == 0 {
		parts = s.Select(ctx, args...)
	}
	for _, part := range parts {
		env.Progress.Begin("asking about metrics", part.Names.Len())
		if p := part.Problem; p != nil && libpcp.Code(p.Failure.Err) != libpcp.ErrName {
			good = false
		}
		if err := c.report(ctx, s, enc, part, &good); err != nil {
			return good, err
		}
	}
	for problem := range c.units.Unused {
		c.strict.Failure()
		c.failed = tool.Exit(1)
		if err := enc.Write(problem); err != nil {
			return good, err
		}
	}
	if f := s.Lost(); f != nil {
		good = false
		c.strict.Failure()
		if err := enc.Write(&report.Problem{Failure: *f}); err != nil {
			return good, err
		}
	}
	err = enc.End()
	for _, part := range parts {
		if p := part.Problem; p != nil && !c.watch.On() {
			hint.Name(ctx, env, &c.source, s.C, p.Operand, p.Failure.Err)
		}
	}
	return good, err
}

// report reports what operands select.
func (c *pmprobe) report(ctx context.Context, s *survey.Survey, enc report.Encoder, part survey.Selection, good *bool) error {
	err := s.Metrics(ctx, part.Names, func(m *report.Metric) error {
		if n, ok := c.source.Recorded(m.Name); ok {
			m.Samples = &n
		}
		if m.Err != nil && m.Err.Call == "pmFetch" {
			*good = false
		}
		c.units.Apply(m)
		c.memory.Mark(m)
		if !c.pick.Apply(m, &c.strict) {
			return nil
		}
		survey.Judge(&c.strict, m)
		if c.member == nil || c.pick.Ranking() == nil { // which is by values
			c.hideValues(m)
		}
		return enc.Write(m)
	})
	if err != nil || part.Problem == nil {
		return err
	}
	c.strict.Failure()
	return enc.Write(part.Problem)
}

// want selects the questions about each metric.
func (q *request) want() survey.Want {
	d := q.details
	return survey.Want{
		Values: !d.domainOnly() || q.pick.On(), Domains: d.domainOnly() && !q.pick.On(),
		Counts: !d.values && !d.instances() && !q.pick.On(),
		Labels: d.values && q.format.Members(),
	}
}

// hideValues removes the parts of values that were not requested: contents, or
// instances as well.
func (q *request) hideValues(m *report.Metric) {
	switch d := q.details; {
	case d.values || m.Values == nil:
		return
	case !d.instances() && !d.domainOnly():
		if m.Err == nil {
			m.Values = nil
		}
		return
	}
	m.Values = m.Values.Map(func(v *report.Value) { v.Atom, v.Events = nil, nil })
}

// exactColumns are the columns of CSV; Samples needs --series.
var exactColumns = []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
	report.Domain, report.Count, report.Samples, report.InstanceID, report.InstanceName, report.TheValue,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// askForFields asks for what the fields that were chosen are about.
func (q *request) askForFields() {
	d := &q.details
	d.values = d.values || q.style.Has(report.TheValue) || q.style.ChoosesUnits()
	d.externals = d.externals || !d.values && q.style.Has(report.InstanceID, report.InstanceName)
}

// columns are the columns of CSV and tables.
func (c *pmprobe) columns() []report.Column {
	uncounted := func(column report.Column) bool { return column == report.Samples && c.source.Series == "" }
	if c.format.Exact() {
		return slices.DeleteFunc(slices.Clone(exactColumns), uncounted)
	}
	columns := slices.DeleteFunc([]report.Column{report.Name, report.Count, report.Samples}, uncounted)
	d := c.details
	if d.numbers || d.values && !d.externals {
		columns = append(columns, report.InstanceID)
	}
	if d.externals || d.values {
		columns = append(columns, report.InstanceName)
	}
	if d.values {
		if c.pick.Changes() {
			columns = append(columns, report.OldValue)
		}
		return append(columns, report.TheValue, report.Units, report.ErrorText)
	}
	return append(columns, report.ErrorText)
}
