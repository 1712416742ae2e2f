package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// check describes the result of an operator with two operands.
func (o *binaryOp) check(t *term, r *rules) string {
	problem := o.problem(t, r)
	if problem != "" {
		return t.left.show() + " " + o.sign.Info().Sign + " " + t.right.show() + ": " + problem
	}
	return ""
}

func (o *binaryOp) problem(t *term, rules *rules) string {
	l, r := t.left.desc, t.right.desc
	if problem := o.combineCounters(l.Sem == libpcp.SemCounter, r.Sem == libpcp.SemCounter); problem != "" {
		return problem
	}
	switch {
	case !l.Type.Numeric():
		return "Non-arithmetic type for left operand"
	case !r.Type.Numeric():
		return "Non-arithmetic type for right operand"
	}
	o.describe(t, l, r)
	if problem := o.combineUnits(t, l, r); problem != "" {
		return problem
	}
	if l.InDom != libpcp.NullInDom && r.InDom != libpcp.NullInDom && !rules.sameIndom(l.InDom, r.InDom) {
		return "Operands should have the same instance domain"
	}
	return ""
}

// arithmetic distinguishes + - * / from the relational and boolean operators.
func (o *binaryOp) arithmetic() bool { return o.sign >= token.Plus && o.sign <= token.Slash }

// combineCounters checks which operators counters may have.
func (o *binaryOp) combineCounters(left, right bool) string {
	switch {
	case !o.arithmetic():
	case left && right && o.sign != token.Plus && o.sign != token.Minus:
		return "Illegal operator for counters"
	case left && !right && o.sign != token.Star && o.sign != token.Slash:
		return "Illegal operator for counter and non-counter"
	case !left && right && o.sign != token.Star:
		return "Illegal operator for non-counter and counter"
	}
	return ""
}

// describe sets type, semantics and instance domain.
func (o *binaryOp) describe(t *term, l, r libpcp.Desc) {
	t.desc = l
	if is[*numberOp](t.left.op) {
		t.desc = r
	}
	if l.Sem != libpcp.SemCounter && r.Sem != libpcp.SemCounter {
		t.desc.Sem = libpcp.SemInstant
		if l.Sem == libpcp.SemDiscrete && r.Sem == libpcp.SemDiscrete {
			t.desc.Sem = libpcp.SemDiscrete
		}
	}
	switch {
	case !o.arithmetic():
		t.desc.Type = libpcp.TypeU32
	case o.sign == token.Slash:
		t.desc.Type = libpcp.TypeDouble
	default:
		t.desc.Type = max(l.Type, r.Type)
	}
	if t.desc.InDom = l.InDom; l.InDom == libpcp.NullInDom {
		t.desc.InDom = r.InDom
	}
}

// combineUnits checks the units of the operands and sets those of the result.
func (o *binaryOp) combineUnits(t *term, l, r libpcp.Desc) string {
	lu, ru := l.Units.Dimensions(), r.Units.Dimensions()
	switch o.sign {
	case token.And, token.Or:
		t.desc.Units = libpcp.NoUnits
		if !l.Units.Dimensionless() || !r.Units.Dimensionless() {
			return "Dimensions are not the same"
		}
		return ""
	case token.Plus, token.Minus:
		if !alike(lu, ru) || lu.Extra != ru.Extra {
			return "Dimensions are not the same"
		}
	case token.Star, token.Slash:
	default:
		t.desc.Units = libpcp.NoUnits
		if l.Type != libpcp.TypeU32 && r.Type != libpcp.TypeU32 && !(alike(lu, ru) && lu.Extra == ru.Extra) {
			return "Dimensions are not the same"
		}
	}
	lc, rc := l.Sem == libpcp.SemCounter, r.Sem == libpcp.SemCounter
	switch {
	case o.sign == token.Plus || o.sign == token.Minus:
	case lc && !rc && !r.Units.Dimensionless():
		return "Non-counter and not dimensionless for right operand"
	case !lc && rc && !l.Units.Dimensionless():
		return "Non-counter and not dimensionless for left operand"
	}
	if problem := o.extraProblem(lu, ru); problem != "" {
		return problem
	}
	if o.arithmetic() {
		o.mapUnits(t, lu, ru)
	}
	return ""
}

// extraProblem says what is wrong with the extra units of both operands.
func (o *binaryOp) extraProblem(l, r libpcp.Dimensions) string {
	same := l.Extra == r.Extra && l.ScaleExtra == r.ScaleExtra
	switch {
	case l.Extra == 0 || r.Extra == 0:
	case o.sign == token.Star:
		return "Extra units not allowed for both operands of *"
	case same:
	case o.sign == token.Slash:
		return "Different extra units not allowed for both operands of /"
	default:
		return "Operands have incompatible extra units or scale"
	}
	return ""
}

func sameDimensions(a, b libpcp.Dimensions) bool {
	return a.DimSpace == b.DimSpace && a.DimTime == b.DimTime && a.DimCount == b.DimCount
}

// countless reports whether a and b are one a count and the other a number.
func countless(a, b libpcp.Dimensions) bool {
	return a.DimSpace == 0 && a.DimTime == 0 && b.DimSpace == 0 && b.DimTime == 0 &&
		(a.DimCount == 0 && b.DimCount == 1 || a.DimCount == 1 && b.DimCount == 0)
}

// alike reports whether a and b, but for extra units, may be added.
func alike(a, b libpcp.Dimensions) bool { return sameDimensions(a, b) || countless(a, b) }
