package linux

import (
	"bytes"
	"iter"
	"math"
	"strconv"

	"pcptools/libpcp/pmda"
)

var newline = []byte("\n")

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// word cuts the first word off a text.
func word(b []byte) (first, rest []byte) {
	start := 0
	for start < len(b) && blank(b[start]) {
		start++
	}
	end := start
	for end < len(b) && !blank(b[end]) {
		end++
	}
	return b[start:end], b[end:]
}

// skip cuts the first n words off a text.
func skip(b []byte, n int) []byte {
	for ; n > 0; n-- {
		_, b = word(b)
	}
	return b
}

// number returns the number at the start of a text. A negative number becomes its
// two's complement, a number too large the largest.
func number(b []byte) (v uint64, ok bool) {
	digits, negative := bytes.CutPrefix(b, []byte("-"))
	i := 0
	for ; i < len(digits) && '0' <= digits[i] && digits[i] <= '9'; i++ {
		digit := uint64(digits[i] - '0')
		if v > (math.MaxUint64-digit)/10 {
			v = math.MaxUint64
			continue
		}
		v = v*10 + digit
	}
	if negative {
		v = -v
	}
	return v, i > 0
}

// fixed fills dst with the numbers of a line; how many it had is the result.
func fixed(dst []uint64, b []byte) int {
	for i := range dst {
		var w []byte
		w, b = word(b)
		v, ok := number(w)
		if !ok {
			return i
		}
		dst[i] = v
	}
	return len(dst)
}

// real is a word as a floating-point number, 0 if it is not a number.
func real(b []byte) float64 {
	v, err := strconv.ParseFloat(string(b), 64)
	if err != nil || math.IsNaN(v) {
		return 0
	}
	return v
}

// hexNumber is a word as a hexadecimal number.
func hexNumber(b []byte) uint64 {
	v, _ := strconv.ParseUint(string(b), 16, 64)
	return v
}

// after returns the rest of the line that begins with key.
func after(text []byte, key string) (rest []byte, ok bool) {
	for len(text) > 0 {
		line, more, _ := bytes.Cut(text, newline)
		if rest, ok := cutKey(line, key); ok {
			return rest, true
		}
		text = more
	}
	return nil, false
}

// cutKey cuts the word key off the beginning of line.
func cutKey(line []byte, key string) (rest []byte, ok bool) {
	if len(line) < len(key) || string(line[:len(key)]) != key {
		return nil, false
	}
	rest = line[len(key):]
	return rest, len(rest) == 0 || blank(rest[0])
}

// cursor finds lines in a text. Lines asked for in turn mostly follow each other, so
// it looks on from the last line found.
type cursor struct {
	once once
	text []byte
	at   int
}

// find returns the rest of the line whose first word matches.
func (c *cursor) find(match func(key []byte) bool) (rest []byte, ok bool) {
	if rest, ok = c.scan(c.at, len(c.text), match); ok {
		return rest, true
	}
	return c.scan(0, c.at, match)
}

func (c *cursor) scan(from, to int, match func([]byte) bool) (rest []byte, ok bool) {
	for from < to {
		end := bytes.IndexByte(c.text[from:], '\n')
		if end < 0 {
			end = len(c.text) - from
		}
		key, rest := word(c.text[from : from+end])
		from = min(from+end+1, len(c.text))
		if match(key) {
			c.at = from
			return rest, true
		}
	}
	return nil, false
}

// cutLine cuts the first line off a text.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, newline)
	return line, rest
}

// linesOf are the lines of a text.
func linesOf(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := text; len(rest) > 0; {
			var line []byte
			if line, rest = cutLine(rest); !yield(line) {
				return
			}
		}
	}
}

// use has the cursor look in the text of a request.
func (c *cursor) use(r *pmda.Request, text []byte) { c.once.do(r, func() { c.reset(text) }) }

// reset has the cursor look in a text, from the beginning.
func (c *cursor) reset(text []byte) { c.text, c.at = text, 0 }

// number is the number on the line that begins with key.
func (c *cursor) number(key string) (uint64, bool) {
	rest, ok := c.find(func(k []byte) bool { return string(k) == key })
	if !ok {
		return 0, false
	}
	w, _ := word(rest)
	return number(w)
}

// less is a - b, or 0.
func less(a, b uint64) uint64 { return a - min(a, b) }
