package timewindow

import (
	"math"
	"strconv"
)

// scanFloat reads the number text starts with, as strtod(3) does in the C
// locale but without skipping white space. It returns the value and how many
// bytes it took, none if there is no number.
func scanFloat(text string) (value float64, n int) {
	sign := 0
	if text != "" && (text[0] == '+' || text[0] == '-') {
		sign = 1
	}
	body := text[sign:]
	if n := scanInf(body); n > 0 {
		value, _ := strconv.ParseFloat(text[:sign+n], 64)
		return value, sign + n
	}
	if n := scanNaN(body); n > 0 {
		return math.NaN(), sign + n
	}
	if n, exponent := scanHex(body); n > 0 {
		digits := text[:sign+n]
		if !exponent {
			digits += "p0"
		}
		value, _ := strconv.ParseFloat(digits, 64)
		return value, sign + n
	}
	n = scanDigits(body, isDigit)
	if n == 0 {
		return 0, 0
	}
	n += scanExponent(body[n:], 'e')
	value, _ = strconv.ParseFloat(text[:sign+n], 64)
	return value, sign + n
}

func scanInf(text string) int {
	for _, word := range [...]string{"infinity", "inf"} {
		if hasPrefixFold(text, word) {
			return len(word)
		}
	}
	return 0
}

// scanNaN measures "nan" with the parenthesised letters and digits that may
// follow it.
func scanNaN(text string) int {
	const word = "nan"
	if !hasPrefixFold(text, word) {
		return 0
	}
	rest := text[len(word):]
	if rest == "" || rest[0] != '(' {
		return len(word)
	}
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == ')':
			return len(word) + i + 1
		case !isDigit(c) && !isLetter(c) && c != '_':
			return len(word)
		}
	}
	return len(word)
}

// scanHex measures a hexadecimal number and reports whether it has an exponent.
func scanHex(text string) (n int, exponent bool) {
	if !hasPrefixFold(text, "0x") {
		return 0, false
	}
	digits := scanDigits(text[2:], isHexDigit)
	if digits == 0 {
		return 0, false
	}
	n = 2 + digits
	exp := scanExponent(text[n:], 'p')
	return n + exp, exp > 0
}

func isHexDigit(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// scanDigits measures digits with at most one point among them; a point alone
// does not count.
func scanDigits(text string, isDigit func(byte) bool) int {
	point, some := false, false
	for i := range len(text) {
		switch c := text[i]; {
		case isDigit(c):
			some = true
		case c == '.' && !point:
			point = true
		default:
			return onlyIf(some, i)
		}
	}
	return onlyIf(some, len(text))
}

// scanExponent measures an exponent introduced by the given lower-case letter.
func scanExponent(text string, letter byte) int {
	if text == "" || text[0]|0x20 != letter {
		return 0
	}
	start := 1
	if len(text) > 1 && (text[1] == '+' || text[1] == '-') {
		start = 2
	}
	n := start
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return onlyIf(n > start, n)
}

func onlyIf(ok bool, n int) int {
	if !ok {
		return 0
	}
	return n
}
