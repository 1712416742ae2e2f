package format

import (
	"math"
	"slices"
	"strconv"

	"pcptools/libpcp"
)

const hexDigits = "0123456789abcdef"

// memory is the bytes of a block as libpcp (C) holds them on a little-endian
// host, where it has swapped the number at the start of a numeric block into
// host order.
type memory struct {
	data    []byte
	swapped int // this many leading bytes of data stand the other way round
}

func hostOrder(b libpcp.Block) memory {
	m := memory{data: b.Data}
	switch b.Type {
	case libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble:
		m.swapped = 8
	case libpcp.TypeFloat:
		m.swapped = 4
	}
	if m.swapped > len(m.data) {
		m.swapped = 0
	}
	return m
}

// at returns a byte in the host's order.
func (m memory) at(i int) byte {
	if i < m.swapped {
		return m.data[m.swapped-1-i]
	}
	return m.data[i]
}

// uint64 is the first n bytes as a number.
func (m memory) uint64(n int) (v uint64) {
	for i := range n {
		v |= uint64(m.at(i)) << (8 * i)
	}
	return v
}

// appendAggregate appends bytes whose structure PCP does not know: as a number
// and as text where possible, and always in hex.
func (l Layout) appendAggregate(dst []byte, m memory) []byte {
	start := len(dst)
	switch len(m.data) {
	case 8:
		dst = l.appendGuess64(dst, m.uint64(8))
	case 4:
		dst = l.appendGuessFloat(dst, uint32(m.uint64(4)))
	}
	if !printable(m.data) {
		return l.appendHex(separate(slices.Grow(dst, 2*len(m.data)+brackets), start), m)
	}
	dst = l.appendText(separate(slices.Grow(dst, 3*len(m.data)+2*brackets), start), m)
	return l.appendHex(separate(dst, start), m)
}

const brackets = 8 // with blanks about them, and more

// separate puts a space between the parts of a value that starts at start.
func separate(dst []byte, start int) []byte {
	if len(dst) > start {
		dst = append(dst, ' ')
	}
	return dst
}

// appendGuess64 appends eight bytes as an integer and, unless not a number,
// as a double.
func (l Layout) appendGuess64(dst []byte, bits uint64) []byte {
	start := len(dst)
	dst = justify(strconv.AppendUint(dst, bits, 10), start, l.Width)
	if d := math.Float64frombits(bits); !math.IsNaN(d) {
		dst = append(dst, ' ')
		part := len(dst)
		dst = justify(appendDouble(dst, d), part, l.Width)
	}
	return dst
}

// appendGuessFloat appends four bytes as a float unless not a number.
func (l Layout) appendGuessFloat(dst []byte, bits uint32) []byte {
	f := math.Float32frombits(bits)
	if f != f {
		return dst
	}
	start := len(dst)
	return justify(appendFloat(dst, f), start, l.Width)
}

// appendUntypedWord appends a word of unknown type: as an integer, unless not
// a number as a float, and in hex.
func (l Layout) appendUntypedWord(dst []byte, word uint32) []byte {
	start := len(dst)
	dst = justify(strconv.AppendUint(dst, uint64(word), 10), start, l.Width)
	if f := math.Float32frombits(word); f == f {
		dst = l.appendGuessFloat(append(dst, ' '), word)
	}
	dst = append(dst, " 0x"...)
	start = len(dst)
	width := l.Width
	if width > 2 {
		width -= 2 // the prefix
	}
	return justify(strconv.AppendUint(dst, uint64(word), 16), start, width)
}

func printable(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c > '~' })
}

func (l Layout) appendText(dst []byte, m memory) []byte {
	start := len(dst)
	dst = append(dst, '"')
	for i := range m.data {
		dst = append(dst, m.at(i))
	}
	return justify(append(dst, '"'), start, max(l.Width, 0))
}

// appendHex appends the bytes in hex; its padding stands before the bracket
// on whichever side the width asks for.
func (l Layout) appendHex(dst []byte, m memory) []byte {
	dst = appendBlanks(dst, l.Width-2*len(m.data)-2)
	dst = append(dst, '[')
	for i := range m.data {
		c := m.at(i)
		dst = append(dst, hexDigits[c>>4], hexDigits[c&0xf])
	}
	return append(dst, ']')
}
