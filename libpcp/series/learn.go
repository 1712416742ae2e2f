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
	names, err := h.client.Names(ctx, ids)
	if err != nil {
		return err
	}
	for id, p := range known {
		if p.names = names[id]; p.unread != "" {
			p.leftOut(p.unread, h.selection.Unread)
		}
	}
	instances, err := h.learnInstances(ctx, known)
	if err != nil {
		return err
	}
	if h.selection.WithoutLabels {
		return nil
	}
	labels, err := h.labels(ctx, slices.Concat(ids, slices.Sorted(maps.Keys(instances))))
	for _, r := range h.sources {
		r.share(labels)
	}
	return err
}

// learnInstances asks for the instances of series, which replace those known, and
// returns the new ones.
func (h *history) learnInstances(ctx context.Context, known map[ID]*pages) (found map[ID][]*instance, err error) {
	ids := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(id ID) bool { return known[id].desc.InDom == libpcp.NullInDom })
	instances, err := h.client.Instances(ctx, ids)
	if err != nil {
		return nil, err
	}
	before := make(map[*recorder]map[instanceID]*instance)
	for _, r := range h.sources {
		before[r], r.insts = r.insts, make(map[instanceID]*instance)
	}
	for _, id := range ids {
		known[id].width = 0
	}
	found = make(map[ID][]*instance)
	for _, i := range instances {
		p := known[i.Series]
		if p == nil || p.desc.InDom == libpcp.NullInDom {
			continue
		}
		p.width++
		at := instanceID{p.desc.InDom, i.ID}
		if p.r.insts[at] != nil {
			continue
		}
		inst := before[p.r][at]
		if inst == nil {
			inst = &instance{number: i.Inst, name: i.Name}
			found[i.ID] = append(found[i.ID], inst)
		}
		p.r.insts[at] = inst
	}
	return found, nil
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
