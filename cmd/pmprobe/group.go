package main

import (
	"context"

	"pcptools/libpcp"
)

// A metric is one that was found, or that its group's lookup left open.
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
	domains map[libpcp.InDom]*libpcp.InstancesQuery
}

// split makes groups of metrics; from an archive each is fetched on its own.
func (p *prober) split(metrics []metric) []*group {
	size := p.batch
	if p.rewind != nil {
		size = 1
	}
	var groups []*group
	for len(metrics) > 0 {
		n := min(size, len(metrics))
		groups = append(groups, &group{
			metrics: metrics[:n],
			domains: make(map[libpcp.InDom]*libpcp.InstancesQuery),
		})
		metrics = metrics[n:]
	}
	return groups
}

// groups reports groups one after the other. A live source is asked ahead,
// but in the order of the report: with the instance domains of one group go
// the fetch and the descriptors of the next.
func (p *prober) groups(ctx context.Context, groups []*group) {
	if p.rewind != nil {
		for _, g := range groups {
			if g.fetch.Err = p.rewind(); g.fetch.Err == nil {
				p.c.Batch(ctx, p.first(g)...)
			}
			p.group(ctx, g)
			if p.out.Err() != nil {
				return
			}
		}
		return
	}
	for i, g := range groups {
		if p.out.Err() != nil {
			return
		}
		if i == 0 {
			p.c.Batch(ctx, p.first(g)...)
		}
		queries := p.followUp(g)
		if i+1 < len(groups) {
			queries = append(queries, p.first(groups[i+1])...)
		}
		p.c.Batch(ctx, queries...)
		p.group(ctx, g)
	}
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
	if p.described() {
		g.descs.IDs = ids
		queries = append(queries, &g.descs)
	}
	return queries
}

// followUp lists the questions about the instance domains of a group.
func (p *prober) followUp(g *group) []libpcp.Query {
	if !p.instances() || p.seeker != nil || g.fetch.Err != nil {
		return nil
	}
	var queries []libpcp.Query
	for i, reply := range g.descs.Replies {
		d := reply.Desc.InDom
		if reply.Err != nil || d == libpcp.NullInDom || g.domains[d] != nil ||
			g.fetch.Result != nil && len(g.fetch.Result.Sets[i].Values) == 0 {
			continue
		}
		q := &libpcp.InstancesQuery{InDom: d}
		g.domains[d] = q
		queries = append(queries, q)
	}
	return queries
}

// domain returns the instances of a domain: those that an archive ever had,
// with their newest names, else as they are now.
func (p *prober) domain(ctx context.Context, g *group, d libpcp.InDom) ([]libpcp.Instance, error) {
	if p.seeker != nil {
		return p.seeker.AllInstances(d)
	}
	q := g.domains[d]
	if q == nil {
		q = &libpcp.InstancesQuery{InDom: d}
		q.Ask(ctx, p.c.Source())
		g.domains[d] = q
	}
	return q.Instances, q.Err
}
