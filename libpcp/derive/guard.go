package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

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

// decided is what a guard is if that depends on nothing but numbers and on
// what is defined.
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
