package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// binaryOp is an operator with two operands.
type binaryOp struct {
	sign  token.Kind
	scale scaling // of the operands
}

func (o *binaryOp) begin() operation { return &binaryOp{sign: o.sign} }

func (o *binaryOp) traceType() string { return o.sign.Info().Word }

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

// combineUnits checks the units of the operands and sets the units of the result.
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

// extraProblem returns the conflict between the extra units of both operands.
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

// mapUnits sets the units of the result of + - * /. Where the scales of a
// dimension differ the larger one is used, and the result is a DOUBLE; but the
// scale shown is the scale of the right operand if the left is a constant.
func (o *binaryOp) mapUnits(t *term, l, r libpcp.Dimensions) {
	u := t.desc.Units.Dimensions()
	s := scaling{factor{1, 1}, factor{1, 1}}
	if scale := s.adjust(l.DimCount, r.DimCount, l.DimCount, int(l.ScaleCount), int(r.ScaleCount), ten); scale != keep {
		u.ScaleCount = int8(scale)
	}
	if scale := s.adjust(l.DimTime, r.DimTime, r.DimTime, int(l.ScaleTime), int(r.ScaleTime), timeStep); scale != keep {
		u.ScaleTime = uint8(scale)
	}
	if scale := s.adjust(l.DimSpace, r.DimSpace, r.DimSpace, int(l.ScaleSpace), int(r.ScaleSpace), kilo); scale != keep {
		u.ScaleSpace = uint8(scale)
	}
	if s != (scaling{factor{1, 1}, factor{1, 1}}) {
		o.scale = s
		t.desc.Type = libpcp.TypeDouble
	}
	switch o.sign {
	case token.Star:
		u.DimSpace, u.DimTime, u.DimCount = wrap(l.DimSpace+r.DimSpace), wrap(l.DimTime+r.DimTime), wrap(l.DimCount+r.DimCount)
		u.Extra, u.ScaleExtra = l.Extra+r.Extra, max(l.ScaleExtra, r.ScaleExtra)
	case token.Slash:
		u.DimSpace, u.DimTime, u.DimCount = wrap(l.DimSpace-r.DimSpace), wrap(l.DimTime-r.DimTime), wrap(l.DimCount-r.DimCount)
		if u.Extra, u.ScaleExtra = l.Extra-r.Extra, max(l.ScaleExtra, r.ScaleExtra); u.Extra == 0 {
			u.ScaleExtra = 0
		}
	}
	clearScales(&u)
	t.desc.Units = u.Units()
}

func (o *binaryOp) eval(e *evaluation, t *term) series {
	left, right := e.eval(t.left), e.eval(t.right)
	switch {
	case left.err != nil:
		return series{err: left.err}
	case right.err != nil:
		return series{err: right.err}
	case len(left.values) == 0 || len(right.values) == 0:
		return series{}
	case t.left.contradicts(left), t.right.contradicts(right):
		return series{err: libpcp.ErrConv}
	}
	apply := o.calculation(t)
	switch {
	case t.left.desc.InDom == libpcp.NullInDom:
		l := left.values[0].atom
		return t.each(right, func(r libpcp.Atom, _ libpcp.Type) libpcp.Atom { return apply(l, r) })
	case t.right.desc.InDom == libpcp.NullInDom:
		r := right.values[0].atom
		return t.each(left, func(l libpcp.Atom, _ libpcp.Type) libpcp.Atom { return apply(l, r) })
	}
	e.steps.paired(t, left.values, right.values)
	return t.pair(left.values, right.values, apply)
}

// contradicts reports whether an operand that was bound as singular has values of
// instances: its metric has changed. The value of the first instance must not
// stand for all.
func (t *term) contradicts(s series) bool {
	return t.desc.InDom == libpcp.NullInDom && len(s.values) > 1
}

// calculation is what an operator does to two numbers.
func (o *binaryOp) calculation(t *term) func(l, r libpcp.Atom) libpcp.Atom {
	common := max(t.left.desc.Type, t.right.desc.Type)
	switch {
	case o.sign == token.Slash:
		return func(l, r libpcp.Atom) libpcp.Atom { return divide(o.scaled(l, r)) }
	case o.scale != scaling{}:
		return func(l, r libpcp.Atom) libpcp.Atom {
			lv, rv := o.scaled(l, r)
			return calculate(o.sign, libpcp.DoubleAtom(lv), libpcp.DoubleAtom(rv))
		}
	case o.arithmetic():
		return func(l, r libpcp.Atom) libpcp.Atom { return calculate(o.sign, cast(l, common), cast(r, common)) }
	}
	return func(l, r libpcp.Atom) libpcp.Atom {
		if holds(o.sign, cast(l, common), cast(r, common)) {
			return libpcp.Uint32Atom(1)
		}
		return libpcp.Uint32Atom(0)
	}
}

// scaled gives both operands as doubles of the same scale.
func (o *binaryOp) scaled(l, r libpcp.Atom) (lv, rv float64) {
	lv, rv = l.Float64(), r.Float64()
	if o.scale != (scaling{}) {
		lv, rv = o.scale.left.apply(lv), o.scale.right.apply(rv)
	}
	return lv, rv
}
