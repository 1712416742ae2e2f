package derive

import (
	"context"
	"slices"

	"pcptools/libpcp"
)

// Descs implements [libpcp.Source].
func (s *source) Descs(ctx context.Context, ids []libpcp.PMID) []libpcp.DescReply {
	rest := s.withoutOurs(ids)
	if len(rest) == len(ids) {
		return s.inner.Descs(ctx, ids)
	}
	s.bind(ctx, s.appendOurs(nil, ids))
	var replies []libpcp.DescReply
	if len(rest) > 0 {
		replies = s.inner.Descs(ctx, rest)
	}
	return s.completeDescs(ids, replies)
}

// completeDescs puts the wrapped source's replies about the others of ids
// together with those about derived metrics.
func (s *source) completeDescs(ids []libpcp.PMID, replies []libpcp.DescReply) []libpcp.DescReply {
	all := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		if m := s.byID(id); m != nil {
			all[i] = m.reply()
		} else {
			all[i], replies = replies[0], replies[1:]
		}
	}
	return all
}

// withoutOurs returns ids without those of derived metrics: ids itself if
// there are none.
func (s *source) withoutOurs(ids []libpcp.PMID) []libpcp.PMID {
	ours := func(id libpcp.PMID) bool { return s.byID(id) != nil }
	if !slices.ContainsFunc(ids, ours) {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), ours)
}

// Fetch implements [libpcp.Source].
func (s *source) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	s.bind(ctx, s.appendOurs(nil, ids))
	wanted, ours := s.operands(ids)
	r, err := s.inner.Fetch(ctx, wanted, profile)
	s.renew(ctx, r)
	if err != nil || !ours {
		s.refuseNull(r)
		return r, err
	}
	return s.derive(ctx, ids, wanted, r), nil
}

// refuseNull changes the code of those in a result that are no metric.
func (s *source) refuseNull(r *libpcp.Result) {
	if r == nil || s.defs.rules.NullForAgents {
		return
	}
	for i := range r.Sets {
		if set := &r.Sets[i]; set.PMID == libpcp.NullPMID && libpcp.Code(set.Err) == libpcp.ErrNoAgent {
			set.Err = libpcp.ErrPMID
		}
	}
}

// NamesOrigin implements [libpcp.Namer].
func (s *source) NamesOrigin() libpcp.NamesOrigin { return libpcp.OriginOfNames(s.inner) }

// Recycle implements [libpcp.Recycler]: of results that hold no derived metric
// nothing is remembered.
func (s *source) Recycle(r *libpcp.Result) {
	for i := range r.Sets {
		if s.byID(r.Sets[i].PMID) != nil {
			return
		}
	}
	libpcp.Recycle(s.inner, r)
}

// evaluable returns a derived metric that is bound, or nil. When there is none
// among the metrics of a fetch, those that cannot be bound are left to the
// source, which does not know them.
func (s *source) evaluable(id libpcp.PMID) *metric {
	if m := s.byID(id); m != nil && m.state == bound {
		return m
	}
	return nil
}

// operands returns what to fetch for ids, which is ids itself if no derived
// metric is among them, and otherwise the others with the operands added.
// Something must be asked for, so that there is a result with a time: where
// nothing else is, a derived metric, which no source knows, stands in; an
// archive replayed record by record answers that with any record.
func (s *source) operands(ids []libpcp.PMID) (wanted []libpcp.PMID, ours bool) {
	ours = slices.ContainsFunc(ids, func(id libpcp.PMID) bool { return s.evaluable(id) != nil })
	if !ours {
		return ids, false
	}
	wanted = make([]libpcp.PMID, 0, len(ids))
	seen := make(map[libpcp.PMID]bool, len(ids))
	for _, id := range s.withoutOurs(ids) {
		seen[id] = true
		wanted = append(wanted, id)
	}
	own := len(wanted)
	for _, id := range ids {
		m := s.evaluable(id)
		if m == nil {
			continue
		}
		for _, operand := range m.operands {
			if !seen[operand] {
				seen[operand] = true
				wanted = append(wanted, operand)
			}
		}
	}
	s.defs.trace.prefetched(wanted[own:])
	if len(wanted) == 0 {
		wanted = append(wanted, ids[0])
	}
	return wanted, true
}

// derive makes the result for ids from the one for wanted.
func (s *source) derive(ctx context.Context, ids, wanted []libpcp.PMID, r *libpcp.Result) *libpcp.Result {
	if r.Mark() || len(r.Sets) != len(wanted) {
		return r
	}
	e := s.newEvaluation(ctx, r)
	sets := make([]libpcp.ValueSet, len(ids))
	next := 0
	for i, id := range ids {
		switch m := s.evaluable(id); {
		case m != nil:
			sets[i] = e.set(id, m.root)
			e.steps.evaluated(i, m.root, id)
		case s.byID(id) != nil:
			sets[i] = libpcp.ValueSet{PMID: id, Err: libpcp.ErrPMID}
		default:
			sets[i] = r.Sets[next]
			next++
		}
	}
	result := &libpcp.Result{Time: r.Time, Sets: sets, Changes: r.Changes, Uncarried: r.Uncarried}
	s.refuseNull(result)
	return result
}
