package derive

import (
	"context"
	"slices"

	"pcptools/libpcp"
)

// renew binds definitions again if the result of a fetch reports a change that
// their operands may have had part in. Those for which nothing has changed
// remember their values.
func (s *source) renew(ctx context.Context, r *libpcp.Result) {
	if r == nil || !r.Changes.Metadata() {
		return
	}
	var positions []int
	before := slices.Clone(s.bindings)
	for n := range s.bindings {
		if s.bindings[n].state == bound {
			s.bindings[n] = binding{}
			positions = append(positions, n)
		}
	}
	s.bind(ctx, positions)
	for _, n := range positions {
		if s.bindings[n].state == bound && s.bindings[n].root.like(before[n].root) {
			s.bindings[n] = before[n]
		}
	}
}

// like reports whether two terms of one expression are bound to the same
// metrics.
func (t *term) like(other *term) bool {
	if t == nil || other == nil {
		return t == other
	}
	return t.desc == other.desc && t.exists == other.exists &&
		t.left.like(other.left) && t.right.like(other.right) && t.third.like(other.third)
}
