package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// A target is the metric and those of its instances that are reported.
type target struct {
	host    string // that the metric is about
	id      libpcp.PMID
	desc    libpcp.Desc
	all     bool              // whether all instances are
	columns []libpcp.Instance // by number; none if the metric is singular
}

func (t *target) singular() bool { return t.desc.InDom == libpcp.NullInDom }

// find looks up the metric, its instances, and its host.
func (r *report) find(ctx context.Context) error {
	if err := r.lookUp(ctx); err != nil {
		return err
	}
	switch {
	case r.singular():
		if len(r.p.metric.Instances) > 0 {
			return errors.New(r.p.metric.Metric + ": singular metrics do not have instances")
		}
		return nil
	case r.p.instances == nil:
		r.all = true
		if r.willFetch() {
			return r.listAndFetch(ctx)
		}
		return r.listInstances(ctx)
	}
	return r.selectInstances(ctx)
}

// lookUp finds the metric and, in the same round trips, the name of its host.
func (r *report) lookUp(ctx context.Context) error {
	metric := libpcp.LookupQuery{Names: []string{r.p.metric.Metric}}
	h := hostQuery{lookup: libpcp.LookupQuery{Names: []string{"pmcd.hostname"}}}
	r.c.Batch(ctx, h.first(r.live() && r.host == "", &metric)...)
	found := metric.Replies[0]
	if found.Err != nil {
		return failure{"pmLookupName(" + r.p.metric.Metric + ")", found.Err}
	}
	r.id = found.ID
	desc := libpcp.DescsQuery{IDs: []libpcp.PMID{r.id}}
	r.c.Batch(ctx, h.second(&desc)...)
	if reply := desc.Replies[0]; reply.Err != nil {
		return failure{"pmLookupDesc", reply.Err}
	}
	r.desc = desc.Replies[0].Desc
	if r.host == "" {
		r.host = h.name(ctx, r.c)
	}
	return nil
}

func (r *report) live() bool { return r.p.source.Kind != options.Archive }

// hostQuery asks pmcd for the name of its host along with other questions, so
// that it costs no round trip.
type hostQuery struct {
	lookup libpcp.LookupQuery
	fetch  libpcp.FetchQuery
}

func (h *hostQuery) first(live bool, other libpcp.Query) []libpcp.Query {
	if !live {
		return []libpcp.Query{other}
	}
	return []libpcp.Query{other, &h.lookup}
}

func (h *hostQuery) second(other libpcp.Query) []libpcp.Query {
	if len(h.lookup.Replies) != 1 || h.lookup.Replies[0].Err != nil {
		return []libpcp.Query{other}
	}
	h.fetch.IDs = h.lookup.IDs()
	return []libpcp.Query{other, &h.fetch}
}

// name is the answer, or what else the context knows.
func (h *hostQuery) name(ctx context.Context, c *libpcp.Context) string {
	if r := h.fetch.Result; r != nil && len(r.Sets[0].Values) == 1 {
		set := &r.Sets[0]
		name, err := libpcp.Extract(set.Format, set.Values[0], libpcp.TypeString, libpcp.TypeString)
		if err == nil && len(name.Bytes()) > 0 {
			return name.Text()
		}
	}
	return c.HostName(ctx)
}

// listInstances makes all instances of the domain the columns: in an archive
// all it ever had.
func (r *report) listInstances(ctx context.Context) error {
	var list []libpcp.Instance
	archive, err := r.c.Archive()
	if err == nil {
		list, err = archive.AllInstances(r.desc.InDom)
	} else {
		list, err = r.c.Instances(ctx, r.desc.InDom)
	}
	if err != nil {
		return r.noInstances(err)
	}
	r.setColumns(list)
	return nil
}

// willFetch reports whether nothing can come between knowing the instances of
// a live source and the first sample.
func (r *report) willFetch() bool {
	_, known := format.ColumnWidth(r.desc.Type)
	s := &r.p.source
	return r.live() && known && r.p.precision <= 0 && r.p.filter == nil &&
		!s.Tracing() && !s.GUIMode && s.GUIPort == nil && (s.Samples == nil || *s.Samples > 0)
}

// listAndFetch lists the instances of a live source and, in the same round
// trip, takes the first sample.
func (r *report) listAndFetch(ctx context.Context) error {
	instances := libpcp.InstancesQuery{InDom: r.desc.InDom}
	r.ahead = &libpcp.FetchQuery{IDs: []libpcp.PMID{r.id}}
	r.c.Batch(ctx, &instances, r.ahead)
	if instances.Err != nil {
		return r.noInstances(instances.Err)
	}
	r.setColumns(instances.Instances)
	return nil
}

func (r *report) noInstances(err error) error {
	return failure{fmt.Sprintf("pmGetInDom(%v)", r.desc.InDom), err}
}

// selectInstances makes the instances named the columns, and restricts fetches
// to them.
func (r *report) selectInstances(ctx context.Context) error {
	var list []libpcp.Instance
	for _, name := range r.p.instances {
		id, err := r.instanceID(ctx, name)
		if err != nil {
			return errors.New("instance " + name + " not available")
		}
		list = append(list, libpcp.Instance{ID: id, Name: name})
	}
	r.setColumns(list)
	return r.restrict()
}

func (r *report) instanceID(ctx context.Context, name string) (int32, error) {
	if archive, err := r.c.Archive(); err == nil {
		return archive.AnyInstanceID(r.desc.InDom, name)
	}
	return r.c.InstanceID(ctx, r.desc.InDom, name)
}

// restrict limits fetches to the columns; without any they remain unlimited.
func (r *report) restrict() error {
	if len(r.columns) == 0 {
		return nil
	}
	ids := make([]int32, len(r.columns))
	for i, inst := range r.columns {
		ids[i] = inst.ID
	}
	profile := r.c.Profile()
	if err := profile.Del(r.desc.InDom); err != nil {
		return err
	}
	return profile.Add(r.desc.InDom, ids...)
}

func (t *target) setColumns(list []libpcp.Instance) {
	t.columns = slices.Clone(list)
	slices.SortStableFunc(t.columns, func(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) })
}

// place is the index of the column of an instance, or -1.
func (t *target) place(inst int32) int {
	return slices.IndexFunc(t.columns, func(c libpcp.Instance) bool { return c.ID == inst })
}
