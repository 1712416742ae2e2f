package options

import (
	"context"
	"time"

	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// fetchTrace is a Source whose results are traced.
type fetchTrace struct {
	libpcp.Source
	tracer libpcp.Tracer
	names  *libpcp.Context // the same source, for the names in results
	zone   *time.Location  // of the times shown
	host   bool            // the source is a pmcd
	learns bool            // the source reports changes
}

// Ask implements [libpcp.Source]. For the host's name and time zone a pmcd is also
// asked with a fetch, as PCP does. Records that are read whole are not shown.
func (t *fetchTrace) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q.(type) {
		case *libpcp.HostNameQuery:
			t.fetchNamed(ctx, "pmcd.hostname")
		case *libpcp.TimezoneQuery:
			t.fetchNamed(ctx, "pmcd.timezone", "pmcd.zoneinfo")
		}
	}
	t.Source.Ask(ctx, queries...)
	for _, q := range queries {
		if f, ok := q.(*libpcp.FetchQuery); ok {
			t.returned(ctx, f.Result, f.Err)
		}
	}
}

// Duplicate implements [libpcp.Duplicator].
func (t *fetchTrace) Duplicate(ctx context.Context) (libpcp.Source, error) {
	src, err := libpcp.Duplicate(ctx, t.Source)
	if err != nil {
		return nil, err
	}
	d := *t
	d.Source, d.names = src, libpcp.NewContext(src)
	return &d, nil
}

func (t *fetchTrace) fetchNamed(ctx context.Context, names ...string) {
	if !t.host {
		return
	}
	q := libpcp.LookupQuery{Names: names, NoReason: true}
	if t.Source.Ask(ctx, &q); q.Replies[0].Err == nil {
		t.Ask(ctx, &libpcp.FetchQuery{IDs: q.IDs()})
	}
}

func (t *fetchTrace) returned(ctx context.Context, r *libpcp.Result, err error) {
	if r != nil && !t.learns && r.Changes != 0 { // in a local context libpcp (C) does not learn of changes
		unchanged := *r
		unchanged.Changes, r = 0, &unchanged
	}
	t.tracer.Trace(ctx, traced.Fetched{Names: t.names, Zone: t.zone, Result: r, Err: err})
}
