package main

import (
	"context"
	"iter"

	"pcptools/cmd/internal/ask"
	"pcptools/libpcp"
)

// A metric was found, or not yet looked up with its group.
type metric struct {
	name string
	id   libpcp.PMID
}

// A group is the metrics that are fetched together, with what the source
// answered about them.
type group struct {
	metrics []metric
	fetch   libpcp.FetchQuery
	descs   libpcp.DescsQuery
	ask.Answers
}

// split makes groups of metrics; from an archive each is fetched on its own.
func (p *prober) split(metrics iter.Seq[metric]) iter.Seq[*group] {
	size := p.batch
	if p.rewind != nil {
		size = 1
	}
	return func(yield func(*group) bool) {
		for some := range ask.Chunks(metrics, size) {
			if !yield(&group{metrics: some}) {
				return
			}
		}
	}
}

// groups reports groups one after the other.
func (p *prober) groups(ctx context.Context, groups iter.Seq[*group]) {
	if p.out.Err() != nil {
		return
	}
	plan := ask.Plan[*group]{C: p.c, First: p.first, FollowUp: p.followUp, Write: p.group, InTurn: p.inTurn}
	if p.rewind != nil {
		plan.Rewind = func(g *group) bool {
			g.fetch.Err = p.rewind()
			return g.fetch.Err == nil
		}
	}
	plan.Report(ctx, groups)
}

// first lists the first questions about a group: its values and descriptors,
// as far as the report needs them.
func (p *prober) first(g *group) []libpcp.Query {
	ids := make([]libpcp.PMID, len(g.metrics))
	for i, m := range g.metrics {
		ids[i] = m.id
	}
	var queries []libpcp.Query
	if !p.domainOnly() {
		g.fetch.IDs = ids
		queries = append(queries, &g.fetch)
	}
	if p.described() && !p.inTurn {
		g.descs.IDs = ids
		queries = append(queries, &g.descs)
	}
	return queries
}

// followUp lists the questions about the instance domains of a group.
func (p *prober) followUp(g *group) []libpcp.Query {
	if !p.instances() || p.seeker != nil || p.inTurn || g.fetch.Err != nil {
		return nil
	}
	var queries []libpcp.Query
	for i, reply := range g.descs.Replies {
		d := reply.Desc.InDom
		if reply.Err == nil && d != libpcp.NullInDom &&
			(g.fetch.Result == nil || len(g.fetch.Result.Sets[i].Values) > 0) {
			queries = g.AskInstances(queries, d)
		}
	}
	return queries
}

// describe returns the descriptor of a metric of a group.
func (p *prober) describe(ctx context.Context, g *group, i int) libpcp.DescReply {
	if p.inTurn {
		q := libpcp.DescsQuery{IDs: []libpcp.PMID{g.metrics[i].id}}
		p.c.Source().Ask(ctx, &q)
		return q.Replies[0]
	}
	return g.descs.Replies[i]
}

// domain returns the instances of a domain: all that an archive ever had, with
// their newest names; else the current ones.
func (p *prober) domain(ctx context.Context, g *group, d libpcp.InDom) ([]libpcp.Instance, error) {
	if p.seeker != nil {
		return p.seeker.AllInstances(ctx, d)
	}
	answers := &g.Answers
	if p.inTurn { // of all domains only the last is not asked about again
		if p.last.Instances(d) == nil {
			p.last = ask.Answers{}
		}
		answers = &p.last
	}
	p.c.Batch(ctx, answers.AskInstances(nil, d)...)
	q := answers.Instances(d)
	return q.Instances, q.Err
}
