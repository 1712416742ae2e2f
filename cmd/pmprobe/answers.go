package main

import (
	"context"

	"pcptools/libpcp"
)

// answers is what is known about the instance domains of a group: asked
// together with the fetch of a live source, or when they are needed.
type answers struct {
	p     *prober
	known map[libpcp.InDom]*libpcp.InstancesQuery
}

func newAnswers(p *prober) *answers {
	return &answers{p: p, known: make(map[libpcp.InDom]*libpcp.InstancesQuery)}
}

// ahead appends the questions about the domains of metrics.
func (a *answers) ahead(ctx context.Context, queries []libpcp.Query, metrics []metric) []libpcp.Query {
	for _, m := range metrics {
		desc, err := a.desc(ctx, m.id)
		if err != nil || desc.InDom == libpcp.NullInDom || a.known[desc.InDom] != nil {
			continue
		}
		q := &libpcp.InstancesQuery{InDom: desc.InDom}
		a.known[desc.InDom] = q
		queries = append(queries, q)
	}
	return queries
}

// desc describes a metric.
func (a *answers) desc(ctx context.Context, id libpcp.PMID) (libpcp.Desc, error) {
	if err := a.p.descErrs[id]; err != nil {
		return libpcp.Desc{}, err
	}
	return a.p.c.Desc(ctx, id)
}

// instances returns the instances of a domain as they are now.
func (a *answers) instances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	q := a.known[d]
	if q == nil {
		q = &libpcp.InstancesQuery{InDom: d}
		q.Ask(ctx, a.p.c.Source())
		a.known[d] = q
	}
	return q.Instances, q.Err
}

// allInstances returns the instances of a domain: of an archive, all it ever
// had.
func (a *answers) allInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	if a.p.seeker != nil {
		return a.p.seeker.AllInstances(d)
	}
	return a.instances(ctx, d)
}
