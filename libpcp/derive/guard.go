package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// checkGuarded describes a ternary that may name what does not exist: its
// guard, if it can be decided now, says which alternative counts. Otherwise
// both do.
func (t *term) checkGuarded(r *rules) string {
	problem := t.checkAlternatives(r)
	if problem != "" {
		t.desc = libpcp.Desc{}
	}
	return problem
}

func (t *term) checkAlternatives(r *rules) string {
	if problem := t.left.check(r); problem != "" {
		return problem
	}
	if yes, ok := t.left.decided(); ok {
		t.chosen = t.third
		if yes {
			t.chosen = t.right
		}
		return t.checkChosen(r)
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
	case t.right.op == opNovalue:
		t.right.desc = inDomain(t.right.desc.InDom, t.third.desc)
	case t.third.op == opNovalue:
		t.third.desc = inDomain(t.third.desc.InDom, t.right.desc)
	default:
		return t.checkTernary()
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

func (t *term) checkChosen(r *rules) string {
	if problem := t.chosen.check(r); problem != "" {
		return problem
	}
	if problem := t.chosen.checkKnown(); problem != "" {
		return problem
	}
	t.desc = t.chosen.desc
	return t.checkGuard()
}

// decided is what a guard is if that depends on nothing but numbers and on
// what is defined.
func (t *term) decided() (yes, ok bool) {
	switch {
	case t.op == opDefined:
		return t.exists, true
	case t.op == opConstant && whole(t.text):
		return t.value.atom.Uint64() != 0, true
	case t.op == opNot:
		yes, ok = t.left.decided()
		return !yes, ok
	case t.op == opBinary && (t.sign == token.And || t.sign == token.Or):
		left, known := t.left.decided()
		if !known || left == (t.sign == token.Or) {
			return left, known
		}
		return t.right.decided()
	}
	return false, false
}

// checkKnown finds a metric in an alternative that does not exist.
func (t *term) checkKnown() string {
	switch {
	case t.unknown != "":
		return "operand " + t.unknown + ": Unknown metric for ternary expression"
	case t.chosen != nil:
		return t.chosen.checkKnown()
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
