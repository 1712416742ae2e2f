package records

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
)

// A tangle is the versions of a domain of which libpcp (C) has the list tangled: it
// finds the version before another one by one link, and the version after it by
// another link, which is wrong once records at one time, or records of archives that
// overlap, were put between others. A delta then has its changes made to what the
// wrong links lead to.
type tangle struct {
	index    []int    // of versions, by their order of arrival
	states   []*state // of versions; nil for a delta that was not, or cannot be, made full
	resolved int      // the versions from this on were looked at
	steps    int      // that may still be made
	last     *state   // of which list has the instances
	list     []libpcp.Instance
}

// A state is the instances of a version: those of a full record, or what the changes
// of a record make of another state, or what is there of either of two states.
type state struct {
	version int
	on      *state // or nil
	over    *state // or nil; has instances, not changes
	size    int    // how many records it is made of
}

// The work on a tangle of hostile records is bounded by a multiple of its versions.
const (
	workPerVersion = 32
	workAnyway     = 1 << 14
)

// tangled reports whether the links of the domain lead a delta astray.
func (h *Domain) tangled() bool { return h.crossed && h.deltas }

// link sets the links of v, which comes behind the first i versions, as libpcp (C)
// sets them: the version before those at the time of v leads to v, and v to where
// that version led before.
func (h *Domain) link(v *domainVersion, i int) {
	before := i - 1
	for before >= 0 && h.versions[before].at == v.at {
		before--
	}
	v.arrival, v.after = int32(len(h.versions)), -1
	if before >= 0 {
		v.after, h.versions[before].after = h.versions[before].after, v.arrival
	}
	h.crossed = h.crossed || i < len(h.versions) || before < i-1 || i == 0 && v.delta
	h.deltas = h.deltas || v.delta
}

// untangle makes the deltas among the versions from v on full, the newest first.
func (h *Domain) untangle(v int) error {
	t := h.tangle
	if t == nil {
		n := len(h.versions)
		t = &tangle{index: make([]int, n), states: make([]*state, n), resolved: n, steps: workAnyway + workPerVersion*n}
		for i, v := range h.versions {
			t.index[v.arrival] = i
			if !v.delta {
				t.states[i] = &state{version: i, size: 1}
			}
		}
		h.tangle = t
	}
	for ; t.resolved > v; t.resolved-- {
		if i := t.resolved - 1; t.states[i] == nil {
			if err := h.makeFull(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeFull goes back from a delta to a full version, and from there along the links
// that should lead to the delta, and makes full what it finds there.
func (h *Domain) makeFull(delta int) error {
	t, at := h.tangle, delta-1
	if t.steps <= 0 {
		return nil
	}
	for ; at >= 0 && t.states[at] == nil; at-- {
		t.steps--
	}
	if at < 0 {
		return nil
	}
	for next := h.versions[at].after; next >= 0 && at != delta && t.steps > 0; next = h.versions[at].after {
		t.steps--
		from := t.states[at]
		at = t.index[next]
		made := &state{version: at, on: from, size: from.size + 1}
		if old := t.states[at]; old != nil && old.on != nil {
			made.over, made.size = old, from.size+old.size
		}
		if made.size > workAnyway+workPerVersion*len(h.versions) {
			break
		}
		if h.report != nil {
			if err := h.reportChanges(made); err != nil {
				return err
			}
		}
		t.states[at] = made
	}
	return nil
}

// reportChanges reports changes that cannot be made to get a state.
func (h *Domain) reportChanges(s *state) error {
	list, err := h.instancesOf(s.on)
	if err != nil {
		return err
	}
	rec, err := h.versions[s.version].record()
	if err != nil {
		return err
	}
	changes := rec.Content()
	if s.over != nil {
		if changes, err = h.evaluate(s.over); err != nil {
			return err
		}
	}
	applyReporting(rec.InDom, changes, slices.Clone(list), h.report)
	return nil
}

// expandTangled returns the instances of a version. A delta that cannot be made full
// has the instances that it adds.
func (h *Domain) expandTangled(v int) ([]libpcp.Instance, error) {
	if err := h.untangle(v); err != nil {
		return nil, err
	}
	if s := h.tangle.states[v]; s != nil {
		return h.instancesOf(s)
	}
	rec, err := h.versions[v].record()
	if err != nil {
		return nil, err
	}
	return rec.Apply(nil), nil
}

// instancesOf returns the instances of a state, which are kept until those of another
// one are asked for.
func (h *Domain) instancesOf(s *state) ([]libpcp.Instance, error) {
	list, err := h.evaluate(s)
	if err == nil {
		h.tangle.last, h.tangle.list = s, list
	}
	return list, err
}

func (h *Domain) evaluate(s *state) ([]libpcp.Instance, error) {
	var path []*state
	for ; s != nil && s != h.tangle.last; s = s.on {
		path = append(path, s)
	}
	var list []libpcp.Instance
	if s != nil {
		list = h.tangle.list
	}
	for _, s := range slices.Backward(path) {
		if s.over != nil {
			more, err := h.evaluate(s.over)
			if err != nil {
				return nil, err
			}
			list = merged(list, more)
			continue
		}
		rec, err := h.versions[s.version].record()
		switch {
		case err != nil:
			return nil, err
		case s.on == nil:
			list = rec.Instances()
		default:
			list = rec.Apply(list)
		}
	}
	return list, nil
}

// merged adds to instances what others there are in more, sorted by identifier.
func merged(list, more []libpcp.Instance) []libpcp.Instance {
	list = slices.Clone(list)
	for _, inst := range more {
		if i, found := slices.BinarySearchFunc(list, inst, byID); !found {
			list = slices.Insert(list, i, inst)
		}
	}
	return list
}

func byID(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) }
