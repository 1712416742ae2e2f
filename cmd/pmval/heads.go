package main

import (
	"context"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// writeHeads tells a report with a column for each instance which there are: of
// an archive all that it ever has, else those of now.
func (r *records) writeHeads(ctx context.Context) error {
	enc, ok := r.enc.(report.Headed)
	if !ok {
		return nil
	}
	var heads []report.Head
	for _, s := range r.series {
		heads = append(heads, r.heads(ctx, s)...)
	}
	return enc.Heads(heads)
}

// heads are the columns of a metric.
func (r *records) heads(ctx context.Context, s *series) []report.Head {
	units := s.Desc.Units
	if s.units != nil {
		units = *s.units
	}
	head := report.Head{Metric: s.Name, Units: units, Share: s.Rate && units.Dimensionless()}
	if s.Desc.InDom == libpcp.NullInDom {
		return []report.Head{head}
	}
	var heads []report.Head
	all, _ := r.survey.AllInstances(ctx, s.Desc.InDom)
	for _, i := range all {
		instance := &report.Instance{ID: i.ID, Name: i.Name, Named: true}
		if s.patterns == nil || s.selects(instance) {
			head.Instance = instance
			heads = append(heads, head)
		}
	}
	return heads
}
