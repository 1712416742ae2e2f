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
	if r == nil || !r.Changes.Metadata() || s.archive { // metadata of an archive never change
		return
	}
	var again []*metric
	var before []metric
	for _, m := range slices.Concat(s.metrics, s.own) {
		if m.state == bound || m.lost {
			again, before = append(again, m), append(before, *m)
			m.unbind()
		}
	}
	s.bind(ctx, again)
	for i, m := range again {
		switch {
		case m.state != bound:
			m.lost = true // until the next change, such as the end of a restart
		case m.root.like(before[i].root):
			*m = before[i]
		}
	}
}

// like reports whether two terms of one expression are bound to the same
// metrics.
func (t *term) like(other *term) bool {
	if t == nil || other == nil {
		return t == other
	}
	switch o := t.op.(type) {
	case *definedOp:
		if p, ok := other.op.(*definedOp); !ok || *p != *o {
			return false
		}
	case *ternaryOp:
		if p, ok := other.op.(*ternaryOp); !ok || !o.chosen.like(p.chosen) {
			return false
		}
	}
	return t.desc == other.desc && t.unknown == other.unknown &&
		t.left.like(other.left) && t.right.like(other.right) && t.third.like(other.third)
}
