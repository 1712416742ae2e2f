package main

import (
	"context"
	"slices"

	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
)

// asking is what asks a source, in a format other than the classic one.
type asking struct {
	*pminfo
	session *pipeline.Session
	survey  *survey.Survey
	args    []string
	to      report.Encoder // of the round
}

// ask asks a source for what args select: as much about each metric as the options ask
// for, and always its descriptor.
func (p *pminfo) ask(ctx context.Context, s *pipeline.Session, args []string) (pipeline.Round, error) {
	exposed := p.Format.Exposed()
	a := &asking{pminfo: p, session: s, args: args, survey: s.Survey(p.batch, survey.Want{
		Values: p.parts.values || p.parts.verify || exposed, Enumerate: p.parts.enumerate,
		OneLine: p.parts.oneLine || exposed, Help: p.parts.help, Series: p.parts.series,
		Labels: p.parts.labels || p.parts.values && p.Format.Members() || exposed,
	})}
	before, err := a.place(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.register(ctx, s.Env, s.C); err != nil {
		return nil, err
	}
	if p.spans {
		return spanOf(s), nil
	}
	switch {
	case p.rates:
		s.Base = a.write
	case before != nil:
		s.Base = func(ctx context.Context, to report.Encoder) error {
			now := a.survey.Rewind
			defer func() { a.survey.Rewind = now }()
			a.survey.Rewind = before
			return a.write(ctx, to)
		}
	}
	return a.write, nil
}

// write writes the records of what args select, of metrics that follow each other
// together.
func (a *asking) write(ctx context.Context, to report.Encoder) error {
	a.to = to
	var pending []string
	flush := func() error {
		if len(pending) == 0 && len(a.args) > 0 {
			return nil
		}
		names := pending
		pending = nil
		a.session.Env.Progress.Begin("listing names", 0)
		return a.session.WriteMetrics(ctx, a.survey, a.survey.Select(ctx, names...), a.metric, to)
	}
	for _, arg := range a.args {
		id, isMetric := parsePMID(arg)
		indom, isDomain := parseInDom(arg)
		switch {
		case !isIdentifier(arg) || !isMetric && !isDomain:
			pending = append(pending, arg)
		case isMetric:
			name, err := a.session.C.Name(ctx, id)
			if err == nil {
				pending = append(pending, name)
				continue
			}
			if err := flush(); err != nil {
				return err
			}
			if err := to.Write(&report.Problem{Operand: arg, Failure: report.Failure{Call: "pmNameID", Err: err}}); err != nil {
				return err
			}
		default:
			if err := flush(); err != nil {
				return err
			}
			if err := to.Write(a.survey.InDom(ctx, indom)); err != nil {
				return err
			}
		}
	}
	return flush()
}

// metric writes a metric.
func (a *asking) metric(m *report.Metric) error {
	if a.Format.Exposed() && m.Err != nil {
		a.survey.Miss(*m.Err)
	}
	return a.to.Write(m)
}

// wrong reports whether a metric is wanted: with -v only if something is wrong.
func (p *pminfo) wrong(m *report.Metric) bool {
	return !p.parts.verify || m.Err != nil || (m.Count == nil || *m.Count == 0) && !p.parts.quiet
}

// allColumns are the columns of CSV with all options.
var allColumns = []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
	report.Domain, report.InstanceID, report.InstanceName, report.TheValue,
	report.OneLine, report.Help, report.SeriesID, report.LabelSet,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// askForFields asks for what the fields that were chosen are about.
func (p *pminfo) askForFields() {
	s, parts := &p.Style, &p.parts
	parts.values = parts.values || s.Has(report.Time, report.InstanceID, report.InstanceName, report.TheValue)
	parts.oneLine = parts.oneLine || s.Has(report.OneLine)
	parts.help = parts.help || s.Has(report.Help)
	parts.series = parts.series || s.Has(report.SeriesID)
	parts.labels = parts.labels || s.Has(report.LabelSet)
}

// columns are the columns of CSV and tables.
func (p *pminfo) columns() []report.Column {
	switch {
	case p.search:
		return p.foundColumns()
	case p.spans && p.Format.Exact():
		return append(slices.Clone(report.SpanColumns), report.ErrorCode, report.ErrorSymbol, report.ErrorText)
	case p.spans:
		return append(slices.Clone(report.SpanColumns), report.ErrorText)
	}
	var texts []report.Column
	for _, c := range []struct {
		wanted bool
		report.Column
	}{{p.parts.oneLine, report.OneLine}, {p.parts.help, report.Help},
		{p.parts.series, report.SeriesID}, {p.parts.labels, report.LabelSet}} {
		if c.wanted {
			texts = append(texts, c.Column)
		}
	}
	if !p.Format.Exact() {
		return p.tableColumns(texts)
	}
	columns := []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
		report.Domain, report.InstanceID, report.InstanceName}
	if p.Pick.Changes() {
		columns = append(columns, report.OldValue)
	}
	columns = append(append(columns, report.TheValue), texts...)
	return append(columns, report.ErrorCode, report.ErrorSymbol, report.ErrorText)
}

func (p *pminfo) tableColumns(texts []report.Column) []report.Column {
	columns := []report.Column{report.Name}
	if p.parts.pmid {
		columns = append(columns, report.PMID)
	}
	described := p.parts.desc || !p.parts.values && texts == nil
	if described {
		columns = append(columns, report.Type, report.Semantics, report.Domain)
	}
	if p.parts.values || p.parts.verify {
		columns = append(columns, report.InstanceName)
		if p.Pick.Changes() {
			columns = append(columns, report.OldValue)
		}
		columns = append(columns, report.TheValue)
	}
	if described || p.parts.values {
		columns = append(columns, report.Units)
	}
	return append(append(columns, texts...), report.ErrorText)
}
