package format

import (
	"math"
	"strings"
	"syscall"

	"pcptools/libpcp"
)

// ValueError reports a text that is not a value of the type wanted. Code is
// [libpcp.ErrType] for a text that is malformed, and that of ERANGE for a
// number that does not fit. Error returns pmstore's message.
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
		n, code := parseInteger(text)
		if code != 0 {
			return libpcp.Atom{}, code
		}
		return n.atom(t)
	case libpcp.TypeFloat, libpcp.TypeDouble:
		if hexInteger(text) {
			return libpcp.Atom{}, libpcp.ErrType
		}
		v, code := strtod(text)
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

// integer is a number as written: how it becomes a value depends on the type.
type integer struct {
	negative  bool
	magnitude uint64
	overflow  bool // the magnitude takes more than 64 bits
}

// parseInteger reads a number as C's strtol does, all of the text.
func parseInteger(text string) (n integer, code libpcp.Error) {
	base := uint64(10)
	hex := hexInteger(text)
	digits, negative := cutSign(cutSpace(text))
	if hex {
		base, digits = 16, digits[len("0x"):]
	}
	n.negative = negative
	if digits == "" && (hex || text != "") {
		return n, libpcp.ErrType
	}
	for i := range len(digits) {
		d := digitValue(digits[i])
		if d >= base {
			return n, libpcp.ErrType
		}
		n.push(base, d)
	}
	return n, 0
}

func (n *integer) push(base, digit uint64) {
	if n.magnitude > (math.MaxUint64-digit)/base {
		n.overflow = true
	}
	n.magnitude = n.magnitude*base + digit
}

// atom makes the number a value. Like strtoul, the unsigned types take a
// negative number modulo two to the 64.
func (n integer) atom(t libpcp.Type) (libpcp.Atom, libpcp.Error) {
	unsigned := t == libpcp.TypeU32 || t == libpcp.TypeU64
	limit := uint64(math.MaxInt64)
	if n.negative {
		limit++
	}
	if n.overflow || !unsigned && n.magnitude > limit {
		return libpcp.Atom{}, errRange
	}
	bits := n.magnitude
	if n.negative {
		bits = -bits
	}
	switch {
	case t == libpcp.Type64:
		return libpcp.Int64Atom(int64(bits)), 0
	case t == libpcp.TypeU64:
		return libpcp.Uint64Atom(bits), 0
	case t == libpcp.Type32 && int64(bits) == int64(int32(bits)):
		return libpcp.Int32Atom(int32(bits)), 0
	case t == libpcp.TypeU32 && bits <= math.MaxUint32:
		return libpcp.Uint32Atom(uint32(bits)), 0
	}
	return libpcp.Atom{}, errRange
}

// hexInteger reports whether the text asks for base 16: blanks and one minus
// sign may stand before 0x, only hex digits after.
func hexInteger(text string) bool {
	s := strings.TrimPrefix(cutSpace(text), "-")
	if len(s) < 2 || s[0] != '0' || s[1]|0x20 != 'x' {
		return false
	}
	for i := 2; i < len(s); i++ {
		if digitValue(s[i]) > 15 {
			return false
		}
	}
	return true
}

// cutSpace drops leading white space in C's sense.
func cutSpace(s string) string { return strings.TrimLeft(s, " \t\n\v\f\r") }

func cutSign(s string) (rest string, negative bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:], s[0] == '-'
	}
	return s, false
}

// digitValue is the value of a digit, or a large number for another byte.
func digitValue(c byte) uint64 {
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return uint64(c|0x20-'a') + 10
	}
	return 255
}
