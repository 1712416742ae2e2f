package format

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// strtod reads a number as C's strtod(3) does, all of the text; an empty text
// is zero. Too large a number is out of range, and so is one too close to
// zero to be represented exactly. What stands in the parentheses of a NaN is
// checked and ignored.
func strtod(text string) (float64, libpcp.Error) {
	if text == "" {
		return 0, 0
	}
	digits, negative := cutSign(cutSpace(text))
	v, code := parseMagnitude(digits)
	if negative {
		v = math.Copysign(v, -1)
	}
	return v, code
}

// parseMagnitude reads a number that has no sign.
func parseMagnitude(s string) (float64, libpcp.Error) {
	lower := strings.ToLower(s)
	switch {
	case lower == "inf" || lower == "infinity":
		return math.Inf(1), 0
	case isNaN(lower):
		return math.Float64frombits(0x7ff8000000000000), 0
	case !strings.ContainsAny(lower[:min(1, len(lower))], "0123456789.") || strings.Contains(s, "_"):
		return 0, libpcp.ErrType
	case strings.HasPrefix(lower, "0x") && !strings.Contains(lower, "p"):
		lower += "p0" // Go insists on the exponent
	}
	v, err := strconv.ParseFloat(lower, 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, libpcp.ErrType
	}
	if err != nil || underflows(lower, v) {
		return v, errRange
	}
	return v, 0
}

// isNaN accepts nan and nan(…), with letters, digits and underscores.
func isNaN(s string) bool {
	s, ok := strings.CutPrefix(s, "nan")
	if !ok || s == "" {
		return ok
	}
	if len(s) < 2 || s[0] != '(' || s[len(s)-1] != ')' {
		return false
	}
	return strings.Trim(s[1:len(s)-1], "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// smallestNormal is the least double of full precision. A number that rounds
// to it is below it still when it would not, had the exponent no bound.
const (
	smallestNormal = 0x1p-1022
	belowNormal    = "0x1.fffffffffffff8p-1023"
)

// underflows reports whether v, read from text, is so small that it lost
// digits.
func underflows(text string, v float64) bool {
	if v > smallestNormal {
		return false
	}
	if v == 0 {
		mantissa, _, _ := strings.Cut(text, "e")
		if strings.HasPrefix(text, "0x") {
			mantissa, _, _ = strings.Cut(text[2:], "p")
		}
		return strings.Trim(mantissa, "0.") != ""
	}
	exact, ok := new(big.Rat).SetString(text)
	if !ok {
		return false
	}
	if v < smallestNormal {
		return exact.Cmp(new(big.Rat).SetFloat64(v)) != 0
	}
	limit, _ := new(big.Rat).SetString(belowNormal)
	return exact.Cmp(limit) < 0
}
