package libpcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A Group fetches metrics together, by name, and returns their values as
// numbers and strings with the names of instances (pmCreateFetchGroup(3)), in
// units of its choice ([Group.SetUnits]). It keeps the values of the last fetch,
// for rates. Its methods name a metric without instances.
type Group struct {
	c        *Context
	metrics  []groupMetric
	everyone Profile // all instances
	known    uint64  // the context's forgot when the metrics were described
}

// groupMetric is a metric of a group.
type groupMetric struct {
	name   string
	wanted []string // instances, or nil for all
	units  *Units   // asked for by SetUnits, or nil
	desc   Desc
	err    error // the error of the descriptor, or of its conversion to units
	last   map[int32]float64
	before time.Time // of last
	scaling
}

// Group returns the metrics that specs name, each as "metric", or with some of
// its instances as in "metric[instance,instance]" (see [ParseMetricSpec]). A
// metric can be named again for more of its instances.
//
// The error joins the errors of the metrics that do not exist. A caller may ignore
// it: the group has the other metrics, and looks for a missing one at each fetch
// until it exists. The group is nil only if no metric can be fetched.
func (c *Context) Group(ctx context.Context, specs ...string) (*Group, error) {
	g := &Group{c: c}
	for _, text := range specs {
		spec, err := ParseMetricSpec(text)
		if err != nil {
			return nil, err
		}
		if spec.Kind != SpecNone {
			return nil, fmt.Errorf("%s: a metric of another source: %w", text, ErrName)
		}
		g.add(spec)
	}
	if len(g.metrics) == 0 {
		return nil, ErrTooSmall
	}
	g.describe(ctx)
	var missing []error
	for i := range g.metrics {
		if m := &g.metrics[i]; m.err != nil {
			missing = append(missing, fmt.Errorf("%s: %w", m.name, m.err))
		}
	}
	if len(missing) == len(g.metrics) {
		g = nil
	}
	return g, errors.Join(missing...)
}

// add adds the instances of a metric, or all of them, to those wanted.
func (g *Group) add(spec MetricSpec) {
	i := slices.IndexFunc(g.metrics, func(m groupMetric) bool { return m.name == spec.Metric })
	switch {
	case i < 0:
		g.metrics = append(g.metrics, groupMetric{name: spec.Metric, wanted: spec.Instances})
	case spec.Instances == nil || g.metrics[i].wanted == nil:
		g.metrics[i].wanted = nil
	default:
		g.metrics[i].wanted = append(g.metrics[i].wanted, spec.Instances...)
	}
}

// describe looks up all metrics. A metric whose descriptor has changed starts
// anew.
func (g *Group) describe(ctx context.Context) {
	g.known = g.c.forgot
	lookup := &LookupQuery{}
	for i := range g.metrics {
		lookup.Names = append(lookup.Names, g.metrics[i].name)
	}
	g.c.Batch(ctx, lookup)
	descs := &DescsQuery{}
	var found []*groupMetric
	for i, r := range lookup.Replies {
		if g.metrics[i].err = r.Err; r.Err == nil {
			descs.IDs, found = append(descs.IDs, r.ID), append(found, &g.metrics[i])
		}
	}
	if len(found) == 0 {
		return
	}
	g.c.Batch(ctx, descs)
	for i, r := range descs.Replies {
		m := found[i]
		if m.err = r.Err; r.Desc != m.desc {
			m.desc, m.last = r.Desc, nil
		}
		if m.err == nil {
			m.scaling, m.err = newScaling(m.desc, m.units)
		}
	}
}

// stale reports whether metrics may have other descriptors than those known,
// or one by now.
func (g *Group) stale() bool {
	return g.known != g.c.forgot || slices.ContainsFunc(g.metrics, func(m groupMetric) bool { return m.err != nil })
}

