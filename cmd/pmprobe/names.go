package main

import (
	"context"
	"iter"

	"pcptools/cmd/internal/ask"
	"pcptools/libpcp"
)

// selectNames returns the names of all metrics that args select. A failure to
// list a whole namespace is not reported.
func (p *prober) selectNames(ctx context.Context, args []string) libpcp.NameList {
	if len(args) == 0 {
		names, _ := p.c.TraverseList(ctx, "")
		return names
	}
	if p.faster {
		return libpcp.NameListOf(args)
	}
	traversals := make([]libpcp.TraverseQuery, len(args))
	queries := make([]libpcp.Query, len(args))
	for i, arg := range args {
		traversals[i].Name = arg
		queries[i] = &traversals[i]
	}
	p.c.Batch(ctx, queries...)
	names := make([]libpcp.NameList, len(args))
	for i, q := range traversals {
		if q.Err != nil {
			p.failure(q.Name, q.Err, "")
		}
		names[i] = q.Names
	}
	return libpcp.ConcatNames(names...)
}

// identify looks up the names in groups, and reports the groups of which no
// name is known. It returns the others.
func (p *prober) identify(ctx context.Context, names libpcp.NameList) iter.Seq[metric] {
	type identity struct {
		id    libpcp.PMID
		known bool // to be in a group with a name that is known
	}
	ids := make([]identity, 0, names.Len())
	for q := range ask.Windows(p.lookups(names), max(maxNames/p.batch, 1), p.lookUp(ctx)) {
		err := ask.LookupError(q)
		for i, name := range q.Names {
			if err != nil {
				p.failure(name, err, "")
			}
			ids = append(ids, identity{q.Replies[i].ID, err == nil})
		}
	}
	return func(yield func(metric) bool) {
		i := 0
		for name := range names.All() {
			if ids[i].known && !yield(metric{name, ids[i].id}) {
				return
			}
			i++
		}
	}
}

// maxNames is how many names are looked up in one round trip.
const maxNames = 16 << 10

// lookups makes groups of names to look up. A last name that would be a group
// of its own goes with those before it.
func (p *prober) lookups(names libpcp.NameList) iter.Seq[*libpcp.LookupQuery] {
	return func(yield func(*libpcp.LookupQuery) bool) {
		left := names.Len()
		q := &libpcp.LookupQuery{NoReason: true}
		for name := range names.All() {
			q.Names = append(q.Names, name)
			if left--; left > 0 && (len(q.Names) < p.batch || left == 1) {
				continue
			}
			if !yield(q) {
				return
			}
			q = &libpcp.LookupQuery{NoReason: true}
		}
	}
}

// lookUp asks about names, in one round trip.
func (p *prober) lookUp(ctx context.Context) func([]*libpcp.LookupQuery) {
	return func(lookups []*libpcp.LookupQuery) {
		queries := make([]libpcp.Query, len(lookups))
		for i, q := range lookups {
			queries[i] = q
		}
		p.c.Batch(ctx, queries...)
	}
}
