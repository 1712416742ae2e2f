package format

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// UTF8 returns text as UTF-8 in which different texts stay different: `\xNN` stands
// for a byte that is not UTF-8, for the control characters in also, and for the
// backslash of text that looks so itself.
func UTF8(text, also string) string {
	at := 0
	for at < len(text) && ' ' <= text[at] && text[at] < utf8.RuneSelf && text[at] != '\\' {
		at++ // most texts are nothing else
	}
	if at == len(text) {
		return text
	}
	var b strings.Builder
	from := 0
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == utf8.RuneError && size == 1 || strings.ContainsRune(also, r) || r == '\\' && escaped(text[at:]) {
			c := text[at]
			b.WriteString(text[from:at])
			b.Write([]byte{'\\', 'x', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&0xf]})
			from = at + 1
		}
		at += size
	}
	if from == 0 {
		return text
	}
	return b.String() + text[from:]
}

// escaped reports whether text begins with `\xNN`.
func escaped(text string) bool {
	return len(text) >= 4 && text[1] == 'x' && cnum.IsHexDigit(text[2]) && cnum.IsHexDigit(text[3])
}

// AppendExact appends a number in as few digits as read back as the same number,
// without an exponent unless it is very large or small, or NaN, +Inf or -Inf.
func AppendExact(dst []byte, a libpcp.Atom) []byte {
	switch a.Type {
	case libpcp.TypeU32, libpcp.TypeU64:
		return strconv.AppendUint(dst, a.Uint64(), 10)
	case libpcp.TypeFloat:
		return appendShortest(dst, a.Float64(), 32)
	case libpcp.TypeDouble:
		return appendShortest(dst, a.Float64(), 64)
	}
	return strconv.AppendInt(dst, a.Int64(), 10)
}

func appendShortest(dst []byte, v float64, bits int) []byte {
	verb := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		verb = 'e'
	}
	return strconv.AppendFloat(dst, v, verb, -1, bits)
}
