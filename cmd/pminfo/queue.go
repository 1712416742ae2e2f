package main

import (
	"context"
	"fmt"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// maxLookupBytes bounds the names of one group, so that looking them up
// takes one request of less than 64 KiB.
const maxLookupBytes = 63 * 1024

// A queue gathers the metrics that arguments select into the groups that are
// reported together.
type queue struct {
	r       *reporter
	size    int    // names of a full group
	pending *group // the names queued so far, or nil
	bytes   int    // of a look-up of them
}

// report reports the metrics that args select, or without args the whole
// namespace. The status of its error shows whether any failed.
func (q *queue) report(ctx context.Context, args []string) error {
	var failed error
	q.r.progress.Begin("asking about metrics", 0)
	if len(args) == 0 {
		names, err := q.r.c.TraverseList(ctx, "")
		q.add(ctx, names)
		if err != nil {
			fmt.Fprintf(q.r.errOut, "Error: %s\n", q.r.errorText(err))
			q.r.strict.Failure()
			failed = tool.Exit(1)
		}
	}
	for _, arg := range args {
		if err := q.argument(ctx, arg); err != nil {
			fmt.Fprintf(q.r.errOut, "Error: %s: %s\n", arg, q.r.errorText(err))
			q.r.hint(arg, err)
			q.r.strict.Failure()
			failed = tool.Exit(1)
		}
	}
	q.flush(ctx)
	return failed
}

// argument queues the metrics that one argument selects. An instance domain
// is reported at once, ahead of the queue.
func (q *queue) argument(ctx context.Context, arg string) error {
	name := arg
	if isIdentifier(arg) {
		if id, ok := parsePMID(arg); ok {
			var err error
			if name, err = q.r.c.Name(ctx, id); err != nil {
				return err
			}
		} else if indom, ok := parseInDom(arg); ok {
			q.r.inDom(ctx, indom)
			return nil
		} else {
			return libpcp.ErrName
		}
	}
	q.r.operands = append(q.r.operands, name)
	names, err := q.r.c.TraverseList(ctx, name)
	q.add(ctx, names)
	return err
}

// add queues names and reports the groups that are full then.
func (q *queue) add(ctx context.Context, names libpcp.NameList) {
	q.r.groups(ctx, func(yield func(*group) bool) {
		for name := range names.All() {
			cost := 8 + len(name) + 4
			if q.pending != nil && q.bytes+cost > maxLookupBytes && q.r.rewind == nil && !yield(q.take()) {
				return
			}
			if q.pending == nil {
				q.pending = q.r.newGroup()
			}
			names := append(q.pending.lookup.Names, name)
			q.pending.lookup.Names = names
			q.bytes += cost
			if len(names) >= q.size && !yield(q.take()) {
				return
			}
		}
	})
}

// flush reports the queued metrics.
func (q *queue) flush(ctx context.Context) {
	q.r.groups(ctx, func(yield func(*group) bool) {
		if q.pending != nil {
			yield(q.take())
		}
	})
}

// take returns the group of the queued metrics.
func (q *queue) take() *group {
	g := q.pending
	q.pending, q.bytes = nil, 0
	return g
}
