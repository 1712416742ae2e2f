package hostile

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"pcptools/libpcp/internal/pdu"
)

// A damage is something that can happen to a PDU on its way. What it returns is
// sent; after that the connection is closed if closing is set.
type damage struct {
	name    string
	closing bool
	do      func(r *rand.Rand, b []byte) []byte
}

// sizes are lengths of long PDUs, in bytes.
var sizes = []int{4 << 10, 64 << 10, 1 << 20, 4 << 20}

// hugeWords are numbers that are too high or too low for a count, a length, an
// offset, a type or a code.
var hugeWords = []uint32{0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 1 << 24, 1 << 16, 1 << 30, 0x00ffffff, 255, 0}

var damages = []damage{
	{"cut", true, func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] }},
	{"cut, with the right length", false, func(r *rand.Rand, b []byte) []byte { return lengthen(b[:pdu.HeaderLen+4*r.IntN((len(b)-8)/4)]) }},
	{"cut, and nothing more", false, func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] }},
	{"bytes behind", false, func(r *rand.Rand, b []byte) []byte { return append(b, noise(r, 1+r.IntN(64))...) }},
	{"more bytes", false, func(r *rand.Rand, b []byte) []byte { return lengthen(append(b, noise(r, 1+r.IntN(64))...)) }},
	{"many more bytes", false, func(r *rand.Rand, b []byte) []byte { return lengthen(append(b, pattern(r)...)) }},
	{"another type", false, func(r *rand.Rand, b []byte) []byte { return retype(b, anyType(r)) }},
	{"another PDU", false, func(r *rand.Rand, b []byte) []byte { return anyPDU(r) }},
	{"a long PDU", false, func(r *rand.Rand, b []byte) []byte {
		return lengthen(append(retype(b[:pdu.HeaderLen], anyType(r)), pattern(r)...))
	}},
	{"a long PDU of the type", false, func(r *rand.Rand, b []byte) []byte {
		return lengthen(append(b[:pdu.HeaderLen], pattern(r)...))
	}},
	{"a long PDU that counts itself", false, func(r *rand.Rand, b []byte) []byte {
		b = append(b[:min(len(b), pdu.HeaderLen+4*r.IntN(6)+4)], pattern(r)...)
		for range 1 + r.IntN(3) { // counts that there may be room for
			put(b, r.IntN(min(len(b)/4, 10)), uint32(len(b)/(4<<r.IntN(4))))
		}
		return lengthen(b)
	}},
	{"a length", true, func(r *rand.Rand, b []byte) []byte { return put(b, 0, hugeWords[r.IntN(len(hugeWords))]) }},
	{"a huge word", false, func(r *rand.Rand, b []byte) []byte {
		return put(b, anyWord(r, b), hugeWords[r.IntN(len(hugeWords))])
	}},
	{"huge words", false, func(r *rand.Rand, b []byte) []byte {
		for range 2 + r.IntN(8) {
			put(b, anyWord(r, b), hugeWords[r.IntN(len(hugeWords))])
		}
		return b
	}},
	{"a word that is another", false, func(r *rand.Rand, b []byte) []byte {
		return put(b, anyWord(r, b), binary.BigEndian.Uint32(b[4*anyWord(r, b):]))
	}},
	{"one more or less", false, func(r *rand.Rand, b []byte) []byte {
		at := anyWord(r, b)
		return put(b, at, binary.BigEndian.Uint32(b[4*at:])+uint32(1-2*r.IntN(2)))
	}},
	{"bits", false, func(r *rand.Rand, b []byte) []byte {
		for range 1 + r.IntN(4) {
			b[pdu.HeaderLen+r.IntN(len(b)-pdu.HeaderLen)] ^= 1 << r.IntN(8)
		}
		return b
	}},
	{"twice", false, func(r *rand.Rand, b []byte) []byte { return append(b, b...) }},
	{"never", false, func(*rand.Rand, []byte) []byte { return nil }},
	{"behind another", false, func(r *rand.Rand, b []byte) []byte { return append(anyPDU(r), b...) }},
	{"behind notices", false, func(r *rand.Rand, b []byte) []byte {
		var notices []byte
		for range 1 + r.IntN(20) {
			notices = (&pdu.Error{Code: 1 << r.IntN(8)}).Append(notices)
		}
		return append(notices, b...)
	}},
	{"noise", true, func(r *rand.Rand, b []byte) []byte { return noise(r, 1+r.IntN(200)) }},
	{"the end", true, func(*rand.Rand, []byte) []byte { return nil }},
}

// lengthen makes the length of a PDU what it is.
func lengthen(b []byte) []byte { return put(b, 0, uint32(len(b))) }

func retype(b []byte, t pdu.Type) []byte { return put(b, 1, uint32(t)) }

// put sets a word.
func put(b []byte, at int, word uint32) []byte {
	binary.BigEndian.PutUint32(b[4*at:], word)
	return b
}

// anyWord is the number of a word behind the header.
func anyWord(r *rand.Rand, b []byte) int {
	header := pdu.HeaderLen / 4
	return header + r.IntN(len(b)/4-header)
}

func anyType(r *rand.Rand) pdu.Type {
	switch r.IntN(8) {
	case 0:
		return pdu.TypeLogControl + pdu.Type(r.IntN(5))
	case 1:
		return pdu.Type(r.Uint32())
	}
	return pdu.TypeError + pdu.Type(r.IntN(int(pdu.TypeDescs-pdu.TypeError)+2))
}

func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// pattern is a long body of some words over and over, mostly low ones.
func pattern(r *rand.Rand) []byte {
	var unit []byte
	for range 1 + r.IntN(6) {
		word := uint32(r.IntN(12))
		if r.IntN(4) == 0 {
			word = hugeWords[r.IntN(len(hugeWords))]
		}
		unit = binary.BigEndian.AppendUint32(unit, word)
	}
	size := sizes[r.IntN(len(sizes))]
	return slices.Repeat(unit, max(1, size/len(unit)))
}

// anyPDU is one of the protocol with contents that could be.
func anyPDU(r *rand.Rand) []byte {
	return someMessages[r.IntN(len(someMessages))].Append(nil)
}

// apply damages a copy of a PDU.
func (d *damage) apply(r *rand.Rand, b []byte) []byte { return d.do(r, slices.Clone(b)) }

func (d *damage) String() string { return fmt.Sprintf("%q", d.name) }
