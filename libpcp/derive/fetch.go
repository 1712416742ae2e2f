package derive

import (
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// choice is the metrics that a request is about, and which of them are derived.
// That is found out once for a request: definitions may change meanwhile.
type choice struct {
	ids  []libpcp.PMID
	ours []*metric // nil for others; empty if none is derived
}

func (s *source) choose(ids []libpcp.PMID) choice {
	c := choice{ids: ids}
	for i, id := range ids {
		if m := s.byID(id); m != nil {
			if c.ours == nil {
				c.ours = make([]*metric, len(ids))
			}
			c.ours[i] = m
		}
	}
	return c
}

// appendUnbound appends the derived metrics that have not been tried yet.
func (c choice) appendUnbound(dst []*metric) []*metric {
	for _, m := range c.ours {
		if m != nil && m.state == unbound {
			dst = append(dst, m)
		}
	}
	return dst
}

// others returns the metrics that are not derived: the ids themselves if none
// is.
func (c choice) others() []libpcp.PMID {
	if c.ours == nil {
		return c.ids
	}
	others := make([]libpcp.PMID, 0, len(c.ids))
	for i, id := range c.ids {
		if c.ours[i] == nil {
			others = append(others, id)
		}
	}
	return others
}

// completeDescs puts the wrapped source's replies about the others together
// with those about derived metrics.
func (c choice) completeDescs(replies []libpcp.DescReply) []libpcp.DescReply {
	all := make([]libpcp.DescReply, len(c.ids))
	for i, m := range c.ours {
		if m != nil {
			all[i] = m.reply()
		} else {
			all[i], replies = replies[0], replies[1:]
		}
	}
	return all
}

// operands returns the metrics to fetch for a choice: its ids themselves if no
// derived metric is among them, and otherwise the others with the operands added.
// The list is never empty, so that the result has a time: if no other metric is
// left, a derived metric, which no source knows, stands in; an
// archive replayed record by record answers that with any record.
func (s *source) operands(c choice) (wanted []libpcp.PMID, ours bool) {
	if !slices.ContainsFunc(c.ours, (*metric).evaluable) {
		return c.ids, false
	}
	wanted = make([]libpcp.PMID, 0, len(c.ids))
	seen := make(map[libpcp.PMID]bool, len(c.ids))
	for i, id := range c.ids {
		if c.ours[i] == nil {
			seen[id] = true
			wanted = append(wanted, id)
		}
	}
	own := len(wanted)
	for _, m := range c.ours {
		if !m.evaluable() {
			continue
		}
		for _, operand := range m.operands {
			if !seen[operand] {
				seen[operand] = true
				wanted = append(wanted, operand)
			}
		}
	}
	s.defs.trace().ofValues().prefetched(wanted[own:])
	if len(wanted) == 0 {
		wanted = append(wanted, c.ids[0])
	}
	return wanted, true
}

// derive makes the result for a choice from the one that was asked for.
func (s *source) derive(ctx context.Context, c choice, asked *libpcp.FetchQuery) *libpcp.Result {
	r := asked.Result
	if r.Mark() || len(r.Sets) != len(asked.IDs) {
		return r
	}
	e := s.newEvaluation(ctx, r)
	e.profile = asked.Profile
	sets := make([]libpcp.ValueSet, len(c.ids))
	next := 0
	for i, id := range c.ids {
		switch m := c.ours[i]; {
		case m.evaluable():
			sets[i] = e.set(id, m.root)
			e.steps.evaluated(i, m.root, id)
		case m != nil:
			sets[i] = libpcp.ValueSet{PMID: id, Err: libpcp.ErrPMID}
		default:
			sets[i] = r.Sets[next]
			next++
		}
	}
	result := &libpcp.Result{Time: r.Time, Sets: sets, Changes: r.Changes, Marked: r.Marked, Uncarried: r.Uncarried}
	s.refuseNull(result)
	return result
}

func (s *source) newEvaluation(ctx context.Context, r *libpcp.Result) *evaluation {
	e := &evaluation{
		upstream: &s.upstream, ctx: ctx, time: r.Time, operands: make(map[libpcp.PMID]*operand, len(r.Sets)),
		steps: s.defs.trace().ofValues().newSteps(),
	}
	operands := make([]operand, len(r.Sets))
	for i := range r.Sets {
		operands[i].set = &r.Sets[i]
		e.operands[r.Sets[i].PMID] = &operands[i]
	}
	return e
}

// set computes the value set of a bound metric.
func (e *evaluation) set(id libpcp.PMID, root *term) libpcp.ValueSet {
	set := libpcp.ValueSet{PMID: id}
	s := e.eval(root)
	if set.Err = s.err; len(s.values) == 0 {
		return set
	}
	set.Values = make([]libpcp.Value, 0, len(s.values))
	for _, v := range s.values {
		stored, format, err := e.encoder.Value(v.inst, v.atom)
		if err != nil {
			return libpcp.ValueSet{PMID: id, Err: err}
		}
		set.Format = format
		set.Values = append(set.Values, stored)
	}
	return set
}

// computed reports whether a value set is of a derived metric: its memory is not
// the wrapped source's.
func (s *source) computed(set libpcp.ValueSet) bool { return s.byID(set.PMID) != nil }

// reusable reports whether the memory of a result may serve for another: not if it has
// values of derived metrics, which later ones may be computed from.
func (s *source) reusable(r *libpcp.Result) bool { return !slices.ContainsFunc(r.Sets, s.computed) }

// refuseNull changes the code of those in a result that are no metric.
func (s *source) refuseNull(r *libpcp.Result) {
	if r == nil || !s.defs.rules.Has(release.NullMetricRefused) {
		return
	}
	for i := range r.Sets {
		if set := &r.Sets[i]; set.PMID == libpcp.NullPMID && libpcp.Code(set.Err) == libpcp.ErrNoAgent {
			set.Err = libpcp.ErrPMID
		}
	}
}
