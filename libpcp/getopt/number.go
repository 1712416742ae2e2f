package getopt

import (
	"math"
	"strconv"
)

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// ParseInt parses a number as a C program does that assigns the result of
// strtol(3) to an int. White space and a sign may come first, an empty text is 0,
// what does not fit a long becomes the nearest long, and n has the low 32 bits
// of the long. ok reports whether all of text was parsed.
func ParseInt(text string) (n int, ok bool) {
	i := 0
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	negative := false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	start := i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	if i == start {
		return 0, text == ""
	}
	return int(int32(saturate(text[start:i], negative))), i == len(text)
}

func saturate(digits string, negative bool) int64 {
	n, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case negative && (err != nil || n > -math.MinInt64):
		return math.MinInt64
	case negative:
		return int64(-n)
	case err != nil || n > math.MaxInt64:
		return math.MaxInt64
	}
	return int64(n)
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
