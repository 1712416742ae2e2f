package main

import (
	"context"

	"pcptools/libpcp"
)

// A greeting is the first exchange with a source: pmcd says how its host is
// called, and is sent the name of the client. Both go along with other
// questions, so that they cost no round trip.
type greeting struct {
	asks   bool // for the name of the host
	lookup libpcp.LookupQuery
	fetch  libpcp.FetchQuery
	whoami *whoami // what to send, or nil
}

// first are the queries of the first batch: those given, and the greeting's.
func (g *greeting) first(others ...libpcp.Query) []libpcp.Query {
	if g.asks {
		g.lookup = libpcp.LookupQuery{Names: []string{"pmcd.hostname"}}
		others = append(others, &g.lookup)
	}
	if g.whoami != nil {
		others = append(others, g.whoami.find())
	}
	return others
}

// second are the queries of the second batch.
func (g *greeting) second(others ...libpcp.Query) []libpcp.Query {
	if g.asks && g.lookup.Replies[0].Err == nil {
		g.fetch.IDs = g.lookup.IDs()
		others = append(others, &g.fetch)
	}
	if g.whoami != nil {
		if q := g.whoami.tell(); q != nil {
			others = append(others, q)
		}
	}
	return others
}

// alone exchanges the greeting, and returns the name of the host.
func (g *greeting) alone(ctx context.Context, c *libpcp.Context) string {
	c.Batch(ctx, g.first()...)
	c.Batch(ctx, g.second()...)
	return g.host(ctx, c)
}

// host is the name that pmcd gave, or what else the context knows.
func (g *greeting) host(ctx context.Context, c *libpcp.Context) string {
	if r := g.fetch.Result; r != nil && len(r.Sets[0].Values) == 1 {
		name, err := r.Sets[0].Atom(0, libpcp.TypeString)
		if err == nil && len(name.Bytes()) > 0 {
			return name.Text()
		}
	}
	return c.HostName(ctx)
}
