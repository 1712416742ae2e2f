package main

import (
	"context"
	"slices"

	"pcptools/cmd/internal/glob"
	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// maxSampled is the largest number of metrics in a sample: as many as fit into
// a request to a pmcd.
const maxSampled = 16000

// find looks up all metrics, and restricts fetches to the instances that are asked for
// by name.
func (r *records) find(ctx context.Context) {
	ctx, cancel := r.session.Limit(ctx)
	defer cancel()
	undefined := r.define(ctx)
	for _, spec := range r.p.metrics {
		if slices.Contains(undefined, spec.Metric) {
			continue
		}
		patterns := r.p.instances
		if len(spec.Instances) > 0 {
			patterns = spec.Instances
		}
		selected := r.survey.Select(ctx, spec.Metric)[0]
		if p := selected.Problem; p != nil {
			r.to.Write(p)
		}
		names := selected.Names
		if r.session.Source.Kind != options.Archive && len(r.series)+names.Len() > maxSampled {
			r.problem(spec.Metric, "pmFetch", libpcp.ErrTooBig)
			continue
		}
		r.survey.Metrics(ctx, names, func(m *report.Metric) error {
			r.add(ctx, m, patterns)
			return nil
		})
	}
	r.restrict(ctx)
}

// add adds a metric to those reported.
func (r *records) add(ctx context.Context, m *report.Metric, patterns []string) {
	if m.Err != nil {
		r.problem(m.Name, m.Err.Call, m.Err.Err)
		return
	}
	r.series = append(r.series, r.p.newSeries(m, patterns))
	if d := m.Desc.InDom; d != libpcp.NullInDom && patterns != nil {
		list, err := r.survey.EveryInstance(ctx, d)
		if err != nil {
			r.problem(m.Name, "pmGetInDom", err)
		}
		for _, pattern := range patterns {
			if len(matching(list, pattern)) == 0 {
				r.problem(m.Name+"["+pattern+"]", "pmLookupInDom", libpcp.ErrInst)
				hint.Instances(r.session.Env, pattern, list)
			}
		}
	}
}

// ids are the metrics that are sampled.
func (r *records) ids() []libpcp.PMID {
	ids := make([]libpcp.PMID, len(r.series))
	for i, m := range r.series {
		ids[i] = m.ID
	}
	return ids
}

func matching(list []libpcp.Instance, pattern string) (ids []int32) {
	for _, i := range list {
		if glob.Instance(pattern, i.Name) {
			ids = append(ids, i.ID)
		}
	}
	return ids
}

// restrict limits fetches to the instances that can be of interest. A pattern
// may match more later, so that a domain with one is not limited.
func (r *records) restrict(ctx context.Context) {
	wanted := make(map[libpcp.InDom][]int32)
	unlimited := make(map[libpcp.InDom]bool)
	for _, m := range r.series {
		d := m.raw.InDom
		if m.patterns == nil {
			unlimited[d] = true
		}
		for _, pattern := range m.patterns {
			if d == libpcp.NullInDom || !glob.Literal(pattern) {
				unlimited[d] = true
				break
			}
			list, _ := r.survey.EveryInstance(ctx, d)
			wanted[d] = append(wanted[d], matching(list, pattern)...)
		}
	}
	profile := r.session.C.Profile()
	for d, ids := range wanted {
		if !unlimited[d] && len(ids) > 0 {
			profile.Del(d)
			profile.Add(d, ids...)
		}
	}
}

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
	r.series, r.sets, r.lost = nil, nil, false
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
