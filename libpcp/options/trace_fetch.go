package options

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
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

// traceFetches traces the results of a source if -D fetch asks for it.
func (s *Source) traceFetches(src libpcp.Source) libpcp.Source {
	if !s.traces("fetch") {
		return src
	}
	s.fetches = &fetchTrace{
		Source: src, tracer: s.tracer(), names: libpcp.NewContext(src), zone: time.Local,
		host: s.OnHost(), learns: s.Kind != Local,
	}
	return s.fetches
}

// Archive implements [libpcp.Archiver]: records that are read whole are not
// shown.
func (t *fetchTrace) Archive() (libpcp.Seeker, error) { return libpcp.Archive(t.Source) }

// Store implements [libpcp.Storer].
func (t *fetchTrace) Store(ctx context.Context, r *libpcp.Result) error {
	return libpcp.Store(ctx, t.Source, r)
}

// Reconnect implements [libpcp.Reconnector].
func (t *fetchTrace) Reconnect(ctx context.Context) error { return libpcp.Reconnect(ctx, t.Source) }

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

// AddDerived implements [derive.Adder].
func (t *fetchTrace) AddDerived(ctx context.Context, name, expression string) error {
	return derive.Add(ctx, t.Source, name, expression)
}

// NamesOrigin implements [libpcp.Namer].
func (t *fetchTrace) NamesOrigin() libpcp.NamesOrigin { return libpcp.OriginOfNames(t.Source) }

// Recycle implements [libpcp.Recycler].
func (t *fetchTrace) Recycle(r *libpcp.Result) { libpcp.Recycle(t.Source, r) }

// Fetch implements [libpcp.Source].
func (t *fetchTrace) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	r, err := t.Source.Fetch(ctx, ids, profile)
	t.returned(ctx, r, err)
	return r, err
}

// Batch implements [libpcp.Batcher].
func (t *fetchTrace) Batch(ctx context.Context, queries ...libpcp.Query) {
	libpcp.Ask(ctx, t.Source, queries...)
	for _, q := range queries {
		if f, ok := q.(*libpcp.FetchQuery); ok {
			t.returned(ctx, f.Result, f.Err)
		}
	}
}

// HostName implements [libpcp.Source]: a pmcd is asked with a fetch.
func (t *fetchTrace) HostName(ctx context.Context) string {
	if t.host {
		t.fetchNamed(ctx, "pmcd.hostname")
	}
	return t.Source.HostName(ctx)
}

// Timezone implements [libpcp.Source]: a pmcd is asked with a fetch.
func (t *fetchTrace) Timezone(ctx context.Context) (string, error) {
	if t.host {
		t.fetchNamed(ctx, "pmcd.timezone", "pmcd.zoneinfo")
	}
	return t.Source.Timezone(ctx)
}

func (t *fetchTrace) fetchNamed(ctx context.Context, names ...string) {
	q := libpcp.LookupQuery{Names: names, NoReason: true}
	libpcp.Ask(ctx, t.Source, &q)
	if q.Replies[0].Err == nil {
		t.Fetch(ctx, q.IDs(), nil)
	}
}

func (t *fetchTrace) returned(ctx context.Context, r *libpcp.Result, err error) {
	if r != nil && !t.learns && r.Changes != 0 { // in a local context libpcp (C) does not learn of changes
		unchanged := *r
		unchanged.Changes, r = 0, &unchanged
	}
	t.tracer.Trace(ctx, Fetched{t.names, t.zone, r, err})
}
