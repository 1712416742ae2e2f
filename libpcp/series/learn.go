package series

import (
	"context"
	"maps"
	"slices"

	"pcptools/libpcp"
)

// learn asks for what archives have to say about series.
func (h *history) learn(ctx context.Context) error {
	known := make(map[ID]*pages)
	for _, p := range h.series() {
		known[p.id] = p
	}
	ids := slices.Sorted(maps.Keys(known))
	ofDomains := slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return known[id].desc.InDom == libpcp.NullInDom })
	names, err := h.client.Names(ctx, ids)
	if err != nil {
		return err
	}
	instances, err := h.client.Instances(ctx, ofDomains)
	if err != nil {
		return err
	}
	for id, p := range known {
		p.names = names[id]
	}
	all := make(map[ID]bool)
	for _, i := range instances {
		if p := known[i.Series]; p != nil && p.desc.InDom != libpcp.NullInDom {
			p.width++
			p.r.insts[instanceID{p.desc.InDom, i.ID}] = &instance{number: i.Inst, name: i.Name}
			all[i.ID] = true
		}
	}
	if h.selection.WithoutLabels {
		return nil
	}
	labels, err := h.labels(ctx, slices.Concat(ids, slices.Sorted(maps.Keys(all))))
	for _, r := range h.sources {
		r.share(labels)
	}
	return err
}

// labels requests labels, except the known labels of the first series of each
// source.
func (h *history) labels(ctx context.Context, ids []ID) (map[ID]map[string]string, error) {
	known := make(map[ID]map[string]string)
	for _, r := range h.sources {
		if r.labels != nil {
			known[r.series[0].id] = r.labels
		}
	}
	labels, err := h.client.Labels(ctx, slices.DeleteFunc(ids, func(id ID) bool { return known[id] != nil }))
	maps.Copy(labels, known)
	return labels, err
}

// share finds the labels of the source: the labels that all its series and
// instances have. A metric with instances has labels on its instances only.
func (r *recorder) share(labels map[ID]map[string]string) {
	var own []*map[string]string
	take := func(id ID, to *map[string]string) {
		if set, ok := labels[id]; ok {
			*to = maps.Clone(set)
			own = append(own, to)
		}
	}
	for _, p := range r.series {
		take(p.id, &p.own)
	}
	for id, i := range r.insts {
		take(id.id, &i.own)
	}
	r.labels = nil
	for n, set := range own {
		if n == 0 {
			r.labels = maps.Clone(*set)
		}
		maps.DeleteFunc(r.labels, func(name, value string) bool { return (*set)[name] != value })
	}
	for _, set := range own {
		maps.DeleteFunc(*set, func(name, value string) bool { return r.labels[name] == value })
	}
}
