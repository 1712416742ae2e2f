package derive

import "pcptools/libpcp"

// ternaryOp chooses between two alternatives. Its guard is the left operand.
type ternaryOp struct {
	chosen *term // the alternative that the guard decides for, if it is known
}

func (*ternaryOp) begin() operation { return new(ternaryOp) }

// eval chooses by position, not by instance: the guard's value of each
// position, or its last one, between the values of the same position, or the
// first ones. Where it chooses novalue there is none.
func (o *ternaryOp) eval(e *evaluation, t *term) series {
	guard := e.eval(t.left)
	if o.chosen != nil {
		if guard.err != nil {
			return guard
		}
		return e.eval(o.chosen)
	}
	a, b := e.eval(t.right), e.eval(t.third)
	for _, s := range [...]series{guard, a, b} {
		if s.err != nil {
			return series{err: s.err}
		}
	}
	if len(guard.values) == 0 || t.right.lacks(a) || t.third.lacks(b) {
		return series{}
	}
	return series{values: choose(guard.values, a.values, b.values, t.instances(a.values, b.values))}
}

// instances are the values whose instances the result has.
func (t *term) instances(a, b []value) []value {
	if len(b) > 0 && (len(a) == 0 || t.right.desc.InDom == libpcp.NullInDom || is[novalueOp](t.right.op)) {
		return b
	}
	return a
}

// choose takes each value from a, or from b where the guard is 0, with the
// instances of named.
func choose(guard, a, b, named []value) []value {
	out := make([]value, 0, max(len(a), len(b)))
	for i := range cap(out) {
		chosen := a
		if zero(guard[min(i, len(guard)-1)].atom) {
			chosen = b
		}
		if len(chosen) == 0 {
			continue
		}
		v := value{named[min(i, len(named)-1)].inst, chosen[0].atom}
		if i < len(chosen) {
			v.atom = chosen[i].atom
		}
		out = append(out, v)
	}
	return out
}

// lacks reports whether an alternative should have values and has none.
func (t *term) lacks(s series) bool { return len(s.values) == 0 && !is[novalueOp](t.op) }
