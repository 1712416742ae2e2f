package openmetrics

import (
	"context"
	"slices"
	"strconv"
	"time"

	"pcptools/libpcp"
)

// OfSample returns the metrics of a sample that have values, with help texts and
// labels, for which it asks in one round trip. The group is of c, and the sample of
// the group. Values of an archive have a time.
func OfSample(ctx context.Context, c *libpcp.Context, g *libpcp.Group, s *libpcp.Sample) []*Metric {
	var of described
	if _, err := c.Recording(); err == nil {
		of.at = s.Time
	}
	for name, readings := range s.Metrics() {
		d, err := g.Desc(name)
		if err != nil || len(readings) == 0 {
			continue
		}
		d.Units = readings[0].Units()
		values := make([]Value, len(readings))
		for i, r := range readings {
			values[i] = Value{Atom: r.Value, Instance: &libpcp.Instance{ID: r.Inst, Name: r.Instance}}
		}
		of.add(name, d, values)
	}
	return of.describe(ctx, c)
}

// OfResult returns the metrics of a record of an archive, as OfSample does of a
// sample. An Encoder that writes several records has to gather them.
func OfResult(ctx context.Context, c *libpcp.Context, r *libpcp.Result) []*Metric {
	of := described{at: r.Time}
	members := make(map[libpcp.InDom]map[int32]string)
	for i := range r.Sets {
		set := &r.Sets[i]
		name, err := c.Name(ctx, set.PMID)
		if err != nil || len(set.Values) == 0 {
			continue
		}
		d, err := c.Desc(ctx, set.PMID)
		if err != nil {
			continue
		}
		if d.InDom != libpcp.NullInDom && members[d.InDom] == nil {
			names := make(map[int32]string)
			all, _ := c.InstancesAt(ctx, d.InDom, r.Time)
			for _, inst := range all {
				names[inst.ID] = inst.Name
			}
			members[d.InDom] = names
		}
		var values []Value
		for i, v := range set.Values {
			if a, err := set.Atom(i, d.Type); err == nil {
				values = append(values, Value{Atom: a, Instance: &libpcp.Instance{ID: v.Inst, Name: members[d.InDom][v.Inst]}})
			}
		}
		of.add(name, d, values)
	}
	return of.describe(ctx, c)
}

// described are metrics of one time that get their help texts and labels together.
type described struct {
	at      time.Time
	metrics []*Metric
	values  [][]Value // of metrics
	queries []libpcp.Query
	texts   []*libpcp.TextQuery // of metrics
	labels  map[libpcp.LabelID]*libpcp.LabelsQuery
}

// levels are the labels of a metric, from the most general to the most particular.
func levels(d libpcp.Desc) []libpcp.LabelID {
	cluster := libpcp.NewPMID(d.PMID.Domain(), d.PMID.Cluster(), 0)
	return []libpcp.LabelID{contextLabels, {Class: libpcp.LabelDomain, Ident: d.PMID.Domain()}, {Class: libpcp.LabelInDom, Ident: uint32(d.InDom)},
		{Class: libpcp.LabelCluster, Ident: uint32(cluster)}, {Class: libpcp.LabelItem, Ident: uint32(d.PMID)}}
}

var contextLabels = libpcp.LabelID{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)}

func instanceLabels(d libpcp.InDom) libpcp.LabelID {
	return libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d)}
}

func (of *described) add(name string, d libpcp.Desc, values []Value) {
	of.metrics = append(of.metrics, &Metric{Name: name, Desc: d, Time: of.at, Values: slices.Values(values)})
	of.values = append(of.values, values)
	text := &libpcp.TextQuery{ID: libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(d.PMID)}}
	of.texts, of.queries = append(of.texts, text), append(of.queries, text)
	if of.labels == nil {
		of.labels = make(map[libpcp.LabelID]*libpcp.LabelsQuery)
	}
	for _, id := range append(levels(d), instanceLabels(d.InDom)) {
		indom := id.Class == libpcp.LabelInDom || id.Class == libpcp.LabelInstances
		if of.labels[id] == nil && !(indom && d.InDom == libpcp.NullInDom) {
			of.labels[id] = &libpcp.LabelsQuery{ID: id}
			of.queries = append(of.queries, of.labels[id])
		}
	}
}

// describe asks for help texts and labels. What fails is left out; a source without
// labels has that of its host.
func (of *described) describe(ctx context.Context, c *libpcp.Context) []*Metric {
	if len(of.metrics) == 0 {
		return nil
	}
	var host libpcp.HostNameQuery
	c.Batch(ctx, append(of.queries, &host)...)
	if q := of.labels[contextLabels]; len(q.Sets) == 0 {
		label := libpcp.Label{Name: "hostname", Value: strconv.Quote(host.Name)}
		q.Sets = []libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: []libpcp.Label{label}}}
	}
	for i, m := range of.metrics {
		m.Help = of.texts[i].Text
		var sets []libpcp.LabelSet
		for _, id := range levels(m.Desc) {
			if q := of.labels[id]; q != nil {
				sets = append(sets, q.Sets...)
			}
		}
		merged, _ := libpcp.MergeLabels(nil, sets...)
		m.Labels = merged.Labels
		if m.Desc.InDom == libpcp.NullInDom {
			for j := range of.values[i] {
				of.values[i][j].Instance = nil
			}
			continue
		}
		own := make(map[int32][]libpcp.Label)
		for _, set := range of.labels[instanceLabels(m.Desc.InDom)].Sets {
			own[set.Inst] = set.Labels
		}
		for j := range of.values[i] {
			v := &of.values[i][j]
			v.Labels = own[v.Instance.ID]
		}
	}
	return of.metrics
}