// Fetch returns the current values, or those at the position of an archive:
// in one round trip, unless agents have changed. That also lists the domains of the
// metrics each time: an agent may give the number of an instance another name, as that of
// processes does when one calls execve(2), and no source reports it. The context's profile
// does not matter.
func (g *Group) Fetch(ctx context.Context) (*Sample, error) {
	if g.stale() {
		g.describe(ctx)
	}
	fetch, domains := g.ask(ctx)
	if fetch.Err != nil {
		return nil, fetch.Err
	}
	if fetch.Result.Changes.Metadata() {
		changes := fetch.Result.Changes
		g.describe(ctx)
		if fetch, domains = g.ask(ctx); fetch.Err != nil {
			return nil, fetch.Err
		}
		fetch.Result.Changes |= changes
	}
	s := &Sample{Time: fetch.Result.Time, Changes: fetch.Result.Changes, Marked: fetch.Result.Marked, metrics: make([]sampleMetric, len(g.metrics))}
	for i := range g.metrics {
		m, out := &g.metrics[i], &s.metrics[i]
		if out.name, out.err = m.name, m.err; m.err != nil {
			continue
		}
		if s.Marked {
			m.last = nil
		}
		set, members := fetch.Result.Set(m.desc.PMID), domains[m.desc.InDom]
		switch {
		case set == nil:
		case len(set.Values) > 0 && m.wanted != nil && members.err != nil:
			out.err = members.err // the wanted ones are unknown
		default:
			out.readings, out.err = m.read(set, members.names, s.Time)
		}
	}
	return s, nil
}

// groupDomain has the names of the instances of a domain, or the error of the
// request.
type groupDomain struct {
	names map[int32]string
	err   error
}

// ask fetches, and lists the instances of the metrics' domains: in an archive
// those at the time of the values, and others that have values.
func (g *Group) ask(ctx context.Context) (*FetchQuery, map[InDom]groupDomain) {
	live := !g.c.recorded()
	fetch := &FetchQuery{Profile: &g.everyone}
	queries := []Query{fetch}
	domains := make(map[InDom]*InstancesQuery)
	for i := range g.metrics {
		m := &g.metrics[i]
		if m.err != nil {
			continue
		}
		fetch.IDs = append(fetch.IDs, m.desc.PMID)
		if d := m.desc.InDom; d != NullInDom && domains[d] == nil {
			domains[d] = &InstancesQuery{InDom: d}
			if live {
				queries = append(queries, domains[d])
			}
		}
	}
	if len(fetch.IDs) == 0 {
		fetch.IDs = []PMID{NullPMID} // so that the result has a time
	}
	g.c.Batch(ctx, queries...)
	members := make(map[InDom]groupDomain)
	for d, q := range domains {
		if !live && fetch.Err == nil {
			q.Instances, q.Err = g.c.InstancesAt(ctx, d, fetch.Result.Time)
		}
		names := make(map[int32]string, len(q.Instances))
		for _, inst := range q.Instances {
			names[inst.ID] = inst.Name
		}
		if !live && fetch.Err == nil && q.Err == nil {
			g.nameOthers(ctx, d, fetch.Result, names)
		}
		members[d] = groupDomain{names, q.Err}
	}
	return fetch, members
}

// nameOthers adds the names of instances that have values, but which the domain in
// an archive has at other times only, as interpolated values can.
func (g *Group) nameOthers(ctx context.Context, d InDom, r *Result, names map[int32]string) {
	var queries []Query
	for i := range r.Sets {
		of := func(m groupMetric) bool { return m.desc.InDom == d && m.desc.PMID == r.Sets[i].PMID }
		if !slices.ContainsFunc(g.metrics, of) {
			continue
		}
		for _, v := range r.Sets[i].Values {
			if _, ok := names[v.Inst]; !ok {
				queries = append(queries, &AnyInstanceNameQuery{InDom: d, Inst: v.Inst})
			}
		}
	}
	if len(queries) == 0 {
		return
	}
	g.c.Batch(ctx, queries...)
	for _, q := range queries {
		if q := q.(*AnyInstanceNameQuery); q.Err == nil {
			names[q.Inst] = q.Name
		}
	}
}
