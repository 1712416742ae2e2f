package derive

import "slices"

// paired traces the instances of the two operands of t that are not in the same
// order, where libpcp (C) has to search.
func (s *steps) paired(t *term, left, right []value) {
	if s != nil && len(right) > 0 && !t.left.filters() && !t.right.filters() {
		p := pairing{steps: s, op: t.traceType(), side: "right", right: right}
		p.compare(left)
	}
}

// changed is paired for an operand's values and what it had before.
func (s *steps) changed(t *term, now []value, o *changeOp) {
	if s != nil && len(o.last) > 0 && o.seen {
		p := pairing{steps: s, op: t.traceType(), side: "last", right: o.last, parallel: true}
		p.compare(now)
	}
}

// filters reports whether t selects instances; where it does, the other
// operand is searched without a word.
func (t *term) filters() bool { return is[*instanceOp](t.op) || is[*matchOp](t.op) }

type pairing struct {
	*steps
	op, side string
	right    []value
	parallel bool // the right list is looked at where the left one is
}

// compare goes through the left list. In the right one it begins anew after an
// instance that is not there.
func (p *pairing) compare(left []value) {
	pairs, next := 0, 0
	for i, l := range left {
		if p.parallel {
			next = i
		}
		if next >= len(p.right) {
			next = 0
		}
		if r := p.right[next]; r.inst != l.inst {
			p.event(Mispaired{p.op, p.side, pairs, i, next, l.inst, r.inst})
			next = slices.IndexFunc(p.right, func(v value) bool { return v.inst == l.inst })
			if next < 0 {
				next = 0
				continue
			}
			p.event(Recovered{p.side, next, l.inst})
		}
		next++
		pairs++
	}
}
