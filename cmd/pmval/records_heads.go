package main

import (
	"context"
	"iter"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// writeHeads passes the instances to a report with a column for each: all
// instances of an archive, else the current ones.
func (r *records) writeHeads(ctx context.Context) error {
	enc, ok := r.enc.(report.Headed)
	if !ok {
		return nil
	}
	var heads []report.Head
	more := 0
	for _, s := range r.series {
		for h := range r.heads(ctx, s) {
			if len(heads) < report.MaxHeads {
				heads = append(heads, h)
			} else {
				more++
			}
		}
	}
	return enc.Heads(heads, more)
}

// heads are the columns of a metric.
func (r *records) heads(ctx context.Context, s *series) iter.Seq[report.Head] {
	units := s.Desc.Units
	if s.units != nil {
		units = *s.units
	}
	head := report.Head{Metric: s.Name, Units: units, Kept: s.Kept, Share: s.Rate && s.Shown == nil && units.Dimensionless(), Shown: s.Shown}
	return func(yield func(report.Head) bool) {
		if s.Desc.InDom == libpcp.NullInDom || r.p.style.ByInstance {
			yield(head)
			return
		}
		list := r.survey.AllInstances
		if s.patterns != nil {
			list = r.survey.EveryInstance
		}
		all, _ := list(ctx, s.Desc.InDom)
		seen := make(map[int32]bool, len(all))
		for _, i := range all {
			head.Instance = &report.Instance{ID: i.ID, Name: i.Name, Named: true}
			if seen[i.ID] || s.patterns != nil && !s.selects(head.Instance) {
				continue
			}
			seen[i.ID] = true
			if !yield(head) {
				return
			}
		}
	}
}
