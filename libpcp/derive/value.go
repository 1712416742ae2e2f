package derive

import (
	"math"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// value is the value of one instance during evaluation.
type value struct {
	inst int32
	atom libpcp.Atom
}

// series is the values of a term: none if err is not zero.
type series struct {
	err    error
	values []value
}

// each applies f to all values of an operand, given the type of the term.
func (t *term) each(operand series, f func(libpcp.Atom, libpcp.Type) libpcp.Atom) series {
	out := t.room(len(operand.values))
	for i, v := range operand.values {
		out[i] = value{v.inst, f(v.atom, t.desc.Type)}
	}
	return series{values: out}
}

// pair combines the values of instances that are on both sides.
func (t *term) pair(left, right []value, apply func(l, r libpcp.Atom) libpcp.Atom) series {
	out := t.room(min(len(left), len(right)))[:0]
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

// constantAtom is a number as written, in the type it is to have.
func constantAtom(text string, t libpcp.Type) libpcp.Atom {
	switch t {
	case libpcp.TypeFloat:
		v, _ := strconv.ParseFloat(text, 64)
		return libpcp.FloatAtom(float32(v))
	case libpcp.TypeDouble:
		v, _ := strconv.ParseFloat(text, 64)
		return libpcp.DoubleAtom(v)
	}
	if !t.Numeric() {
		return libpcp.BytesAtom(t, nil) // mkconst may take the type of any metric
	}
	text, _, _ = strings.Cut(text, ".")
	v, _ := strconv.ParseUint(text, 10, 64)
	return cast(libpcp.Uint64Atom(v), t)
}

// whole reports whether a number is written without a point.
func whole(number string) bool { return !strings.Contains(number, ".") }

// cast converts a number as C does: integers are cut to size.
func cast(a libpcp.Atom, t libpcp.Type) libpcp.Atom {
	if a.Type == t {
		return a
	}
	switch t {
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(a.Int64()))
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(a.Uint64()))
	case libpcp.Type64:
		return libpcp.Int64Atom(a.Int64())
	case libpcp.TypeU64:
		return libpcp.Uint64Atom(a.Uint64())
	case libpcp.TypeFloat:
		f, _ := a.Convert(t)
		return f
	}
	return libpcp.DoubleAtom(a.Float64())
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

// divide gives 0 for 0/0.
func divide(l, r float64) libpcp.Atom {
	if l == 0 {
		return libpcp.DoubleAtom(0)
	}
	return libpcp.DoubleAtom(l / r)
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

// inverted is 1 for zero, as a 32-bit integer in the place of a value of any type
// t.
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
