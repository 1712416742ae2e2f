package derive

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// fake is a Source in memory that counts the requests it gets.
type fake struct {
	names    []string // in traversal order
	descs    []libpcp.Desc
	sets     map[libpcp.PMID]libpcp.ValueSet
	insts    map[libpcp.InDom][]libpcp.Instance
	now      time.Time
	changes  libpcp.StateChange // reported by fetches
	requests int
	fetched  []libpcp.PMID // by the last Fetch
}

func (f *fake) Ask(ctx context.Context, queries ...libpcp.Query) {
	memory := &sourcetest.Memory{InDoms: f.insts}
	for i, name := range f.names {
		memory.Metrics = append(memory.Metrics, sourcetest.Metric{Name: name, Desc: f.descs[i], OneLine: "a text"})
	}
	memory.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.FetchQuery:
			q.Result = f.fetch(q.IDs)
			f.requests++
		case *libpcp.LabelsQuery:
			q.Sets = nil
			f.requests++
		case *libpcp.LookupQuery, *libpcp.NamesQuery, *libpcp.ChildrenQuery, *libpcp.TraverseQuery, *libpcp.DescsQuery,
			*libpcp.InstancesQuery, *libpcp.InstanceNameQuery, *libpcp.InstanceIDQuery, *libpcp.TextQuery:
			f.requests++
		}
	}
}

func (f *fake) fetch(ids []libpcp.PMID) *libpcp.Result {
	f.fetched = ids
	r := &libpcp.Result{Time: f.now, Changes: f.changes}
	for _, id := range ids {
		set, ok := f.sets[id]
		if !ok {
			set.Err = libpcp.ErrPMID
		}
		set.PMID = id
		r.Sets = append(r.Sets, set)
	}
	return r
}

func (f *fake) Close() error { return nil }

// batching is a fake that takes batches, each counted as one request.
type batching struct{ fake }

func (b *batching) Ask(ctx context.Context, queries ...libpcp.Query) {
	before := b.requests
	if b.fake.Ask(ctx, queries...); b.requests > before {
		b.requests = before + 1
	}
}

// recorded is a fake archive.
type recorded struct{ fake }

func (r *recorded) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, &r.fake, queries, func(q libpcp.Query) bool {
		kind, ok := q.(*libpcp.KindQuery)
		if ok {
			kind.Archive = true
		}
		return ok
	})
}
