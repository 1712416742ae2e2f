package pmcd

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Batch implements libpcp.Batcher: all queries in one round trip. Those that
// need a second request (names and descriptors that could not be looked up
// together, help texts that are missing) take one more round trip in all.
func (c *Client) Batch(ctx context.Context, queries ...libpcp.Query) {
	p := pipeline{batch: queries}
	for _, q := range queries {
		c.prepare(ctx, &p, q)
	}
	c.run(ctx, &p)
	for _, q := range queries {
		c.complete(ctx, q)
	}
}

// prepare adds the requests that a query takes.
func (c *Client) prepare(ctx context.Context, p *pipeline, q libpcp.Query) {
	switch q := q.(type) {
	case *libpcp.LookupQuery:
		c.lookup(p, q)
	case *libpcp.TraverseQuery:
		c.traverse(p, q)
	case *libpcp.DescsQuery:
		c.descs(p, q)
	case *libpcp.InstancesQuery:
		p.add(&instancesReq{q})
	case *libpcp.TextQuery:
		p.add(&textReq{q, q.ID})
	case *libpcp.LabelsQuery:
		c.labels(p, q)
	case *libpcp.FetchQuery:
		c.fetch(p, q)
	case *libpcp.StoreQuery:
		c.store(ctx, p, q)
	}
}

// complete does what remains of a query after its requests.
func (c *Client) complete(ctx context.Context, q libpcp.Query) {
	switch q := q.(type) {
	case *libpcp.LookupQuery, *libpcp.TraverseQuery, *libpcp.DescsQuery, *libpcp.InstancesQuery,
		*libpcp.TextQuery, *libpcp.LabelsQuery, *libpcp.FetchQuery, *libpcp.StoreQuery:
	default:
		q.Ask(ctx, c)
	}
}

// has reports whether pmcd has offered a feature.
func (c *Client) has(feature pdu.Features) bool {
	return c.conn != nil && c.conn.features&feature != 0
}
