// Package ask queries a source about groups of metrics, ahead of the report.
// While a tool reports one group, [Plan.Report] has a live source answer about
// the next, so that a group costs one round trip. [Answers] keeps queries, so
// that each is asked once. [LookupError] returns the error that libpcp (C)
// reports for unknown names.
package ask

import (
	"context"
	"iter"

	"pcptools/libpcp"
)

// A Plan is what a report asks about groups of metrics. Questions go out in the
// order in which a report that does not ask ahead would put them.
type Plan[G any] struct {
	C *libpcp.Context
	// First lists the first questions about a group: its values and
	// descriptors.
	First func(G) []libpcp.Query
	// FollowUp lists the questions that the answers to those lead to.
	FollowUp func(G) []libpcp.Query
	// Rewind, for an archive, goes back to the time of the values of every group.
	// It reports whether a group has first questions. An archive is not asked
	// ahead.
	Rewind func(G) bool
	// InTurn asks about a group when those before it have been reported, for a
	// report of which the requests show.
	InTurn bool
	// Write reports a group; its error ends the report.
	Write func(context.Context, G) error
}

// Report asks about groups and reports them, one after the other. At most two
// groups are in use at a time: the reported group and the next.
func (p Plan[G]) Report(ctx context.Context, groups iter.Seq[G]) error {
	if p.Rewind != nil || p.InTurn {
		return p.inTurn(ctx, groups)
	}
	next, stop := iter.Pull(groups)
	defer stop()
	g, ok := next()
	if ok {
		p.C.Batch(ctx, p.First(g)...)
	}
	for ok {
		queries := p.FollowUp(g)
		following, more := next()
		if more {
			queries = append(queries, p.First(following)...)
		}
		p.C.Batch(ctx, queries...)
		if err := p.Write(ctx, g); err != nil {
			return err
		}
		g, ok = following, more
	}
	return nil
}

// inTurn asks about a group at a time, and reports it.
func (p Plan[G]) inTurn(ctx context.Context, groups iter.Seq[G]) error {
	for g := range groups {
		if p.Rewind == nil || p.Rewind(g) {
			p.C.Batch(ctx, p.First(g)...)
		}
		p.C.Batch(ctx, p.FollowUp(g)...)
		if err := p.Write(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// Windows returns groups in order. Before each n groups it calls ready with
// them, for queries that cover many groups.
func Windows[G any](groups iter.Seq[G], n int, ready func([]G)) iter.Seq[G] {
	return func(yield func(G) bool) {
		for window := range Chunks(groups, n) {
			ready(window)
			for i, g := range window {
				window[i] = *new(G) // its memory is needed no longer than it is reported
				if !yield(g) {
					return
				}
			}
		}
	}
}

// Chunks yields the elements of seq in slices of n, the last of which may have
// fewer.
func Chunks[E any](seq iter.Seq[E], n int) iter.Seq[[]E] {
	return func(yield func([]E) bool) {
		var some []E
		for e := range seq {
			if some = append(some, e); len(some) < n {
				continue
			}
			if !yield(some) {
				return
			}
			some = make([]E, 0, n)
		}
		if len(some) > 0 {
			yield(some)
		}
	}
}
