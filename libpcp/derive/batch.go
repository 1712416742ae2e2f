package derive

import (
	"context"

	"pcptools/libpcp"
)

// Batch implements [libpcp.Batcher]. The queries go to the wrapped source in
// one batch, with what concerns derived metrics taken out of them or, for
// their operands, added; binding metrics not bound yet takes two more.
func (s *source) Batch(ctx context.Context, queries ...libpcp.Query) {
	if s.defs.trace != nil && !s.defs.rules.ListUnbound && len(queries) > 1 {
		for _, q := range queries { // as a trace has them
			s.Batch(ctx, q)
		}
		return
	}
	s.bind(ctx, s.touched(queries))
	inner := make([]libpcp.Query, 0, len(queries))
	finish := make([]func(), 0, len(queries))
	for _, q := range queries {
		asked, done := s.rewrite(ctx, q)
		if asked != nil {
			inner = append(inner, asked)
		}
		if done != nil {
			finish = append(finish, done)
		}
	}
	libpcp.Ask(ctx, s.inner, inner...)
	for _, q := range inner {
		if q, ok := q.(*libpcp.FetchQuery); ok {
			s.renew(ctx, q.Result)
		}
	}
	s.bindTraversed(ctx, queries)
	for _, done := range finish {
		done()
	}
}

// touched returns the derived metrics that must be bound before the queries
// can be asked.
func (s *source) touched(queries []libpcp.Query) []*metric {
	var found []*metric
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.DescsQuery:
			found = s.appendOurs(found, q.IDs)
		case *libpcp.FetchQuery:
			found = s.appendOurs(found, q.IDs)
		}
	}
	return found
}

// bindTraversed binds the metrics that the answers of traversals may include,
// where they must be bound for it.
func (s *source) bindTraversed(ctx context.Context, queries []libpcp.Query) {
	if !s.bindsListed() {
		return
	}
	var found []*metric
	for _, q := range queries {
		t, ok := q.(*libpcp.TraverseQuery)
		switch {
		case !ok:
		case s.defs.trace != nil:
			s.bindListed(ctx, t.Name, s.visible(s.matching(t.Name), t.Names))
		default:
			found = append(found, s.visible(s.matching(t.Name), t.Names)...)
		}
	}
	s.bind(ctx, found)
}

// bindListed binds what a traversal of root finds; one by one for a trace.
func (s *source) bindListed(ctx context.Context, root string, found []*metric) {
	if s.defs.trace == nil {
		s.bind(ctx, found)
		return
	}
	s.walking = true
	defer func() { s.walking = false }()
	if s.ordered {
		s.defs.trace.traversing(root)
	} else {
		s.defs.trace.descending(root, false)
	}
	for _, m := range found {
		s.bind(ctx, []*metric{m})
		switch listed := s.listed(m); {
		case s.ordered:
			s.defs.trace.traversed(root, m, listed)
		case !listed:
			s.defs.trace.omitted(root, m)
		}
	}
}

func (s *source) appendOurs(dst []*metric, ids []libpcp.PMID) []*metric {
	for _, id := range ids {
		if m := s.byID(id); m != nil {
			dst = append(dst, m)
		}
	}
	return dst
}

// rewrite returns the query to put to the wrapped source for q, if any, and
// what to do when that has been answered, if anything.
func (s *source) rewrite(ctx context.Context, q libpcp.Query) (asked libpcp.Query, done func()) {
	switch q := q.(type) {
	case *libpcp.LookupQuery:
		return s.rewriteLookup(ctx, q)
	case *libpcp.TraverseQuery:
		return q, func() { q.Names, q.Err = s.completeTraverse(q.Name, q.Names, q.Err, s.matching(q.Name)) }
	case *libpcp.DescsQuery:
		return s.rewriteDescs(q)
	case *libpcp.FetchQuery:
		return s.rewriteFetch(ctx, q)
	case *libpcp.TextQuery:
		text, err, ok := s.text(q.ID)
		if ok {
			q.Text, q.Err = text, err
			return nil, nil
		}
	}
	return q, nil
}

// rewriteLookup first asks without reasons: most names that a pmcd does not
// know are those of derived metrics, and need none.
func (s *source) rewriteLookup(ctx context.Context, q *libpcp.LookupQuery) (asked libpcp.Query, done func()) {
	r := &libpcp.LookupQuery{Names: q.Names, NoReason: true}
	return r, func() {
		q.Replies = s.completeLookup(q.Names, r.Replies)
		if !q.NoReason && len(q.Names) > 1 {
			s.explain(ctx, q)
		}
	}
}

// explain asks why names are unknown.
func (s *source) explain(ctx context.Context, q *libpcp.LookupQuery) {
	var unknown libpcp.LookupQuery
	var at []int
	for i, r := range q.Replies {
		if libpcp.Code(r.Err) == libpcp.ErrName {
			unknown.Names, at = append(unknown.Names, q.Names[i]), append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	libpcp.Ask(ctx, s.inner, &unknown)
	for n, i := range at {
		q.Replies[i] = unknown.Replies[n]
	}
}

func (s *source) rewriteDescs(q *libpcp.DescsQuery) (asked libpcp.Query, done func()) {
	rest := s.withoutOurs(q.IDs)
	switch len(rest) {
	case len(q.IDs):
		return q, nil
	case 0:
		q.Replies = s.completeDescs(q.IDs, nil)
		return nil, nil
	}
	r := &libpcp.DescsQuery{IDs: rest}
	return r, func() { q.Replies = s.completeDescs(q.IDs, r.Replies) }
}

func (s *source) rewriteFetch(ctx context.Context, q *libpcp.FetchQuery) (asked libpcp.Query, done func()) {
	ids, ours := s.operands(q.IDs)
	if !ours {
		return q, func() { s.refuseNull(q.Result) }
	}
	r := &libpcp.FetchQuery{IDs: ids, Profile: q.Profile}
	return r, func() {
		if q.Result, q.Err = r.Result, r.Err; r.Err == nil {
			q.Result = s.derive(ctx, q.IDs, ids, r.Result)
		}
	}
}
