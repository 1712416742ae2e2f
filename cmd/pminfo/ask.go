package main

import (
	"context"
	"fmt"
	"iter"

	"pcptools/cmd/internal/ask"
	"pcptools/libpcp"
)

// A group is the metrics that are looked up and fetched together, with the
// source's answers. A live source is asked ahead for all that the report of the
// group needs; the report itself asks for anything else.
type group struct {
	lookup libpcp.LookupQuery
	ids    []libpcp.PMID // the answer to lookup,
	err    error         // or why it has none
	// unknown are names that were in lookup, with the reasons.
	unknown []*libpcp.LookupQuery
	fetch   libpcp.FetchQuery
	descs   libpcp.DescsQuery
	ask.Answers
}

// newGroup makes a group without metrics, in the memory of one that has been reported
// if there is any.
func (r *reporter) newGroup() *group {
	if len(r.spare) == 0 {
		r.spare = append(r.spare, new(group))
	}
	last := len(r.spare) - 1
	g := r.spare[last]
	r.spare = r.spare[:last]
	*g = group{lookup: libpcp.LookupQuery{Names: g.lookup.Names[:0], NoReason: true}}
	return g
}

// window is how many groups are looked up in one round trip.
const window = 128

// groups reports groups one after the other.
func (r *reporter) groups(ctx context.Context, groups iter.Seq[*group]) {
	if r.out.Err() != nil {
		return
	}
	plan := ask.Plan[*group]{C: r.c, First: r.first, FollowUp: r.followUp, Write: r.group, InTurn: r.inTurn}
	if r.rewind != nil {
		plan.Rewind, plan.Write = r.rewound, r.groupOnce
	}
	n := window
	if r.inTurn {
		n = 1
	}
	plan.Report(ctx, ask.Windows(groups, n, func(some []*group) { r.identify(ctx, some) }))
}

// identify looks up the names of groups in one round trip.
func (r *reporter) identify(ctx context.Context, groups []*group) {
	if !r.identified() {
		return
	}
	together := r.rewind != nil && !r.source.Tracing()
	if together {
		r.lookUpAll(ctx, groups)
	} else {
		lookups := make([]libpcp.Query, len(groups))
		for i, g := range groups {
			lookups[i] = &g.lookup
		}
		r.c.Batch(ctx, lookups...)
	}
	for _, g := range groups {
		g.ids, g.err = g.lookup.IDs(), ask.LookupError(&g.lookup)
	}
	if r.batched {
		r.part(ctx, groups)
	}
	if together && r.described() {
		r.describeAll(ctx, groups)
	}
}

// lookUpAll looks up the names of all groups with one query.
func (r *reporter) lookUpAll(ctx context.Context, groups []*group) {
	q := &r.together.names
	q.Names, q.NoReason = q.Names[:0], true
	for _, g := range groups {
		q.Names = append(q.Names, g.lookup.Names...)
	}
	r.c.Batch(ctx, q)
	replies := q.Replies
	for _, g := range groups {
		n := len(g.lookup.Names)
		g.lookup.Replies, replies = replies[:n], replies[n:]
	}
}

// describeAll asks for the descriptors of the metrics of all groups with one query.
func (r *reporter) describeAll(ctx context.Context, groups []*group) {
	q := &r.together.descs
	q.IDs = q.IDs[:0]
	for _, g := range groups {
		if g.err == nil {
			q.IDs = append(q.IDs, g.ids...)
		}
	}
	r.c.Batch(ctx, q)
	replies := q.Replies
	for _, g := range groups {
		if g.err == nil {
			n := len(g.ids)
			g.descs.Replies, replies = replies[:n], replies[n:]
		}
	}
}

// part takes the names that are unknown out of groups of several, and asks for
// the reasons.
func (r *reporter) part(ctx context.Context, groups []*group) {
	var queries []libpcp.Query
	for _, g := range groups {
		if g.err != nil || len(g.ids) < 2 {
			continue
		}
		known := 0
		for i, id := range g.ids {
			name := g.lookup.Names[i]
			if id == libpcp.NullPMID {
				q := &libpcp.LookupQuery{Names: []string{name}}
				g.unknown, queries = append(g.unknown, q), append(queries, q)
				continue
			}
			g.lookup.Names[known], g.ids[known] = name, id
			known++
		}
		g.lookup.Names, g.ids = g.lookup.Names[:known], g.ids[:known]
	}
	if len(queries) > 0 {
		r.c.Batch(ctx, queries...)
	}
}

