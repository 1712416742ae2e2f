package openmetrics

import (
	"context"
	"encoding/json"

	"pcptools/libpcp"
)

// OfSample returns the metrics of a sample that have values, with help texts and
// labels, for which it asks in one round trip. The group is of c, and the sample of
// the group. What cannot be asked is left out; a source without labels has that of its
// host. Values of an archive have a time, and an Encoder that writes several samples has
// to gather them.
func OfSample(ctx context.Context, c *libpcp.Context, g *libpcp.Group, s *libpcp.Sample) []*Metric {
	var all []*Metric
	var host libpcp.HostNameQuery
	queries := []libpcp.Query{&host}
	texts := make(map[*Metric]*libpcp.TextQuery)
	labels := make(map[libpcp.LabelID]*libpcp.LabelsQuery)
	_, err := c.Recording()
	recorded := err == nil
	for name, readings := range s.Metrics() {
		d, err := g.Desc(name)
		if err != nil || len(readings) == 0 {
			continue
		}
		d.Units = readings[0].Units()
		m := &Metric{Name: name, Desc: d}
		if recorded {
			m.Time = s.Time
		}
		texts[m] = &libpcp.TextQuery{ID: libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(d.PMID)}}
		all, queries = append(all, m), append(queries, texts[m])
		ids := d.LabelIDs()
		if d.InDom != libpcp.NullInDom {
			ids = append(ids, instanceLabels(d))
		}
		for _, id := range ids {
			if labels[id] == nil {
				labels[id] = &libpcp.LabelsQuery{ID: id}
				queries = append(queries, labels[id])
			}
		}
	}
	c.Batch(ctx, queries...)
	for _, m := range all {
		m.Help = texts[m].Text
		var sets []libpcp.LabelSet
		for _, id := range m.Desc.LabelIDs() {
			q := labels[id]
			if len(q.Sets) == 0 && id.Class == libpcp.LabelContext {
				name, _ := json.Marshal(host.Name) // a string has JSON
				q.Sets = []libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: []libpcp.Label{{Name: "hostname", Value: string(name)}}}}
			}
			sets = append(sets, q.Sets...)
		}
		merged, _ := libpcp.MergeLabels(nil, sets...)
		m.Labels = merged.Labels
		readings, _ := s.Values(m.Name)
		m.Values = valuesOf(readings, labels[instanceLabels(m.Desc)])
	}
	return all
}

func instanceLabels(d libpcp.Desc) libpcp.LabelID {
	return libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d.InDom)}
}

// valuesOf iterates over readings, with labels of instances.
func valuesOf(readings []libpcp.Reading, labels *libpcp.LabelsQuery) func(func(Value) bool) {
	own := make(map[int32][]libpcp.Label)
	if labels != nil {
		for _, set := range labels.Sets {
			own[set.Inst] = set.Labels
		}
	}
	return func(yield func(Value) bool) {
		for _, r := range readings {
			v := Value{Atom: r.Value}
			if labels != nil {
				v.Instance, v.Labels = &libpcp.Instance{ID: r.Inst, Name: r.Instance}, own[r.Inst]
			}
			if !yield(v) {
				return
			}
		}
	}
}
