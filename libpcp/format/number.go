package format

import (
	"math"
	"strconv"
)

// appendFloat appends a value of TypeFloat as PCP prints it: C's %.8g.
func appendFloat(dst []byte, v float32) []byte { return appendG(dst, float64(v), 8) }

// appendDouble appends a value of TypeDouble as PCP prints it: C's %.16g.
func appendDouble(dst []byte, v float64) []byte { return appendG(dst, v, 16) }

// appendG is C's %g, which differs from Go's for infinities and NaN.
func appendG(dst []byte, v float64, precision int) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return appendNonFinite(dst, v)
	}
	return strconv.AppendFloat(dst, v, 'g', precision, 64)
}

// appendNonFinite prints what C does for a NaN, which has a sign, and an
// infinity.
func appendNonFinite(dst []byte, v float64) []byte {
	if math.Signbit(v) {
		dst = append(dst, '-')
	}
	if math.IsNaN(v) {
		return append(dst, "nan"...)
	}
	return append(dst, "inf"...)
}

// justify moves the text in dst from start on to the right edge of width
// columns, or with a negative width fills it up with blanks, like a C field
// width.
func justify(dst []byte, start, width int) []byte {
	used := len(dst) - start
	if width < 0 {
		return appendBlanks(dst, -width-used)
	}
	missing := width - used
	if missing <= 0 {
		return dst
	}
	dst = appendBlanks(dst, missing)
	copy(dst[start+missing:], dst[start:start+used])
	fillBlanks(dst[start : start+missing])
	return dst
}

func appendBlanks(dst []byte, n int) []byte {
	for ; n > 0; n-- {
		dst = append(dst, ' ')
	}
	return dst
}

func fillBlanks(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// appendPadded appends v with zeros in front, in at least width columns: C's
// %0*d.
func appendPadded(dst []byte, v int64, width int) []byte {
	if v < 0 {
		dst, v, width = append(dst, '-'), -v, width-1
	}
	limit := int64(1)
	for range width - 1 {
		limit *= 10
	}
	for ; v < limit && limit > 1; limit /= 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, v, 10)
}
