// Package figures writes numbers for people: as many digits as are significant.
package figures

import (
	"math"
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// Digits is how many digits of a number count.
const Digits = 4

// Float writes a number with four significant digits, or all five before the
// point, without zeros at the end; very large and small numbers have an exponent.
func Float(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v), math.IsInf(v, 0):
		return strings.ToLower(strconv.FormatFloat(v, 'g', -1, 64))
	case a == 0:
		return "0"
	case a >= 1e15, a < 1e-4:
		return exponential(v)
	case a >= 1e4:
		return strconv.FormatFloat(v, 'f', 0, 64)
	default:
		decimals := Digits - 1 - int(math.Floor(math.Log10(a)))
		return trimZeros(strconv.FormatFloat(v, 'f', max(decimals, 0), 64))
	}
}

// exponential writes a number with an exponent.
func exponential(v float64) string { return strconv.FormatFloat(v, 'e', Digits-1, 64) }

// Fixed writes a number with this many digits after the point.
func Fixed(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }

// Short writes a number of bytes with the letter of the units that suit it, such as 1.2G;
// another number as Float does.
func Short(v float64, units libpcp.Units) string {
	if units.Dimensions().DimSpace != 1 || v == 0 {
		return Float(v)
	}
	to, factor := suited(units, math.Abs(v))
	letter, digits := to.String()[:1], 0
	if v *= factor; letter == "b" {
		letter = ""
	} else if math.Abs(v) < 9.95 {
		digits = 1
	}
	return Fixed(v, digits) + letter
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
