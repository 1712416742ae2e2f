package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// ternaryOp chooses between two alternatives. Its guard is the left operand.
type ternaryOp struct {
	chosen *term // the alternative that the guard decides for, if it is known
}

func (*ternaryOp) begin() operation { return new(ternaryOp) }

func (*ternaryOp) traceType() string { return "QUEST" }

// check describes a ternary of which both alternatives are known.
func (*ternaryOp) check(t *term, _ *rules) string {
	a, b := t.right, t.third
	t.desc = a.desc
	if a.desc.InDom == libpcp.NullInDom {
		t.desc.InDom = b.desc.InDom
	}
	if problem := alternatives(a.desc, b.desc); problem != "" {
		return a.show() + " : " + b.show() + ": " + problem
	}
	return t.checkGuard()
}

func (t *term) checkGuard() string {
	show := t.left.show() + " ? " + t.right.show() + " : " + t.third.show() + ": "
	switch {
	case !t.left.desc.Type.Numeric():
		return show + "Non-arithmetic operand for ternary guard"
	case t.left.desc.InDom != libpcp.NullInDom && t.right.desc.InDom == libpcp.NullInDom && t.third.desc.InDom == libpcp.NullInDom:
		return show + "Non-scalar ternary guard with scalar expressions"
	}
	return ""
}

// alternatives compares the descriptors of what stands on both sides of a
// colon.
func alternatives(a, b libpcp.Desc) string {
	au, bu := a.Units.Dimensions(), b.Units.Dimensions()
	switch {
	case a.Type != b.Type:
		return "Different types for ternary operands"
	case a.InDom != b.InDom && a.InDom != libpcp.NullInDom && b.InDom != libpcp.NullInDom:
		return "Different instance domains for ternary operands"
	case a.Sem != b.Sem:
		return "Different semantics for ternary operands"
	case au.DimSpace != bu.DimSpace || au.ScaleSpace != bu.ScaleSpace:
		return "Different units or scale (space) for ternary operands"
	case au.DimTime != bu.DimTime || au.ScaleTime != bu.ScaleTime:
		return "Different units or scale (time) for ternary operands"
	case au.DimCount != bu.DimCount || au.ScaleCount != bu.ScaleCount:
		return "Different units or scale (count) for ternary operands"
	case au.Extra != bu.Extra || au.ScaleExtra != bu.ScaleExtra:
		return "Different units or scale (extra) for ternary operands"
	}
	return ""
}

// checkGuarded describes a ternary that may name what does not exist: its
// guard, if it can be decided now, says which alternative counts. Otherwise
// both do.
func (o *ternaryOp) checkGuarded(t *term, r *rules) string {
	problem := o.checkAlternatives(t, r)
	if problem != "" {
		t.desc = libpcp.Desc{}
	}
	return problem
}

func (o *ternaryOp) checkAlternatives(t *term, r *rules) string {
	if problem := t.left.check(r); problem != "" {
		return problem
	}
	if yes, ok := t.left.decided(); ok {
		o.chosen = t.third
		if yes {
			o.chosen = t.right
		}
		return o.checkChosen(t, r)
	}
	for _, alternative := range [...]*term{t.right, t.third} {
		if problem := alternative.check(r); problem != "" {
			return problem
		}
	}
	for _, alternative := range [...]*term{t.right, t.third} {
		if problem := alternative.checkKnown(); problem != "" {
			return problem
		}
	}
	switch {
	case is[novalueOp](t.right.op):
		t.right.desc = inDomain(t.right.desc.InDom, t.third.desc)
	case is[novalueOp](t.third.op):
		t.third.desc = inDomain(t.third.desc.InDom, t.right.desc)
	default:
		return o.check(t, r)
	}
	t.desc = t.right.desc
	if t.desc.InDom == libpcp.NullInDom {
		t.desc.InDom = t.third.desc.InDom
	}
	return t.checkGuard()
}

// inDomain is desc with another instance domain.
func inDomain(d libpcp.InDom, desc libpcp.Desc) libpcp.Desc {
	desc.InDom = d
	return desc
}

func (o *ternaryOp) checkChosen(t *term, r *rules) string {
	if problem := o.chosen.check(r); problem != "" {
		return problem
	}
	if problem := o.chosen.checkKnown(); problem != "" {
		return problem
	}
	t.desc = o.chosen.desc
	return t.checkGuard()
}

// decided is the value of a guard that depends only on numbers and on definitions.
func (t *term) decided() (yes, ok bool) {
	switch o := t.op.(type) {
	case *definedOp:
		return o.exists, true
	case *numberOp:
		return o.value.atom.Uint64() != 0, whole(t.text)
	case notOp:
		yes, ok = t.left.decided()
		return !yes, ok
	case *binaryOp:
		return o.decided(t)
	}
	return false, false
}

// decided is what && and || are of operands that are decided.
func (o *binaryOp) decided(t *term) (yes, ok bool) {
	if o.sign != token.And && o.sign != token.Or {
		return false, false
	}
	left, known := t.left.decided()
	if !known || left == (o.sign == token.Or) {
		return left, known
	}
	return t.right.decided()
}

// checkKnown finds a metric in an alternative that does not exist.
func (t *term) checkKnown() string {
	if t.unknown != "" {
		return "operand " + t.unknown + ": Unknown metric for ternary expression"
	}
	if o, ok := t.op.(*ternaryOp); ok && o.chosen != nil {
		return o.chosen.checkKnown()
	}
	for _, child := range [...]*term{t.left, t.right, t.third} {
		if child == nil {
			continue
		}
		if problem := child.checkKnown(); problem != "" {
			return problem
		}
	}
	return ""
}

// eval chooses by position, not by instance: the guard's value of each
// position, or its last one, between the values of the same position, or the
// first ones. Where it chooses novalue the result has no value.
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
	if len(guard.values) == 0 || t.right.hasNoValues(a) || t.third.hasNoValues(b) {
		return series{}
	}
	return series{values: t.choose(guard.values, a.values, b.values, t.instances(a.values, b.values))}
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
func (t *term) choose(guard, a, b, named []value) []value {
	n := max(len(a), len(b))
	out := t.room(n)[:0]
	for i := range n {
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

// hasNoValues reports whether an alternative should have values and has none.
func (t *term) hasNoValues(s series) bool { return len(s.values) == 0 && !is[novalueOp](t.op) }
