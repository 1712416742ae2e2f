// Package cnum reads numbers as the C library reads them in the C locale: byte
// by byte, with no other digits than ASCII digits.
//
// A function named for its counterpart in C reads the number at the front of a
// text, after white space. It returns the length of the number, 0 without a
// number, and false if the number does not fit (ERANGE); the value is the
// nearest then.
package cnum

import (
	"math"
	"strconv"
	"strings"
)

// Space has the characters of isspace(3).
const Space = " \t\n\v\f\r"

// IsSpace is isspace(3).
func IsSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// Strtol reads a signed integer. With base 0 the notation of C decides: 0x for 16,
// 0 for 8, otherwise 10.
func Strtol(text string, base int) (value int64, size int, fits bool) {
	magnitude, negative, size, fits := integer(text, base)
	switch {
	case negative && magnitude > -math.MinInt64:
		return math.MinInt64, size, false
	case negative:
		return -int64(magnitude), size, fits
	case magnitude > math.MaxInt64:
		return math.MaxInt64, size, false
	}
	return int64(magnitude), size, fits
}

// Strtoul reads an unsigned integer; a minus sign negates it modulo 2 to the 64.
func Strtoul(text string, base int) (value uint64, size int, fits bool) {
	value, negative, size, fits := integer(text, base)
	if negative && fits {
		value = -value
	}
	return value, size, fits
}

// integer reads what [Strtol] and [Strtoul] have in common.
func integer(text string, base int) (magnitude uint64, negative bool, size int, fits bool) {
	start, negative := number(text)
	hex := isHex(text[start:], IsHexDigit)
	switch {
	case hex && (base == 0 || base == 16):
		start, base = start+len("0x"), 16
	case base == 0 && strings.HasPrefix(text[start:], "0"):
		base = 8
	case base == 0:
		base = 10
	}
	size = start
	for size < len(text) && digitValue(text[size]) < base {
		size++
	}
	if size == start {
		return 0, false, 0, true
	}
	magnitude, err := strconv.ParseUint(text[start:size], base, 64)
	return magnitude, negative, size, err == nil
}

// number skips white space and a sign.
func number(text string) (start int, negative bool) {
	for start < len(text) && IsSpace(text[start]) {
		start++
	}
	if start < len(text) && (text[start] == '-' || text[start] == '+') {
		return start + 1, text[start] == '-'
	}
	return start, false
}

// isHex reports whether text starts with 0x and a byte of the class.
func isHex(text string, class func(byte) bool) bool {
	return len(text) > 2 && text[0] == '0' && text[1]|0x20 == 'x' && class(text[2])
}

// IsDigit is isdigit(3).
func IsDigit(c byte) bool { return digitValue(c) < 10 }

// IsLetter is isalpha(3).
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsHexDigit is isxdigit(3).
func IsHexDigit(c byte) bool { return digitValue(c) < 16 }

// digitValue returns the value of a digit of bases up to 36, and 36 for others.
func digitValue(c byte) int {
	switch lower := c | 0x20; {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= lower && lower <= 'z':
		return int(lower-'a') + 10
	}
	return 36
}
