package libpcp

import "math"

// Convert converts the atom to another type; the rules of [Extract] apply.
func (a Atom) Convert(to Type) (Atom, error) {
	switch {
	case a.Type == to && (to.Numeric() || to == TypeString || to == TypeAggregate):
		return a, nil
	case !a.Type.Numeric() || !to.Numeric():
		return Atom{}, ErrConv
	case to == TypeFloat || to == TypeDouble:
		return a.toFloat(to), nil
	case a.Type == TypeFloat || a.Type == TypeDouble:
		return truncate(a.Float64(), to)
	}
	return a.toInteger(to)
}

// toFloat rounds once, straight from the type it has.
func (a Atom) toFloat(to Type) Atom {
	switch {
	case to == TypeDouble:
		return DoubleAtom(a.Float64())
	case a.Type == TypeDouble:
		return FloatAtom(float32(a.Float64()))
	case a.Type == TypeU64:
		return FloatAtom(float32(a.bits))
	}
	return FloatAtom(float32(int64(a.bits)))
}

// toInteger converts between integer types. Only the upper bound is a
// truncation; a value below the lower bound of a signed type keeps its low bits,
// as in libpcp (C).
func (a Atom) toInteger(to Type) (Atom, error) {
	negative := a.Type != TypeU64 && int64(a.bits) < 0
	if !negative && a.bits > maxInteger(to) {
		return Atom{}, ErrTrunc
	}
	if negative && (to == TypeU32 || to == TypeU64) {
		return Atom{}, ErrSign
	}
	if to == Type32 {
		return Int32Atom(int32(a.bits)), nil
	}
	return Atom{Type: to, bits: a.bits}, nil
}

func maxInteger(t Type) uint64 {
	switch t {
	case Type32:
		return math.MaxInt32
	case TypeU32:
		return math.MaxUint32
	case Type64:
		return math.MaxInt64
	}
	return math.MaxUint64
}

// truncate converts a float or double to an integer type, towards zero. NaN, and
// values below a 64-bit integer, pass the checks of libpcp (C); they become the
// integer that an x86 processor makes of them.
func truncate(v float64, to Type) (Atom, error) {
	switch to {
	case Type32:
		if math.Abs(v) >= math.MaxInt32 {
			return Atom{}, ErrTrunc
		}
		if v != v {
			return Int32Atom(math.MinInt32), nil
		}
		return Int32Atom(int32(v)), nil
	case Type64:
		if v >= 1<<63 {
			return Atom{}, ErrTrunc
		}
		if v != v || v < -1<<63 {
			return Int64Atom(math.MinInt64), nil
		}
		return Int64Atom(int64(v)), nil
	}
	return truncateUnsigned(v, to)
}

func truncateUnsigned(v float64, to Type) (Atom, error) {
	limit := float64(1 << 64)
	if to == TypeU32 {
		limit = math.MaxUint32
	}
	switch {
	case v >= limit:
		return Atom{}, ErrTrunc
	case v < 0:
		return Atom{}, ErrSign
	case v == v:
		return Atom{Type: to, bits: uint64(v)}, nil
	case to == TypeU32:
		return Uint32Atom(0), nil
	}
	return Uint64Atom(1 << 63), nil
}
