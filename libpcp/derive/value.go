package derive

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// value is the value of one instance during evaluation.
type value struct {
	inst int32
	atom libpcp.Atom
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
