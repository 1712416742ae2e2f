package format

import (
	"math"
	"strings"
	"syscall"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// ValueError reports a text that is not a value of the requested type. Code is
// [libpcp.ErrType] for malformed text, and the code of ERANGE for a number that
// does not fit. Error returns pmstore's message.
type ValueError struct {
	Text string
	Type libpcp.Type
	Code libpcp.Error
}

func (e *ValueError) Error() string {
	reason := "out of range for"
	if e.Code == libpcp.ErrType {
		reason = "incompatible with"
	}
	return `The value "` + e.Text + `" is ` + reason + ` the data type (PM_TYPE_` + e.Type.String() + `)`
}

// Unwrap returns the code.
func (e *ValueError) Unwrap() error { return e.Code }

const errRange = libpcp.Error(-int32(syscall.ERANGE))

// ParseValue parses a value of type t as pmstore does (__pmStringValue).
// Integers are decimal, or hexadecimal with 0x in front; other numbers are
// what C's strtod takes; any text is a string. An empty text is zero. The
// error is a [*ValueError].
func ParseValue(text string, t libpcp.Type) (libpcp.Atom, error) { return ValueRules{}.Parse(text, t) }

// ValueRules configures how values are parsed. The zero value is the newest
// PCP's.
type ValueRules struct {
	// NoFloatZero rejects zero as out of the range of floats, as PCP before
	// 7.1.4 does.
	NoFloatZero bool
}

// Parse parses a value; see [ParseValue].
func (r ValueRules) Parse(text string, t libpcp.Type) (libpcp.Atom, error) {
	a, code := r.parse(text, t)
	if code != 0 {
		return libpcp.Atom{}, &ValueError{Text: text, Type: t, Code: code}
	}
	return a, nil
}

func (r ValueRules) parse(text string, t libpcp.Type) (libpcp.Atom, libpcp.Error) {
	switch t {
	case libpcp.Type32, libpcp.TypeU32, libpcp.Type64, libpcp.TypeU64:
		return parseInteger(text, t)
	case libpcp.TypeFloat, libpcp.TypeDouble:
		if hexInteger(text) {
			return libpcp.Atom{}, libpcp.ErrType
		}
		v, size, fits := cnum.Strtod(text)
		code := refusal(text, size, fits)
		if t == libpcp.TypeFloat && code == 0 {
			return r.narrow(v)
		}
		return libpcp.DoubleAtom(v), code
	case libpcp.TypeString:
		return libpcp.StringAtom(text), 0
	}
	return libpcp.Atom{}, libpcp.ErrType
}

// narrow makes a float of v unless it is beyond the normal numbers of that
// type.
func (r ValueRules) narrow(v float64) (libpcp.Atom, libpcp.Error) {
	const smallest = 0x1p-126
	if m := math.Abs(v); (m != 0 || r.NoFloatZero) && m < smallest || m > math.MaxFloat32 {
		return libpcp.Atom{}, errRange
	}
	return libpcp.FloatAtom(float32(v)), 0
}

// parseInteger reads an integer, all of the text, as strtol(3), or strtoul(3) if
// the type is unsigned.
func parseInteger(text string, t libpcp.Type) (libpcp.Atom, libpcp.Error) {
	base := 10
	if hexInteger(text) {
		base = 16
	}
	if t == libpcp.TypeU32 || t == libpcp.TypeU64 {
		n, size, fits := cnum.Strtoul(text, base)
		code := refusal(text, size, fits && (t == libpcp.TypeU64 || n <= math.MaxUint32))
		if t == libpcp.TypeU32 {
			return libpcp.Uint32Atom(uint32(n)), code
		}
		return libpcp.Uint64Atom(n), code
	}
	n, size, fits := cnum.Strtol(text, base)
	code := refusal(text, size, fits && (t == libpcp.Type64 || n == int64(int32(n))))
	if t == libpcp.Type32 {
		return libpcp.Int32Atom(int32(n)), code
	}
	return libpcp.Int64Atom(n), code
}

// refusal is the code for a text of which size bytes are a number. An empty
// text is zero.
func refusal(text string, size int, fits bool) libpcp.Error {
	switch {
	case text != "" && (size == 0 || size < len(text)):
		return libpcp.ErrType
	case !fits:
		return errRange
	}
	return 0
}

// hexInteger reports whether the text asks for base 16: blanks and one minus
// sign may stand before 0x, only hex digits after.
func hexInteger(text string) bool {
	s := strings.TrimPrefix(strings.TrimLeft(text, cnum.Space), "-")
	return len(s) >= 2 && strings.EqualFold(s[:2], "0x") && strings.Trim(s[2:], "0123456789abcdefABCDEF") == ""
}
