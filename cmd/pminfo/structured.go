package main

import (
	"context"
	"fmt"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/pick"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/cmd/internal/watch"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// structured is the report in a format other than the classic one.
type structured struct {
	*pminfo
	env *tool.Env
	survey.Survey
	enc    report.Encoder
	lost   bool // the connection, in this report
	silent bool // errors are in the table alone
	rated  counters
	memory *pick.Memory // of the values before
	units  *report.Conversions
	before func() error // goes to the time of --since; nil without
	failed error
}

// structured reports what args select, with as much about each metric as the
// options ask for, and always its descriptor.
func (p *pminfo) structured(ctx context.Context, env *tool.Env, c *libpcp.Context, args []string) error {
	s := structured{pminfo: p, env: env, memory: p.pick.Memory(), units: p.style.Conversions(), Survey: survey.Survey{C: c, Batch: p.batch, Notation: env.UnitsNotation(), Done: env.Progress.Step}}
	exposed := p.format.Exposed()
	s.Want = survey.Want{
		Values: p.parts.values || p.parts.verify || exposed, Enumerate: p.parts.enumerate,
		OneLine: p.parts.oneLine || exposed, Help: p.parts.help, Series: p.parts.series,
		Labels: p.parts.labels || p.parts.values && p.format.Members() || exposed,
	}
	if p.source.Kind != options.Archive {
		s.enc = p.encoder(env, nil)
	} else {
		window, err := s.place(ctx)
		if err != nil {
			return p.fail(env, survey.Placing, err)
		}
		s.enc = p.encoder(env, window.Zone)
	}
	if err := p.register(ctx, env, c); err != nil {
		return err
	}
	header := survey.Header(ctx, env.Name, &p.source, c)
	if s.before != nil {
		if err := s.lookBack(ctx, args); err != nil {
			return err
		}
	}
	if !p.watch.On() {
		if err := s.write(ctx, header, args); err != nil {
			return err
		}
		return s.failed
	}
	return p.watch.Run(ctx, s.rounds(header, args))
}

// rounds are the reports of --watch.
func (s *structured) rounds(header report.Header, args []string) watch.Rounds {
	p := s.pminfo
	rounds := watch.Rounds{Env: s.env, Format: p.format, Style: p.style, Columns: p.columns(), Context: s.C, Member: p.member, Strict: &p.strict}
	s.silent = rounds.Redrawn()
	if p.rates {
		s.rated = newCounters(s.env)
		rounds.Base = func(ctx context.Context) error {
			silent := s.silent
			s.enc, s.silent = nothing{}, true
			err := s.operands(ctx, args)
			s.silent = silent // what fails is reported in the first round
			return err
		}
	}
	rounds.Write = func(ctx context.Context, enc report.Encoder) (good bool, err error) {
		s.enc, s.lost = enc, false
		err = s.write(ctx, header, args)
		return !s.lost, err
	}
	return rounds
}

// write writes a report.
func (s *structured) write(ctx context.Context, header report.Header, args []string) error {
	if err := s.enc.Begin(header); err != nil {
		return err
	}
	s.memory.Next()
	if err := s.operands(ctx, args); err != nil {
		return err
	}
	for problem := range s.units.Unused {
		if err := s.problem(ctx, problem); err != nil {
			return err
		}
	}
	if f := s.Lost(); f != nil {
		if err := s.problem(ctx, &report.Problem{Failure: *f}); err != nil {
			return err
		}
	}
	return s.enc.End()
}

// operands reports what args select, metrics that follow each other together.
func (s *structured) operands(ctx context.Context, args []string) error {
	var pending []string
	flush := func() error {
		if len(pending) == 0 && len(args) > 0 {
			return nil
		}
		names := pending
		pending = nil
		return s.names(ctx, names)
	}
	for _, arg := range args {
		id, isMetric := parsePMID(arg)
		indom, isDomain := parseInDom(arg)
		switch {
		case !isIdentifier(arg) || !isMetric && !isDomain:
			pending = append(pending, arg)
		case isMetric:
			name, err := s.C.Name(ctx, id)
			if err != nil {
				if err := flush(); err != nil {
					return err
				}
				if err := s.problem(ctx, &report.Problem{Operand: arg, Failure: report.Failure{Call: "pmNameID", Err: err}}); err != nil {
					return err
				}
				continue
			}
			pending = append(pending, name)
		default:
			if err := flush(); err != nil {
				return err
			}
			if err := s.enc.Write(s.InDom(ctx, indom)); err != nil {
				return err
			}
			s.strict.Value()
		}
	}
	return flush()
}

// names reports the metrics at and below names.
func (s *structured) names(ctx context.Context, operands []string) error {
	s.env.Progress.Begin("listing names", 0)
	for _, part := range s.Select(ctx, operands...) {
		s.env.Progress.Begin("asking about metrics", part.Names.Len())
		if err := s.Metrics(ctx, part.Names, s.metric); err != nil {
			return err
		}
		if part.Problem == nil {
			continue
		}
		if err := s.problem(ctx, part.Problem); err != nil {
			return err
		}
	}
	return nil
}

// metric reports a metric, unless nothing is wrong and only that is wanted.
func (s *structured) metric(m *report.Metric) error {
	s.lost = s.lost || m.Err != nil && m.Err.Call == "pmFetch"
	if s.format.Exposed() && m.Err != nil {
		s.Miss(*m.Err)
	}
	s.rated.apply(m)
	s.units.Apply(m)
	s.memory.Mark(m)
	if !s.pick.Apply(m, &s.strict) {
		return nil
	}
	survey.Judge(&s.strict, m)
	if s.parts.verify && m.Err == nil && (m.Count != nil && *m.Count > 0 || s.parts.quiet) {
		return nil
	}
	return s.enc.Write(m)
}

// problem reports an operand that matches nothing, in the output and as the
// classic report does.
func (s *structured) problem(ctx context.Context, p *report.Problem) error {
	s.strict.Failure()
	s.failed = tool.Exit(1)
	code := libpcp.Code(p.Failure.Err)
	s.lost = s.lost || code != libpcp.ErrName && code != libpcp.ErrConv
	if s.silent {
		return s.enc.Write(p)
	}
	operand := ""
	if p.Operand != "" {
		operand = p.Operand + ": "
	}
	p.Printed = true
	fmt.Fprintf(s.env.Stderr, "Error: %s%s\n", format.Printable(operand), p.Failure.Text(s.env.ErrorTexts()))
	hint.Name(ctx, s.env, &s.source, s.C, p.Operand, p.Failure.Err)
	hint.Agents(s.env, &s.source, p.Failure.Err)
	return s.enc.Write(p)
}

// allColumns are the columns of CSV with all options.
var allColumns = []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
	report.Domain, report.InstanceID, report.InstanceName, report.TheValue,
	report.OneLine, report.Help, report.SeriesID, report.LabelSet,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// askForFields asks for what the fields that were chosen are about.
func (q *request) askForFields() {
	s, parts := &q.style, &q.parts
	parts.values = parts.values || s.Has(report.Time, report.InstanceID, report.InstanceName, report.TheValue)
	parts.oneLine = parts.oneLine || s.Has(report.OneLine)
	parts.help = parts.help || s.Has(report.Help)
	parts.series = parts.series || s.Has(report.SeriesID)
	parts.labels = parts.labels || s.Has(report.LabelSet)
}

// columns are the columns of CSV and tables.
func (q *request) columns() []report.Column {
	var texts []report.Column
	for _, c := range []struct {
		wanted bool
		report.Column
	}{{q.parts.oneLine, report.OneLine}, {q.parts.help, report.Help},
		{q.parts.series, report.SeriesID}, {q.parts.labels, report.LabelSet}} {
		if c.wanted {
			texts = append(texts, c.Column)
		}
	}
	if !q.format.Exact() {
		return q.tableColumns(texts)
	}
	columns := []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
		report.Domain, report.InstanceID, report.InstanceName}
	if q.pick.Changes() {
		columns = append(columns, report.OldValue)
	}
	columns = append(append(columns, report.TheValue), texts...)
	return append(columns, report.ErrorCode, report.ErrorSymbol, report.ErrorText)
}

func (q *request) tableColumns(texts []report.Column) []report.Column {
	columns := []report.Column{report.Name}
	if q.parts.pmid {
		columns = append(columns, report.PMID)
	}
	described := q.parts.desc || !q.parts.values && texts == nil
	if described {
		columns = append(columns, report.Type, report.Semantics, report.Domain)
	}
	if q.parts.values || q.parts.verify {
		columns = append(columns, report.InstanceName)
		if q.pick.Changes() {
			columns = append(columns, report.OldValue)
		}
		columns = append(columns, report.TheValue)
	}
	if described || q.parts.values {
		columns = append(columns, report.Units)
	}
	return append(append(columns, texts...), report.ErrorText)
}
