package main

import (
	"context"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// renew looks up the metrics again if a sample reports a change that they may
// have part in: names, types and instances can be others. A metric that cannot
// be described then is tried again with each sample.
func (r *records) renew(ctx context.Context, changes libpcp.StateChange) {
	if !changes.Metadata() && !r.lost {
		return
	}
	var names []string
	for _, s := range r.series {
		names = append(names, s.Name)
	}
	before := r.series
	r.series, r.lost = nil, false
	r.survey.Metrics(ctx, libpcp.NameListOf(names), func(m *report.Metric) error {
		r.replace(before[0], m)
		before = before[1:]
		return nil
	})
	r.sampler.sample(r.ids())
	r.restrict(ctx)
}

// replace replaces the description of a series. If the description is
// unchanged, the series continues.
func (r *records) replace(s *series, m *report.Metric) {
	if s.lost = m.Err; m.Err != nil {
		r.lost = true
	} else if m.ID != s.ID || *m.Desc != s.raw {
		s = r.p.newSeries(m, s.patterns)
	}
	r.series = append(r.series, s)
}

// missing is the record of a metric that cannot be described.
func (s *series) missing() report.Metric {
	m := s.Metric
	m.Err, m.Values, s.last = s.lost, report.ListOf[report.Value](), nil
	return m
}
