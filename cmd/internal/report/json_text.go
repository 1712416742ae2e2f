package report

import (
	"encoding/base64"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"pcptools/libpcp"
)

// object appends JSON to a buffer. Its methods with a key add a member to the
// innermost object that is open, those without stand for themselves.
type object struct {
	buf   []byte
	zone  *time.Location
	words libpcp.ErrorTexts
}

// separate puts a comma behind what stands before, if it needs one.
func (o *object) separate() {
	if n := len(o.buf); n > 0 && o.buf[n-1] != '{' && o.buf[n-1] != '[' && o.buf[n-1] != ':' && o.buf[n-1] != '\n' {
		o.buf = append(o.buf, ',')
	}
}

func (o *object) open()      { o.separate(); o.buf = append(o.buf, '{') }
func (o *object) close()     { o.buf = append(o.buf, '}') }
func (o *object) openList()  { o.separate(); o.buf = append(o.buf, '[') }
func (o *object) closeList() { o.buf = append(o.buf, ']') }

func (o *object) key(key string) {
	o.separate()
	o.buf = append(appendText(o.buf, key), ':')
}

func (o *object) string(key, s string) { o.key(key); o.buf = appendText(o.buf, s) }

func (o *object) int(key string, n int64) { o.key(key); o.buf = strconv.AppendInt(o.buf, n, 10) }

func (o *object) time(key string, t time.Time) {
	o.key(key)
	o.buf = append(appendTime(append(o.buf, '"'), t, o.zone), '"')
}

// null is a member without a value.
func (o *object) null(key string) { o.key(key); o.buf = append(o.buf, "null"...) }

const hexDigits = "0123456789abcdef"

// appendText appends a string, or {"base64": …} of one that is not UTF-8.
func appendText(dst []byte, s string) []byte {
	if !utf8.ValidString(s) {
		return appendBase64(dst, []byte(s))
	}
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c < ' ' || c == 0x7f:
			dst = append(dst, `\u00`...)
			dst = append(dst, hexDigits[c>>4], hexDigits[c&0xf])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

func appendBase64(dst, b []byte) []byte {
	dst = append(dst, `{"base64":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, b)
	return append(dst, `"}`...)
}

// maxExact is the largest integer below which all have a double of their own,
// which is what many readers of JSON make of a number.
const maxExact = 1<<53 - 1

// appendInteger appends an integer: a number, or a string of digits if it is
// beyond maxExact.
func appendInteger(dst []byte, negative bool, magnitude uint64) []byte {
	quote := magnitude > maxExact
	if quote {
		dst = append(dst, '"')
	}
	if negative {
		dst = append(dst, '-')
	}
	dst = strconv.AppendUint(dst, magnitude, 10)
	if quote {
		dst = append(dst, '"')
	}
	return dst
}

// appendFloat appends the shortest number that reads back as v, or a string
// for what JSON has no number for.
func appendFloat(dst []byte, v float64, bits int) []byte {
	if name := nonFinite(v); name != "" {
		return append(append(append(dst, '"'), name...), '"')
	}
	return appendShortest(dst, v, bits)
}

// nonFinite names what is no number on a line.
func nonFinite(v float64) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	}
	return ""
}

func appendShortest(dst []byte, v float64, bits int) []byte {
	verb := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		verb = 'e'
	}
	return strconv.AppendFloat(dst, v, verb, -1, bits)
}

// appendTime appends a time in the form of RFC 3339, with nanoseconds. A zone
// that is not whole minutes from UTC cannot be told in it, and is UTC; a year
// that is not of four digits neither, and it is @ and the seconds since 1970.
func appendTime(dst []byte, t time.Time, zone *time.Location) []byte {
	t = t.In(zone)
	if _, offset := t.Zone(); offset%60 != 0 {
		t = t.UTC()
	}
	if year := t.Year(); year < 0 || year > 9999 {
		dst = strconv.AppendInt(append(dst, '@'), t.Unix(), 10)
		fraction := strconv.Itoa(1e9 + t.Nanosecond())
		return append(append(dst, '.'), fraction[1:]...)
	}
	return t.AppendFormat(dst, "2006-01-02T15:04:05.000000000Z07:00")
}
