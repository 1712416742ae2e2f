package libpcp

import (
	"bytes"
	"math"
	"unsafe"
)

// Atom is one value together with its type (pmAtomValue in PMAPI(3)): a
// number, a string or a run of bytes. The zero value is the number 0 of
// Type32. Atoms come from [Extract] and from the functions below. By == only
// numbers can be compared.
type Atom struct { // of four words, which the compiler keeps in registers
	Type Type
	size int32  // of the string, without terminator, or of the aggregate
	bits uint64 // the number: two's complement for the integers, IEEE bits for the others
	data *byte  // the first byte of the string or aggregate
}

// Int32Atom returns a value of Type32.
func Int32Atom(v int32) Atom { return Atom{Type: Type32, bits: uint64(v)} }

// Uint32Atom returns a value of TypeU32.
func Uint32Atom(v uint32) Atom { return Atom{Type: TypeU32, bits: uint64(v)} }

// Int64Atom returns a value of Type64.
func Int64Atom(v int64) Atom { return Atom{Type: Type64, bits: uint64(v)} }

// Uint64Atom returns a value of TypeU64.
func Uint64Atom(v uint64) Atom { return Atom{Type: TypeU64, bits: v} }

// FloatAtom returns a value of TypeFloat.
func FloatAtom(v float32) Atom { return Atom{Type: TypeFloat, bits: uint64(math.Float32bits(v))} }

// DoubleAtom returns a value of TypeDouble.
func DoubleAtom(v float64) Atom { return Atom{Type: TypeDouble, bits: math.Float64bits(v)} }

// StringAtom returns a value of TypeString. As everywhere in PCP, a string
// ends before its first NUL.
func StringAtom(s string) Atom { return BytesAtom(TypeString, []byte(s)) }

// BytesAtom returns a value of one of the types that are not numbers, such as
// TypeAggregate. It aliases b.
func BytesAtom(t Type, b []byte) Atom {
	if t == TypeString {
		b = cString(b)
	}
	return Atom{Type: t, size: int32(min(len(b), math.MaxInt32)), data: unsafe.SliceData(b)}
}

// Int64 is the number of an atom of an integer type; for TypeU64 the same
// bits as a signed number.
func (a Atom) Int64() int64 { return int64(a.bits) }

// Uint64 is the number of an atom of an integer type; a negative one comes
// out as its two's complement.
func (a Atom) Uint64() uint64 { return a.bits }

// Float64 is the number of an atom of any numeric type as a double.
func (a Atom) Float64() float64 {
	switch a.Type {
	case TypeFloat:
		return float64(a.float32())
	case TypeDouble:
		return math.Float64frombits(a.bits)
	case TypeU64:
		return float64(a.bits)
	}
	return float64(int64(a.bits))
}

// Bytes is the content of a string or aggregate; it is not a copy.
func (a Atom) Bytes() []byte { return unsafe.Slice(a.data, a.size) }

// Text is the content of a string.
func (a Atom) Text() string { return string(a.Bytes()) }

func (a Atom) float32() float32 { return math.Float32frombits(uint32(a.bits)) }

// cString cuts b at its first NUL; there need not be one.
func cString(b []byte) []byte {
	if n := bytes.IndexByte(b, 0); n >= 0 {
		return b[:n]
	}
	return b
}
