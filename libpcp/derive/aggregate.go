package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// aggregate reduces all values to one. Without values max and min repeat what
// they had before.
func (t *term) aggregate(operand series) series {
	var result libpcp.Atom
	switch t.op {
	case opCount:
		result = libpcp.Uint32Atom(uint32(len(operand.values)))
	case opAvg:
		result = average(operand.values)
	case opSum:
		result = total(operand.values, t.desc.Type)
	default:
		result = t.extreme(operand.values)
	}
	return one(value{libpcp.NullInst, result})
}

// average adds up what each value contributes, in single precision.
func average(values []value) libpcp.Atom {
	var sum float32
	for _, v := range values {
		f := cast(v.atom, libpcp.TypeFloat)
		sum += float32(f.Float64()) / float32(len(values))
	}
	return libpcp.FloatAtom(sum)
}

func total(values []value, t libpcp.Type) libpcp.Atom {
	sum := cast(libpcp.Uint32Atom(0), t)
	for _, v := range values {
		sum = calculate(token.Plus, sum, v.atom)
	}
	return sum
}

// extreme is the largest or smallest value.
func (t *term) extreme(values []value) libpcp.Atom {
	sign := token.Greater
	if t.op == opMin {
		sign = token.Less
	}
	if t.last == nil {
		t.last = []value{{libpcp.NullInst, cast(libpcp.Uint32Atom(0), t.desc.Type)}}
	}
	for i, v := range values {
		if i == 0 || holds(sign, v.atom, t.last[0].atom) {
			t.last[0].atom = v.atom
		}
	}
	return t.last[0].atom
}
