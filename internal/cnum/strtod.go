package cnum

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Strtod reads a floating-point number: decimal, hexadecimal, inf or nan, the
// latter with anything in parentheses. A number so close to zero that it lost
// digits does not fit.
func Strtod(text string) (value float64, size int, fits bool) {
	start, negative := number(text)
	value, size, fits = magnitude(strings.ToLower(text[start:]))
	if size == 0 {
		return 0, 0, true
	}
	if negative {
		value = math.Copysign(value, -1)
	}
	return value, start + size, fits
}

// magnitude reads a number in lower case that has no sign.
func magnitude(text string) (value float64, size int, fits bool) {
	for _, word := range [...]string{"infinity", "inf"} {
		if strings.HasPrefix(text, word) {
			return math.Inf(1), len(word), true
		}
	}
	if size := scanNaN(text); size > 0 {
		return math.Float64frombits(0x7ff8000000000000), size, true
	}
	size = scanReal(text)
	if size == 0 {
		return 0, 0, true
	}
	text = text[:size]
	if strings.HasPrefix(text, "0x") && !strings.Contains(text, "p") {
		text += "p0" // Go insists on the exponent
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, size, err == nil && !underflows(text, value)
}

// scanNaN measures nan and the parentheses after it, if they hold letters,
// digits and underscores.
func scanNaN(text string) int {
	rest, ok := strings.CutPrefix(text, "nan")
	if !ok {
		return 0
	}
	if inside, ok := strings.CutPrefix(rest, "("); ok {
		if after := strings.TrimLeft(inside, "abcdefghijklmnopqrstuvwxyz0123456789_"); strings.HasPrefix(after, ")") {
			return len(text) - len(after) + len(")")
		}
	}
	return len("nan")
}

// scanReal measures digits with at most one point among them, and their
// exponent.
func scanReal(text string) int {
	prefix, digit, exponent := 0, IsDigit, byte('e')
	if isHex(text, IsHexDigit) || isHex(text, func(c byte) bool { return c == '.' }) && len(text) > 3 && IsHexDigit(text[3]) {
		prefix, digit, exponent = len("0x"), IsHexDigit, 'p'
	}
	n, digits, point := prefix, 0, false
	for ; n < len(text); n++ {
		if digit(text[n]) {
			digits++
		} else if text[n] != '.' || point {
			break
		} else {
			point = true
		}
	}
	if digits == 0 {
		return 0
	}
	return n + scanExponent(text[n:], exponent)
}

// scanExponent measures an exponent introduced by the given letter.
func scanExponent(text string, letter byte) int {
	if text == "" || text[0] != letter {
		return 0
	}
	start := 1
	if len(text) > 1 && (text[1] == '+' || text[1] == '-') {
		start = 2
	}
	n := start
	for n < len(text) && IsDigit(text[n]) {
		n++
	}
	if n == start {
		return 0
	}
	return n
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
