package main

import (
	"context"
	"fmt"

	"pcptools/libpcp"
)

// A group is the metrics that are looked up and fetched together.
type group struct {
	lookup libpcp.LookupQuery
}

// answers is what a live source was asked before the report needs it, so that
// a whole group costs one round trip. What is not in it is asked for when
// the report comes to it.
type answers struct {
	descErrs  map[libpcp.PMID]error
	texts     map[libpcp.TextID]*libpcp.TextQuery
	labels    map[libpcp.LabelID]*libpcp.LabelsQuery
	instances map[libpcp.InDom]*libpcp.InstancesQuery
}

// reset forgets the answers for one group; descriptors stay.
func (a *answers) reset() {
	clear(a.texts)
	clear(a.labels)
	clear(a.instances)
}

// newAnswers returns an empty set of answers.
func newAnswers() answers {
	return answers{
		descErrs:  make(map[libpcp.PMID]error),
		texts:     make(map[libpcp.TextID]*libpcp.TextQuery),
		labels:    make(map[libpcp.LabelID]*libpcp.LabelsQuery),
		instances: make(map[libpcp.InDom]*libpcp.InstancesQuery),
	}
}

// identify looks up the names of groups and describes the metrics found, in
// two round trips for all of them.
func (r *reporter) identify(ctx context.Context, groups []*group) {
	if !r.identified() || len(groups) == 0 {
		return
	}
	lookups := make([]libpcp.Query, len(groups))
	for i, g := range groups {
		lookups[i] = &g.lookup
	}
	r.c.Batch(ctx, lookups...)
	if !r.described() || r.rewind != nil {
		return
	}
	var descs libpcp.DescsQuery
	for _, g := range groups {
		for _, id := range g.lookup.IDs {
			if id != libpcp.NullPMID {
				descs.IDs = append(descs.IDs, id)
			}
		}
	}
	if len(descs.IDs) == 0 {
		return
	}
	r.c.Batch(ctx, &descs)
	for i, reply := range descs.Replies {
		if reply.Err != nil {
			r.ahead.descErrs[descs.IDs[i]] = reply.Err
		}
	}
}

// fetchGroup fetches a group's values, if they are wanted, and with the same
// round trip asks a live source what the group's report will need. Instances
// are asked for behind the fetch: they are to be those of its time, or later.
func (r *reporter) fetchGroup(ctx context.Context, g *group) *libpcp.FetchQuery {
	fetch := &libpcp.FetchQuery{IDs: g.lookup.IDs}
	if r.rewind != nil {
		if r.fetched() {
			if fetch.Err = r.rewind(); fetch.Err == nil {
				fetch.Result, fetch.Err = r.c.Fetch(ctx, g.lookup.IDs)
			}
		}
		return fetch
	}
	var queries []libpcp.Query
	if r.fetched() {
		queries = append(queries, fetch)
	}
	for _, id := range g.lookup.IDs {
		queries = r.askMetric(ctx, queries, id)
	}
	if len(queries) > 0 {
		r.c.Batch(ctx, queries...)
	}
	return fetch
}

// askMetric appends the questions that the report of one metric will ask.
func (r *reporter) askMetric(ctx context.Context, queries []libpcp.Query, id libpcp.PMID) []libpcp.Query {
	if r.oneLine {
		queries = r.ahead.askText(queries, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(id)})
	}
	if r.help {
		queries = r.ahead.askText(queries, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(id)})
	}
	if !r.instances() || id == libpcp.NullPMID {
		return queries
	}
	desc, err := r.describe(ctx, id)
	if err != nil {
		return queries
	}
	if desc.InDom != libpcp.NullInDom {
		queries = r.ahead.askInstances(queries, desc.InDom)
	}
	if r.parts.labels || r.series {
		for _, lid := range labelIDs(desc) {
			queries = r.ahead.askLabels(queries, lid)
		}
	}
	return queries
}

func (a *answers) askText(queries []libpcp.Query, id libpcp.TextID) []libpcp.Query {
	if a.texts[id] != nil {
		return queries
	}
	q := &libpcp.TextQuery{ID: id}
	a.texts[id] = q
	return append(queries, q)
}

func (a *answers) askLabels(queries []libpcp.Query, id libpcp.LabelID) []libpcp.Query {
	if a.labels[id] != nil {
		return queries
	}
	q := &libpcp.LabelsQuery{ID: id}
	a.labels[id] = q
	return append(queries, q)
}

func (a *answers) askInstances(queries []libpcp.Query, d libpcp.InDom) []libpcp.Query {
	if a.instances[d] != nil {
		return queries
	}
	q := &libpcp.InstancesQuery{InDom: d}
	a.instances[d] = q
	return append(queries, q)
}

// describe returns a metric's descriptor.
func (r *reporter) describe(ctx context.Context, id libpcp.PMID) (libpcp.Desc, error) {
	if err := r.ahead.descErrs[id]; err != nil {
		return libpcp.Desc{}, err
	}
	return r.c.Desc(ctx, id)
}

// text returns a help text.
func (r *reporter) text(ctx context.Context, id libpcp.TextID) (string, error) {
	if q := r.ahead.texts[id]; q != nil {
		return q.Text, q.Err
	}
	return r.c.Source().Text(ctx, id)
}

// allInstances returns the instances of a domain as they are now.
func (r *reporter) allInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	if q := r.ahead.instances[d]; q != nil {
		return q.Instances, q.Err
	}
	return r.c.Instances(ctx, d)
}

// fetchEnumerated fetches a metric once more, asking for each instance of its
// domain by number. It reports whether there is something to report.
func (r *reporter) fetchEnumerated(ctx context.Context, m *metric) bool {
	insts, err := r.c.Instances(ctx, m.desc.InDom)
	switch {
	case err != nil:
		fmt.Fprintf(r.out, "%s: pmGetIndom: %s\n", m.name, libpcp.ErrorText(err))
		return false
	case len(insts) == 0:
		fmt.Fprintf(r.out, "%s: pmGetIndom: No instances?\n", m.name)
		return false
	}
	result, err := r.fetchOnly(ctx, m.desc, insts)
	if err != nil {
		fmt.Fprintf(r.out, "%s: pmFetch: %s\n", m.name, libpcp.ErrorText(err))
		return false
	}
	m.set = result.Sets[0]
	return true
}

// fetchOnly fetches one metric with just the given instances of its domain.
func (r *reporter) fetchOnly(ctx context.Context, d libpcp.Desc, insts []libpcp.Instance) (*libpcp.Result, error) {
	ids := make([]int32, len(insts))
	for i, inst := range insts {
		ids[i] = inst.ID
	}
	if r.rewind != nil {
		if err := r.rewind(); err != nil {
			return nil, err
		}
	}
	profile := r.c.Profile()
	profile.Del(libpcp.NullInDom)
	profile.Add(d.InDom, ids...)
	defer profile.Add(libpcp.NullInDom)
	return r.c.Fetch(ctx, []libpcp.PMID{d.PMID})
}
