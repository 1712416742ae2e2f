package main

import (
	"context"
	"slices"
	"time"

	"pcptools/cmd/internal/glob"
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

	last *numbers        // of the previous sample, for rates
	lost *report.Failure // why the metric cannot be described, after a change
}

// newSeries prepares a metric that was looked up. Values of a counter become
// rates, unless raw, and then they are converted to units, if there are any for
// their dimension.
func (q *request) newSeries(m *report.Metric, patterns []string) *series {
	s := &series{Metric: *m, raw: *m.Desc, patterns: patterns}
	desc := *m.Desc
	if desc.Sem == libpcp.SemCounter && !q.raw && desc.Type.Numeric() {
		s.Rate = true
		desc.Type, desc.Units = libpcp.TypeDouble, unitsOfRate(desc.Units)
	}
	if s.units = q.unitsFor(&desc); s.units != nil {
		desc.Type = libpcp.TypeDouble
	}
	s.Desc = &desc
	return s
}

// unitsOfRate are the units of the change per second.
func unitsOfRate(units libpcp.Units) libpcp.Units {
	u := units.Dimensions()
	if u.DimTime == 0 {
		u.ScaleTime = libpcp.TimeSec
	}
	if u.DimTime--; u.DimTime == 0 {
		u.ScaleTime = 0
	}
	return u.Units()
}

// sample makes a record of the values in a set.
func (s *series) sample(ctx context.Context, q *survey.Survey, set libpcp.ValueSet, at time.Time, wraps bool) *report.Metric {
	m := s.Metric
	raw := s.raw
	m.Desc = &raw
	q.Fill(ctx, &m, set)
	m.Count = nil
	if s.patterns != nil && raw.InDom != libpcp.NullInDom {
		m.Values = m.Values.Filter(func(v *report.Value) bool { return s.selects(v.Instance) })
	}
	if m.Desc = s.Desc; s.Rate {
		s.rates(&m, at, wraps)
	}
	if s.units != nil {
		desc := *s.Desc
		desc.Units = *s.units
		m.Desc = &desc
		m.Values = m.Values.Map(s.convert)
	}
	return &m
}

func (s *series) selects(i *report.Instance) bool {
	return i != nil && i.Named && slices.ContainsFunc(s.patterns, func(p string) bool { return glob.Match(p, i.Name) })
}

// rates replaces values by their change per second since the previous sample.
// Those without a previous one have none.
func (s *series) rates(m *report.Metric, at time.Time, wraps bool) {
	now := new(numbers)
	now.begin(at, m.Values.Len)
	for v := range m.Values.All {
		if v.Atom != nil {
			now.add(instanceOf(v), v.Atom.Float64())
		}
	}
	before := s.last
	s.last = now
	m.Values = m.Values.Filter(func(v *report.Value) bool {
		_, ok := before.of(instanceOf(v))
		return ok || v.Atom == nil
	})
	if before == nil {
		return
	}
	span := timeScale(s.raw.Units) * (realTime(at) - realTime(before.time))
	m.Values = m.Values.Map(func(v *report.Value) {
		if old, ok := before.of(instanceOf(v)); ok && v.Atom != nil {
			s.rate(v, v.Atom.Float64()-old, span, wraps)
		}
	})
}

func instanceOf(v *report.Value) int32 {
	if v.Instance == nil {
		return libpcp.NullInst
	}
	return v.Instance.ID
}

// rate makes a value that for a rise in a span of time. A counter that has
// gone backwards has no rate.
func (s *series) rate(v *report.Value, rise, span float64, wraps bool) {
	if rise < 0 && wraps {
		rise += counterRange(s.raw.Type)
	}
	if rise < 0 {
		v.Atom, v.Err = nil, &report.Failure{Err: libpcp.ErrSign}
		return
	}
	*v.Atom = libpcp.DoubleAtom(rise / span)
}

// convert brings a value into the units asked for.
func (s *series) convert(v *report.Value) {
	if v.Atom == nil {
		return
	}
	a, err := libpcp.ConvertScale(libpcp.DoubleAtom(v.Atom.Float64()), s.Desc.Units, *s.units)
	if err != nil {
		v.Atom, v.Err = nil, &report.Failure{Call: "pmConvScale", Err: err}
		return
	}
	*v.Atom = a
}
