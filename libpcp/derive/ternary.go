package derive

import "pcptools/libpcp"

// ternary chooses by position, not by instance: the guard's value of each
// position, or its last one, between the values of the same position, or the
// first ones.
func (e *evaluation) ternary(t *term) series {
	guard, a, b := e.eval(t.left), e.eval(t.right), e.eval(t.third)
	for _, s := range [...]series{guard, a, b} {
		if s.err != nil {
			return series{err: s.err}
		}
	}
	if len(guard.values) == 0 || len(a.values) == 0 || len(b.values) == 0 {
		return series{}
	}
	if !t.desc.Type.Numeric() {
		return series{err: libpcp.ErrBadDerive} // the genuine library crashes
	}
	named := a.values
	if t.right.desc.InDom == libpcp.NullInDom {
		named = b.values
	}
	out := make([]value, max(len(a.values), len(b.values)))
	for i := range out {
		chosen := a.values
		if zero(guard.values[min(i, len(guard.values)-1)].atom) {
			chosen = b.values
		}
		out[i].inst = named[min(i, len(named)-1)].inst
		if out[i].atom = chosen[0].atom; i < len(chosen) {
			out[i].atom = chosen[i].atom
		}
	}
	return series{values: out}
}
