package derive

import (
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// binaryOp is an operator with two operands.
type binaryOp struct {
	sign  token.Kind
	scale scaling // of the operands
}

func (o *binaryOp) begin() operation { return &binaryOp{sign: o.sign} }

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
		return right.each(0, func(r libpcp.Atom, _ libpcp.Type) libpcp.Atom { return apply(l, r) })
	case t.right.desc.InDom == libpcp.NullInDom:
		r := right.values[0].atom
		return left.each(0, func(l libpcp.Atom, _ libpcp.Type) libpcp.Atom { return apply(l, r) })
	}
	e.steps.paired(t, left.values, right.values)
	return pair(left.values, right.values, apply)
}

// contradicts reports whether an operand that was bound as singular has values
// of instances: its metric is another by now. The first of them must not be
// taken for that of all.
func (t *term) contradicts(s series) bool {
	return t.desc.InDom == libpcp.NullInDom && len(s.values) > 1
}

// pair combines the values of instances that are on both sides.
func pair(left, right []value, apply func(l, r libpcp.Atom) libpcp.Atom) series {
	out := make([]value, 0, min(len(left), len(right)))
	find := finder(right)
	for i, l := range left {
		if r, ok := find(i, l.inst); ok {
			out = append(out, value{l.inst, apply(l.atom, r)})
		}
	}
	return series{values: out}
}

// finder returns a function that finds the value of an instance, given where
// it is likely to be.
func finder(values []value) func(guess int, inst int32) (libpcp.Atom, bool) {
	var index map[int32]int
	return func(guess int, inst int32) (libpcp.Atom, bool) {
		if guess < len(values) && values[guess].inst == inst {
			return values[guess].atom, true
		}
		if index == nil {
			index = make(map[int32]int, len(values))
			for i := len(values) - 1; i >= 0; i-- {
				index[values[i].inst] = i
			}
		}
		i, ok := index[inst]
		if !ok {
			return libpcp.Atom{}, false
		}
		return values[i].atom, true
	}
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

// divide gives 0 for 0/0.
func divide(l, r float64) libpcp.Atom {
	if l == 0 {
		return libpcp.DoubleAtom(0)
	}
	return libpcp.DoubleAtom(l / r)
}

// calculate adds, subtracts or multiplies two numbers of one type. Integers
// wrap.
func calculate(sign token.Kind, l, r libpcp.Atom) libpcp.Atom {
	switch l.Type {
	case libpcp.TypeFloat:
		return libpcp.FloatAtom(float(sign, float32(l.Float64()), float32(r.Float64())))
	case libpcp.TypeDouble:
		return libpcp.DoubleAtom(float(sign, l.Float64(), r.Float64()))
	}
	a, b := l.Uint64(), r.Uint64()
	switch sign {
	case token.Plus:
		a += b
	case token.Minus:
		a -= b
	default:
		a *= b
	}
	return cast(libpcp.Uint64Atom(a), l.Type)
}

func float[T float32 | float64](sign token.Kind, l, r T) T {
	switch sign {
	case token.Plus:
		return l + r
	case token.Minus:
		return l - r
	}
	return l * r
}

// holds compares two numbers of one type.
func holds(sign token.Kind, l, r libpcp.Atom) bool {
	switch l.Type {
	case libpcp.TypeFloat, libpcp.TypeDouble:
		return compare(sign, l.Float64(), r.Float64())
	case libpcp.TypeU32, libpcp.TypeU64:
		return compare(sign, l.Uint64(), r.Uint64())
	}
	return compare(sign, l.Int64(), r.Int64())
}

func compare[T int64 | uint64 | float64](sign token.Kind, l, r T) bool {
	switch sign {
	case token.Less:
		return l < r
	case token.LessEqual:
		return l <= r
	case token.Equal:
		return l == r
	case token.GreaterEqual:
		return l >= r
	case token.Greater:
		return l > r
	case token.NotEqual:
		return l != r
	case token.And:
		return l != 0 && r != 0
	}
	return l != 0 || r != 0
}

// negative changes the sign of a number and gives it type t.
func negative(a libpcp.Atom, t libpcp.Type) libpcp.Atom {
	switch a.Type {
	case libpcp.TypeFloat:
		return libpcp.FloatAtom(-float32(a.Float64()))
	case libpcp.TypeDouble:
		return libpcp.DoubleAtom(-a.Float64())
	}
	return cast(libpcp.Uint64Atom(-a.Uint64()), t)
}

// inverted is 1 for zero, as a 32-bit integer in the place of a value of type
// t, whatever that is.
func inverted(a libpcp.Atom, t libpcp.Type) libpcp.Atom {
	bits := uint32(0)
	if zero(a) {
		bits = 1
	}
	switch t {
	case libpcp.TypeFloat:
		return libpcp.FloatAtom(math.Float32frombits(bits))
	case libpcp.TypeDouble:
		return libpcp.DoubleAtom(math.Float64frombits(uint64(bits)))
	}
	return cast(libpcp.Uint32Atom(bits), t)
}

func zero(a libpcp.Atom) bool {
	if a.Type == libpcp.TypeFloat || a.Type == libpcp.TypeDouble {
		return a.Float64() == 0
	}
	return a.Uint64() == 0
}
