package derive

import (
	"context"
	"slices"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/recycled"
	"pcptools/libpcp/release"
)

// Ask implements [libpcp.Source]. The queries go to the wrapped source in one
// batch, with what concerns derived metrics taken out of them or, for their
// operands, added; binding metrics not bound yet takes two more.
func (s *source) Ask(ctx context.Context, queries ...libpcp.Query) {
	if len(queries) > 1 && (s.inTurn() || slices.ContainsFunc(queries, redefines)) {
		for _, q := range queries {
			s.Ask(ctx, q)
		}
		return
	}
	if !slices.ContainsFunc(queries, s.concerned) {
		s.inner.Ask(ctx, queries...)
		return
	}
	var few [4]request // on the stack: each fetch of a long report is asked alone
	requests := s.appendRequests(few[:0], queries)
	s.bindTouched(ctx, requests)
	same := true
	for i := range requests {
		r := &requests[i]
		r.asked = s.rewrite(ctx, r)
		same = same && r.asked == r.query
	}
	inner := queries
	if !same {
		inner = make([]libpcp.Query, 0, len(requests))
		for i := range requests {
			if q := requests[i].asked; q != nil {
				inner = append(inner, q)
			}
		}
	}
	if len(inner) > 0 {
		s.inner.Ask(ctx, inner...)
	}
	for _, q := range inner {
		if q, ok := q.(*libpcp.FetchQuery); ok {
			s.renew(ctx, q.Result)
		}
	}
	s.bindTraversed(ctx, queries)
	for i := range requests {
		s.complete(ctx, &requests[i])
	}
}

// request is a query while it is answered.
type request struct {
	query  libpcp.Query
	asked  libpcp.Query // in its place, of the wrapped source; or nil
	chosen choice       // the metrics that it is about
}

// concerned reports whether a query may be about derived metrics.
func (s *source) concerned(q libpcp.Query) bool {
	switch q := q.(type) {
	case *libpcp.DescsQuery:
		return slices.ContainsFunc(q.IDs, libpcp.PMID.Derived)
	case *libpcp.TextQuery:
		return s.described(q.ID) != nil
	case *libpcp.InstancesQuery, *libpcp.LabelsQuery:
		return false
	}
	return true
}

func (s *source) appendRequests(dst []request, queries []libpcp.Query) []request {
	for _, q := range queries {
		r := request{query: q}
		switch q := q.(type) {
		case *libpcp.DescsQuery:
			r.chosen = s.choose(q.IDs)
		case *libpcp.FetchQuery:
			r.chosen = s.choose(q.IDs)
		}
		dst = append(dst, r)
	}
	return dst
}

// inTurn reports whether queries are asked one by one, as a trace has them.
func (s *source) inTurn() bool {
	return s.defs.trace() != nil && s.defs.rules.Has(release.UnboundDerivedHidden)
}

// redefines reports whether a query changes what others are answered.
func redefines(q libpcp.Query) bool {
	switch q.(type) {
	case *addQuery, *removeQuery, *libpcp.ReconnectQuery:
		return true
	}
	return false
}

// bindTouched binds the derived metrics that must be before requests can be sent.
func (s *source) bindTouched(ctx context.Context, requests []request) {
	var found []*metric
	for i := range requests {
		found = requests[i].chosen.appendUnbound(found)
	}
	s.bind(ctx, found)
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
		case s.defs.trace() != nil:
			s.bindListed(ctx, t.Name, s.matching(t.Name))
		default:
			found = append(found, s.visible(s.matching(t.Name), t.Names)...)
		}
	}
	s.bind(ctx, found)
}

// bindListed binds what a traversal of root finds; one by one for a trace.
func (s *source) bindListed(ctx context.Context, root string, found []*metric) {
	if s.defs.trace() == nil {
		s.bind(ctx, found)
		return
	}
	s.walking = true
	defer func() { s.walking = false }()
	if s.ordered {
		s.defs.trace().since(release.UnboundDerivedHidden).printf("__dmtraverse(ctx=0, name=\"%s\", ...)\n", root)
	} else {
		s.defs.trace().descending(root, false)
	}
	for _, m := range found {
		s.bind(ctx, []*metric{m})
		switch listed := s.listed(m); {
		case s.ordered:
			s.defs.trace().traversed(root, m, listed)
		case !listed:
			s.defs.trace().omitted(root, m)
		}
	}
}

// rewrite returns the query to ask the wrapped source in place of a request's:
// that itself, or nil if it has been answered or needs no more than completing.
func (s *source) rewrite(ctx context.Context, r *request) libpcp.Query {
	switch q := r.query.(type) {
	case *libpcp.LookupQuery:
		// Without reasons: most names that a pmcd does not know name derived
		// metrics, and need none.
		if !q.NoReason {
			return &libpcp.LookupQuery{Names: q.Names, NoReason: true}
		}
	case *libpcp.NamesQuery:
		if m := s.byID(q.ID); m != nil {
			q.Names, q.Err = []string{m.name}, nil
			return nil
		}
	case *libpcp.DescsQuery:
		switch rest := r.chosen.others(); {
		case len(rest) == len(q.IDs):
		case s.asks && len(q.IDs) == 1:
			return &libpcp.DescsQuery{IDs: q.IDs}
		case len(rest) == 0:
			return nil
		default:
			return &libpcp.DescsQuery{IDs: rest}
		}
	case *libpcp.FetchQuery:
		if ids, ours := s.operands(r.chosen); ours {
			return &libpcp.FetchQuery{IDs: ids, Profile: q.Profile}
		}
	case *recycled.Query:
		if !s.reusable(q.Result.(*libpcp.Result)) {
			return nil
		}
	case *libpcp.TextQuery:
		if m := s.described(q.ID); m != nil {
			q.Text, q.Err = s.defs.text(m.definition, q.ID.Kind)
			return nil
		}
	case *traced.Closing:
		s.defs.closing()
		return nil
	case *addQuery:
		q.Err = s.add(ctx, q.name, q.expression)
		return nil
	case *removeQuery:
		q.Err = s.remove(q.name)
		return nil
	case *libpcp.ReconnectQuery:
		s.unbindAll()
	}
	return r.query
}

// complete makes the answer to a request from the answer to the request in its
// place.
func (s *source) complete(ctx context.Context, r *request) {
	switch q := r.query.(type) {
	case *libpcp.LookupQuery:
		q.Replies = s.completeLookup(q.Names, r.asked.(*libpcp.LookupQuery).Replies)
		if !q.NoReason && len(q.Names) > 1 {
			s.explain(ctx, q)
		}
	case *libpcp.ChildrenQuery:
		s.completeChildren(ctx, q)
	case *libpcp.TraverseQuery:
		q.Names, q.Err = s.completeTraverse(ctx, q.Name, q.Names, q.Err, s.matching(q.Name))
	case *libpcp.DescsQuery:
		if asked, ok := r.asked.(*libpcp.DescsQuery); !ok {
			q.Replies = r.chosen.completeDescs(nil)
		} else if asked != q {
			q.Replies = r.chosen.completeDescs(asked.Replies)
		}
	case *libpcp.FetchQuery:
		asked := r.asked.(*libpcp.FetchQuery)
		if asked == q {
			s.refuseNull(q.Result)
		} else if q.Result, q.Err = asked.Result, asked.Err; q.Err == nil {
			q.Result = s.derive(ctx, r.chosen, asked)
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
	s.inner.Ask(ctx, &unknown)
	for n, i := range at {
		q.Replies[i] = unknown.Replies[n]
	}
}
