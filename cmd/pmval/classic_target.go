package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/pmcd"
)

// A target is the metric and its reported instances.
type target struct {
	c    *libpcp.Context
	spec libpcp.MetricSpec
	live bool
	host string // that the metric is about

	whoami *whoami // what to send to pmcd first; or nil

	id      libpcp.PMID
	desc    libpcp.Desc
	all     bool              // whether all instances are
	columns []libpcp.Instance // by number; none if the metric is singular
}

func (t *target) singular() bool { return t.desc.InDom == libpcp.NullInDom }

// lookUp finds the metric and, in the same round trips, exchanges the greeting.
func (t *target) lookUp(ctx context.Context) error {
	metric := libpcp.LookupQuery{Names: []string{t.spec.Metric}}
	g := greeting{asks: t.live && t.host == "", whoami: t.whoami}
	t.c.Batch(ctx, g.first(&metric)...)
	found := metric.Replies[0]
	if errors.Is(found.Err, pmcd.ErrLateRefusal) {
		// libpcp (C) has asked for other things before. It takes the refusal for
		// the first reply, and so each reply for that to a later request.
		found.Err = libpcp.ErrIPC
	}
	if found.Err != nil {
		return failure{"pmLookupName(" + t.spec.Metric + ")", found.Err}
	}
	t.id = found.ID
	desc := libpcp.DescsQuery{IDs: []libpcp.PMID{t.id}}
	t.c.Batch(ctx, g.second(&desc)...)
	if reply := desc.Replies[0]; reply.Err != nil {
		return failure{"pmLookupDesc", reply.Err}
	}
	t.desc = desc.Replies[0].Desc
	if t.host == "" {
		t.host = g.host(ctx, t.c)
	}
	if t.singular() && len(t.spec.Instances) > 0 {
		return errors.New(t.spec.Metric + ": singular metrics do not have instances")
	}
	return nil
}

// listInstances makes all instances of the domain the columns: in an archive
// all it ever had.
func (t *target) listInstances(ctx context.Context) error {
	t.all = true
	list, err := t.instances(ctx)
	if err != nil {
		return t.noInstances(err)
	}
	t.setColumns(list)
	return nil
}

func (t *target) instances(ctx context.Context) ([]libpcp.Instance, error) {
	if archive, err := t.c.Recording(); err == nil {
		return archive.AllInstances(ctx, t.desc.InDom)
	}
	return t.c.Instances(ctx, t.desc.InDom)
}

// listAndFetch lists the instances of a live source and, in the same round
// trip, takes the first sample, which may take longer: listed is called before.
func (t *target) listAndFetch(ctx context.Context, listed func() error) (*libpcp.FetchQuery, error) {
	t.all = true
	instances := libpcp.InstancesQuery{InDom: t.desc.InDom}
	instances.Early = func() {
		if instances.Err == nil {
			t.setColumns(instances.Instances)
			listed() // which returns the same to run
		}
	}
	first := &libpcp.FetchQuery{IDs: []libpcp.PMID{t.id}}
	t.c.Batch(ctx, &instances, first)
	if instances.Err != nil {
		return nil, t.noInstances(instances.Err)
	}
	t.setColumns(instances.Instances)
	return first, nil
}

func (t *target) noInstances(err error) error {
	return failure{fmt.Sprintf("pmGetInDom(%v)", t.desc.InDom), err}
}

// selectInstances makes the instances named the columns, and restricts fetches
// to them.
func (t *target) selectInstances(ctx context.Context, names []string) error {
	var list []libpcp.Instance
	for _, name := range names {
		id, err := t.instanceID(ctx, name)
		if err != nil {
			return &noInstanceError{name: name, names: names, of: t}
		}
		list = append(list, libpcp.Instance{ID: id, Name: name})
	}
	t.setColumns(list)
	return t.restrict()
}

// A noInstanceError reports an instance of -i that the metric does not have.
type noInstanceError struct {
	name  string
	names []string // of -i
	of    *target
}

func (e *noInstanceError) Error() string { return "instance " + e.name + " not available" }

// Advice implements [tool.Adviser].
func (e *noInstanceError) Advice() string {
	if len(e.names) < 2 {
		return ""
	}
	return `Is that one name with spaces? It takes quotation marks of its own: -i '"` + format.Printable(strings.Join(e.names, " ")) + `"'.`
}

func (t *target) instanceID(ctx context.Context, name string) (int32, error) {
	if archive, err := t.c.Recording(); err == nil {
		return archive.AnyInstanceID(ctx, t.desc.InDom, name)
	}
	return t.c.InstanceID(ctx, t.desc.InDom, name)
}

// restrict limits fetches to the columns; without any they remain unlimited.
func (t *target) restrict() error {
	if len(t.columns) == 0 {
		return nil
	}
	ids := make([]int32, len(t.columns))
	for i, inst := range t.columns {
		ids[i] = inst.ID
	}
	profile := t.c.Profile()
	if err := profile.Del(t.desc.InDom); err != nil {
		return err
	}
	return profile.Add(t.desc.InDom, ids...)
}

// setColumns makes the instances of a list the columns, and keeps the list.
func (t *target) setColumns(list []libpcp.Instance) {
	slices.SortStableFunc(list, func(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) })
	t.columns = list
}

// index returns the index of the column of an instance, or -1.
func (t *target) index(inst int32) int {
	i, ok := slices.BinarySearchFunc(t.columns, inst, func(c libpcp.Instance, inst int32) int { return cmp.Compare(c.ID, inst) })
	if !ok {
		return -1
	}
	return i
}

// unlisted reports whether values, in order, are of instances without a
// column.
func (t *target) unlisted(values []libpcp.Value) bool {
	at := 0
	for i := range values {
		for at < len(t.columns) && t.columns[at].ID < values[i].Inst {
			at++
		}
		if at == len(t.columns) || t.columns[at].ID != values[i].Inst {
			return true
		}
	}
	return false
}
