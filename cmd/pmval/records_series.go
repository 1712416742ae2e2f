package main

import (
	"context"
	"slices"

	"pcptools/cmd/internal/glob"
	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
)

// A series is a metric that is sampled for a structured output.
type series struct {
	report.Metric // without values
	raw           libpcp.Desc
	patterns      []string // of the names of instances; nil for all
	rate          bool     // its rates are reported

	values survey.Values   // of the latest sample
	lost   *report.Failure // why the metric cannot be described, after a change
}

// newSeries prepares a metric that was looked up.
func (p *pmval) newSeries(m *report.Metric, patterns []string) *series {
	_, counter := rate.Of(*m.Desc)
	return &series{Metric: *m, raw: *m.Desc, patterns: patterns, rate: counter && p.Rates(m.Name)}
}

// sample makes m, a copy of the metric, a record of the values in a set, which is
// valid until the next.
func (s *series) sample(ctx context.Context, m *report.Metric, q *survey.Survey, set libpcp.ValueSet) {
	m.Desc = &s.raw
	q.Fill(ctx, m, &s.values, set)
	m.Count = nil
	if s.patterns != nil && s.raw.InDom != libpcp.NullInDom {
		m.Values = m.Values.Filter(func(v *report.Value) bool { return s.selects(v.Instance) })
	}
}

// missing is the record of a metric that cannot be described.
func (s *series) missing() report.Metric {
	m := s.Metric
	m.Err, m.Values = s.lost, report.ListOf[report.Value]()
	return m
}

func (s *series) selects(i *report.Instance) bool {
	return i != nil && i.Named && slices.ContainsFunc(s.patterns, func(p string) bool { return glob.Instance(p, i.Name) })
}

// heads announces the metrics, to a report with a column for each with their instances:
// all of an archive, else the current ones.
func (r *records) heads(ctx context.Context) *report.Heads {
	all := make([]report.Metric, len(r.series))
	for i, s := range r.series {
		all[i] = s.Metric
		if all[i].Desc = &s.raw; s.raw.InDom == libpcp.NullInDom || !r.session.Headed() {
			all[i].Values = report.ListOf(report.Value{})
			continue
		}
		list := r.survey.AllInstances
		if s.patterns != nil {
			list = r.survey.EveryInstance
		}
		some, _ := list(ctx, s.raw.InDom)
		seen := make(map[int32]bool, len(some))
		var values []report.Value
		for _, i := range some {
			instance := &report.Instance{ID: i.ID, Name: i.Name, Named: true}
			if !seen[i.ID] && (s.patterns == nil || s.selects(instance)) {
				seen[i.ID] = true
				values = append(values, report.Value{Instance: instance})
			}
		}
		all[i].Values = report.ListOf(values...)
	}
	return &report.Heads{Metrics: all}
}
