package libpcp

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
)

// NumberStr formats a number in seven characters, with K, M, G or T for powers
// of a thousand (pmNumberStr(3)). A number that is out of range is "inf?".
func NumberStr(v float64) string {
	switch {
	case v >= 999.995e12:
		return " inf?  "
	case v <= -99.995e12:
		return "-inf?  "
	case v != v, v > -0.005 && v < 0.005:
		return "  0.00 "
	}
	const suffixes = " KMGT"
	scale, n := 1.0, 0
	for v >= 999.995*scale || v <= -99.995*scale {
		scale *= 1000
		n++
	}
	return fmt.Sprintf("%6.2f%c", v/scale, suffixes[n])
}

// String is the value as pmAtomStr(3) has it: a float or double with an
// exponent, a string in quotation marks and cut when it is long, the beginning
// of an aggregate in hexadecimal.
func (a Atom) String() string {
	data := a.Bytes()
	switch a.Type {
	case Type32, Type64:
		return strconv.FormatInt(a.Int64(), 10)
	case TypeU32, TypeU64:
		return strconv.FormatUint(a.bits, 10)
	case TypeFloat, TypeDouble:
		return exponent(a.Float64())
	case TypeString:
		const most, kept = 37, 34
		if len(data) > most {
			return `"` + string(data[:kept]) + `..."`
		}
		return `"` + string(data) + `"`
	}
	const most = 12
	text := fmt.Appendf(nil, "[type=%v len=%d]", a.Type, len(data))
	for i, c := range data[:min(len(data), most)] {
		if i%4 == 0 {
			text = append(text, ' ')
		}
		text = hex.AppendEncode(text, []byte{c})
	}
	if len(data) > most {
		text = append(text, " ..."...)
	}
	return string(text)
}

// exponent is a number as printf(3) prints it with %e.
func exponent(v float64) string {
	switch {
	case v != v:
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return strconv.FormatFloat(v, 'e', 6, 64)
}
