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
	named := a.values
	if t.right.desc.InDom == libpcp.NullInDom || is[novalueOp](t.right.op) {
		named = b.values
	}
	if len(named) == 0 {
		named = a.values
	}
	out := make([]value, 0, max(len(a.values), len(b.values)))
	for i := range cap(out) {
		chosen := a.values
		if zero(guard.values[min(i, len(guard.values)-1)].atom) {
			chosen = b.values
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
	return series{values: out}
}

// lacks reports whether an alternative should have values and has none.
func (t *term) lacks(s series) bool { return len(s.values) == 0 && !is[novalueOp](t.op) }
