package main

import (
	"context"
	"slices"
	"time"

	"pcptools/cmd/internal/glob"
	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
)

// A series is a metric that is sampled for a structured output.
type series struct {
	report.Metric // without values; its descriptor describes reported values
	raw           libpcp.Desc
	patterns      []string // of the names of instances; nil for all
	units         *libpcp.Units
	scale         float64 // that values are multiplied by in those units; 0 for 1

	values  survey.Values // of the latest sample
	counter rate.Counter
	lost    *report.Failure // why the metric cannot be described, after a change
}

// newSeries prepares a metric that was looked up. Values of a counter become
// rates, unless raw, and then they are converted to the units of their dimension,
// if the user has chosen any.
func (q *request) newSeries(m *report.Metric, patterns []string, units *report.Conversions) *series {
	s := &series{Metric: *m, raw: *m.Desc, patterns: patterns}
	desc := *m.Desc
	column := q.reports.column(m.Name)
	if rates, counter := rate.Of(desc); counter && !q.raw && (column == nil || !column.Raw) {
		s.Rate, desc, s.counter = true, rates, rate.Counter{Desc: *m.Desc}
	}
	if s.units = units.For(m.Name, &desc); s.units != nil {
		s.Kept = true
		desc.Type = libpcp.TypeDouble
	}
	s.Desc = &desc
	column.apply(s)
	return s
}

// sample makes m, a copy of the metric, a record of the values in a set, which is
// valid until the next.
func (s *series) sample(ctx context.Context, m *report.Metric, q *survey.Survey, set libpcp.ValueSet, at time.Time, wraps bool) {
	m.Desc = &s.raw
	q.Fill(ctx, m, &s.values, set)
	m.Count = nil
	if s.patterns != nil && s.raw.InDom != libpcp.NullInDom {
		m.Values = m.Values.Filter(func(v *report.Value) bool { return s.selects(v.Instance) })
	}
	if m.Desc = s.Desc; s.Rate {
		s.counter.Wraps = wraps
		s.counter.Apply(m, at)
	}
	if s.units != nil {
		desc := *s.Desc
		desc.Units = *s.units
		m.Desc = &desc
		m.Values = m.Values.Map(s.convert)
	}
}

func (s *series) selects(i *report.Instance) bool {
	return i != nil && i.Named && slices.ContainsFunc(s.patterns, func(p string) bool { return glob.Match(p, i.Name) })
}

// convert brings a value into the units asked for.
func (s *series) convert(v *report.Value) {
	v.Convert(s.Desc.Units, *s.units)
	if v.Atom != nil && s.scale != 0 {
		*v.Atom = libpcp.DoubleAtom(v.Atom.Float64() * s.scale)
	}
}
