package main

import (
	"context"
	"slices"

	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
)

// ask asks a source, in a format other than the classic one, for what args select: as
// many details of the values of each metric as the options ask for.
func (c *pmprobe) ask(ctx context.Context, s *pipeline.Session, args []string) (pipeline.Round, error) {
	q := s.Survey(c.details.batch, c.want())
	if err := s.Position(ctx, q); err != nil {
		return nil, err
	}
	return func(ctx context.Context, to report.Encoder) error {
		parts := []survey.Selection{{Names: libpcp.NameListOf(args)}}
		if !c.details.faster || len(args) == 0 {
			parts = q.Select(ctx, args...)
		}
		return s.WriteMetrics(ctx, q, parts, func(m *report.Metric) error {
			if n, ok := s.Recorded(m.Name); ok {
				m.Samples = &n
			}
			return to.Write(m)
		}, to)
	}, nil
}

// want selects the questions about each metric.
func (c *pmprobe) want() survey.Want {
	d := c.details
	return survey.Want{
		Values: !d.domainOnly() || c.Pick.On(), Domains: d.domainOnly() && !c.Pick.On(),
		Counts: !d.values && !d.instances() && !c.Pick.On(),
		Labels: d.values && c.Format.Members(),
	}
}

// hide removes the parts of values that were not requested: contents, or
// instances as well.
func (c *pmprobe) hide(m *report.Metric) bool {
	switch d := c.details; {
	case d.values || m.Values == nil:
		return true
	case !d.instances() && !d.domainOnly():
		if m.Err == nil {
			m.Values = nil
		}
		return true
	}
	m.Values = m.Values.Map(func(v *report.Value) { v.Atom, v.Events = nil, nil })
	return true
}

// exactColumns are the columns of CSV; Samples needs --series.
var exactColumns = []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
	report.Domain, report.Count, report.Samples, report.InstanceID, report.InstanceName, report.TheValue,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// askForFields asks for what the fields that were chosen are about.
func (c *pmprobe) askForFields() {
	d := &c.details
	d.values = d.values || c.Style.Has(report.TheValue) || c.Style.ChoosesUnits()
	d.externals = d.externals || !d.values && c.Style.Has(report.InstanceID, report.InstanceName)
}

// columns are the columns of CSV and tables.
func (c *pmprobe) columns() []report.Column {
	uncounted := func(column report.Column) bool { return column == report.Samples && c.source.Series == "" }
	if c.Format.Exact() {
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
		if c.Pick.Changes() {
			columns = append(columns, report.OldValue)
		}
		return append(columns, report.TheValue, report.Units, report.ErrorText)
	}
	return append(columns, report.ErrorText)
}
