package survey

import (
	"context"

	"pcptools/cmd/internal/index"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A source has labels of its context, its agents and so on, down to single
// instances. More specific labels come later in these lists.

func contextLabels() libpcp.LabelID {
	return libpcp.LabelID{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)}
}

// inDomLabelIDs lists the labels that apply to an instance domain.
func inDomLabelIDs(d libpcp.InDom) []libpcp.LabelID {
	return []libpcp.LabelID{contextLabels(),
		{Class: libpcp.LabelDomain, Ident: d.Domain()},
		{Class: libpcp.LabelInDom, Ident: uint32(d)}}
}

func instanceLabels(d libpcp.InDom) libpcp.LabelID {
	return libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d)}
}

// askLabels appends the questions for the labels of a metric.
func (s *Survey) askLabels(queries []libpcp.Query, d libpcp.Desc) []libpcp.Query {
	queries = s.ask(queries, d.LabelIDs()...)
	if d.InDom != libpcp.NullInDom {
		queries = s.ask(queries, libpcp.LabelID{Class: libpcp.LabelDomain, Ident: d.InDom.Domain()}, instanceLabels(d.InDom))
	}
	return queries
}

func (s *Survey) ask(queries []libpcp.Query, ids ...libpcp.LabelID) []libpcp.Query {
	for _, id := range ids {
		if s.labels[id] == nil {
			q := &libpcp.LabelsQuery{ID: id}
			s.labels[id] = q
			queries = append(queries, q)
		}
	}
	return queries
}

// forgetItems drops the labels that the metrics of a group alone have: their
// records have them now.
func (s *Survey) forgetItems(g *group) {
	for _, m := range g.found {
		delete(s.labels, libpcp.LabelID{Class: libpcp.LabelItem, Ident: uint32(m.ID)})
	}
}

// sets returns label sets, from memory if they have been asked for. Failures
// are no labels.
func (s *Survey) sets(ctx context.Context, id libpcp.LabelID) []libpcp.LabelSet {
	if queries := s.ask(nil, id); queries != nil {
		s.C.Batch(ctx, queries...)
	}
	q := s.labels[id]
	s.Miss(report.Failure{Call: "pmLookupLabels", Err: q.Err})
	if len(q.Sets) == 0 && id.Class == libpcp.LabelContext {
		host := libpcp.Label{Name: "hostname", Value: `"` + s.C.HostName(ctx) + `"`, Flags: uint8(libpcp.LabelContext)}
		q.Sets = []libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: []libpcp.Label{host}}}
	}
	return q.Sets
}

// merged merges the label sets of ids and then others.
func (s *Survey) merged(ctx context.Context, keep func(libpcp.Label) bool, ids []libpcp.LabelID, others ...libpcp.LabelSet) libpcp.LabelSet {
	var all []libpcp.LabelSet
	for _, id := range ids {
		all = append(all, s.sets(ctx, id)...)
	}
	merged, _ := libpcp.MergeLabels(keep, append(all, others...)...)
	merged.Labels = report.Labels(merged.Labels)
	return merged
}

// label adds the labels and series identifiers that are wanted to a metric and
// to its instances.
func (s *Survey) label(ctx context.Context, m *report.Metric) {
	if s.Labels {
		m.Labels = s.merged(ctx, nil, m.Desc.LabelIDs()).Labels
	}
	if s.Series {
		identity := s.merged(ctx, func(l libpcp.Label) bool { return !l.Optional() }, m.Desc.LabelIDs())
		m.Series = format.MetricSeries(m.Name, identity.JSON, *m.Desc, s.Notation)
	}
	d := m.Desc.InDom
	if d == libpcp.NullInDom || !s.Labels && !s.Series {
		return
	}
	own := s.sets(ctx, instanceLabels(d))
	if !s.Series || m.Values == nil {
		return
	}
	m.Values = m.Values.Map(func(v *report.Value) {
		if inst := v.Instance; inst != nil {
			labels := s.merged(ctx, nil, inDomLabelIDs(d), ofInstance(own, inst.ID)...)
			inst.Series = format.InstanceSeries(inst.Name, labels.JSON)
		}
	})
}

// AddLabels adds labels to records made elsewhere.
func (s *Survey) AddLabels(ctx context.Context, metrics []*report.Metric) {
	s.Labels = true
	s.forget()
	var queries []libpcp.Query
	for _, m := range metrics {
		if m.Desc != nil {
			queries = s.askLabels(queries, *m.Desc)
		}
	}
	s.C.Batch(ctx, queries...)
	for _, m := range metrics {
		if m.Desc == nil {
			continue
		}
		s.label(ctx, m)
		if label := s.instanceLabels(m.Desc.InDom); m.Values != nil {
			m.Values = m.Values.Map(func(v *report.Value) {
				if v.Instance != nil {
					label(v.Instance)
				}
			})
		}
	}
}

// instanceLabels returns a function that gives an instance of a domain the
// labels of its own, if labels are wanted and have been asked for.
func (s *Survey) instanceLabels(d libpcp.InDom) func(*report.Instance) {
	q := s.labels[instanceLabels(d)]
	if !s.Labels || d == libpcp.NullInDom || q == nil {
		return func(*report.Instance) {}
	}
	own := index.New(q.Sets, func(s *libpcp.LabelSet) int32 { return s.Inst })
	return func(i *report.Instance) {
		if set := own.Last(i.ID); set != nil {
			i.Labels = set.Labels
		}
	}
}

func ofInstance(sets []libpcp.LabelSet, inst int32) []libpcp.LabelSet {
	for i := range sets {
		if sets[i].Inst == inst {
			return sets[i : i+1]
		}
	}
	return nil
}
