package pmcd

import (
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Ask implements libpcp.Source: all queries in one round trip. Queries that need a
// second request (names and descriptors that could not be looked up together,
// missing help texts) take one more round trip in all. A query that depends on
// other answers, such as the name of the host, takes its own round trips.
func (c *Client) Ask(ctx context.Context, queries ...libpcp.Query) {
	for len(queries) > 0 {
		n := slices.IndexFunc(queries, dependent)
		if n == 0 {
			c.askAlone(ctx, queries[0])
			queries = queries[1:]
			continue
		}
		if n < 0 {
			n = len(queries)
		}
		p := pipeline{batch: queries[:n]}
		for _, q := range p.batch {
			c.prepare(ctx, &p, q)
		}
		c.run(ctx, &p)
		queries = queries[n:]
	}
}

// dependent reports whether a query takes requests that depend on one another.
func dependent(q libpcp.Query) bool {
	switch q.(type) {
	case *libpcp.HostNameQuery, *libpcp.TimezoneQuery, *libpcp.ReconnectQuery:
		return true
	}
	return false
}

func (c *Client) askAlone(ctx context.Context, q libpcp.Query) {
	switch q := q.(type) {
	case *libpcp.HostNameQuery:
		q.Name, q.Err = c.hostName(ctx), nil
	case *libpcp.TimezoneQuery:
		q.Zone, q.Err = c.stringValue(ctx, "pmcd.timezone")
	case *libpcp.ReconnectQuery:
		q.Err = c.reconnect(ctx)
	}
}

// prepare adds the requests that a query takes.
func (c *Client) prepare(ctx context.Context, p *pipeline, q libpcp.Query) {
	switch q := q.(type) {
	case *libpcp.LookupQuery:
		c.lookup(p, q)
	case *libpcp.NamesQuery:
		p.add(&namesReq{query: q})
	case *libpcp.ChildrenQuery:
		p.add(&childrenReq{q})
	case *libpcp.TraverseQuery:
		c.traverse(p, q)
	case *libpcp.DescsQuery:
		c.descs(p, q)
	case *libpcp.InstancesQuery:
		p.add(&instancesReq{q})
	case *libpcp.InstanceNameQuery:
		p.add(&instanceNameReq{q})
	case *libpcp.InstanceIDQuery:
		p.add(&instanceIDReq{q})
	case *libpcp.TextQuery:
		p.add(&textReq{q, q.ID})
	case *libpcp.LabelsQuery:
		c.labels(p, q)
	case *libpcp.FetchQuery:
		c.fetch(p, q)
	case *libpcp.StoreQuery:
		c.store(ctx, p, q)
	default:
		q.Decline()
	}
}

// has reports whether pmcd has offered a feature.
func (c *Client) has(feature pdu.Features) bool {
	return c.conn != nil && c.conn.features&feature != 0
}