// rewound takes an archive to where each fetch begins. A failure is the
// fetch's.
func (r *reporter) rewound(g *group) bool {
	if !r.fetched() {
		return true
	}
	g.fetch.Err = r.rewind()
	return g.fetch.Err == nil
}

// first lists the first questions about a group whose names were found: its
// values and descriptors.
func (r *reporter) first(g *group) []libpcp.Query {
	if g.err != nil || len(g.lookup.Names) == 0 {
		return nil
	}
	var queries []libpcp.Query
	if r.fetched() {
		g.fetch.IDs = g.ids
		queries = append(queries, &g.fetch)
	}
	if r.described() && r.rewind == nil && (r.batched || !r.inTurn) {
		g.descs.IDs = g.ids
		queries = append(queries, &g.descs)
	}
	return queries
}

// followUp lists the questions about a group that remain once its values and
// descriptors are known.
func (r *reporter) followUp(g *group) []libpcp.Query {
	if r.rewind != nil || r.inTurn || g.err != nil || g.fetch.Err != nil {
		return nil
	}
	var queries []libpcp.Query
	for i, id := range g.ids {
		if r.described() && g.descs.Replies[i].Err != nil || r.verify {
			continue
		}
		if r.oneLine {
			queries = g.AskText(queries, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(id)})
		}
		if r.described() {
			queries = r.askInstances(queries, g, i)
		}
		if r.help {
			queries = g.AskText(queries, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(id)})
		}
	}
	return queries
}

// askInstances appends the questions about the instances and the labels of
// one metric of a group.
func (r *reporter) askInstances(queries []libpcp.Query, g *group, i int) []libpcp.Query {
	desc := g.descs.Replies[i].Desc
	withLabels := r.parts.labels || r.series
	if d := desc.InDom; d != libpcp.NullInDom &&
		(withLabels || r.values && len(g.fetch.Result.Sets[i].Values) > 0) {
		queries = g.AskInstances(queries, d)
	}
	if withLabels {
		for _, id := range labelIDs(desc) {
			queries = g.AskLabels(queries, id)
		}
	}
	return queries
}

// describe returns the descriptor of a metric of the group under report.
func (r *reporter) describe(ctx context.Context, i int) (libpcp.Desc, error) {
	if replies := r.current.descs.Replies; replies != nil {
		return replies[i].Desc, replies[i].Err
	}
	if r.inTurn { // also if it was asked ahead
		q := libpcp.DescsQuery{IDs: r.current.ids[i : i+1]}
		r.c.Source().Ask(ctx, &q)
		return q.Replies[0].Desc, q.Replies[0].Err
	}
	return r.c.Desc(ctx, r.current.ids[i])
}

// text returns a help text.
func (r *reporter) text(ctx context.Context, id libpcp.TextID) (string, error) {
	q := r.current.Text(id)
	if q == nil {
		q = &r.question
		*q = libpcp.TextQuery{ID: id}
		r.asked = append(r.asked[:0], q)
		r.c.Source().Ask(ctx, r.asked...)
	}
	return q.Text, q.Err
}

// allInstances returns the instances of a domain as they are now.
func (r *reporter) allInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	if q := r.current.Instances(d); q != nil {
		return q.Instances, q.Err
	}
	return r.c.Instances(ctx, d)
}

// labelSets asks for label sets; a failure is no labels.
func (r *reporter) labelSets(ctx context.Context, class libpcp.LabelClass, ident uint32) []libpcp.LabelSet {
	id := libpcp.LabelID{Class: class, Ident: ident}
	if q := r.current.Labels(id); q != nil {
		return q.Sets
	}
	sets, _ := r.c.Labels(ctx, id)
	return sets
}

// fetchEnumerated fetches a metric once more, asking for each instance of its
// domain by number. It reports whether the metric has anything to report.
func (r *reporter) fetchEnumerated(ctx context.Context, m *metric) bool {
	insts, err := r.c.Instances(ctx, m.desc.InDom)
	switch {
	case err != nil:
		fmt.Fprintf(r.out, "%s: pmGetIndom: %s\n", m.name, r.errorText(err))
		return false
	case len(insts) == 0:
		fmt.Fprintf(r.out, "%s: pmGetIndom: No instances?\n", m.name)
		return false
	}
	result, err := r.fetchOnly(ctx, m.desc, insts)
	if err != nil {
		fmt.Fprintf(r.out, "%s: pmFetch: %s\n", m.name, r.errorText(err))
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
