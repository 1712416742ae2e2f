// Package wire reads and appends the big-endian fields that PCP's protocol
// and archive formats are made of.
//
// A [Reader] is the only way bytes from outside become numbers in this
// project: it checks every access, remembers its first failure, and makes a
// count prove that its elements can be there before anything is allocated.
package wire

import (
	"encoding/binary"
	"errors"
	"strings"
	"unsafe"
)

// ErrShort reports a read past the end of the input, or a count or length
// that the remaining input cannot hold.
var ErrShort = errors.New("wire: input too short")

// ErrTrailing reports input left over after the last field.
var ErrTrailing = errors.New("wire: trailing bytes")

// A Reader takes fields off the front of a byte slice. After the first
// failure every read returns zero, so a decoder may read a whole record and
// check [Reader.Err] once. Byte slices it returns alias the input.
type Reader struct {
	buf []byte
	off int
	err error
}

// NewReader returns a Reader over b, which it does not copy.
func NewReader(b []byte) Reader { return Reader{buf: b} }

// Err returns the first failure, or nil.
func (r *Reader) Err() error { return r.err }

// Offset is the number of bytes taken so far.
func (r *Reader) Offset() int { return r.off }

// Len is the number of bytes that remain; zero after a failure.
func (r *Reader) Len() int {
	if r.err != nil {
		return 0
	}
	return len(r.buf) - r.off
}

// Fail records err unless an earlier failure is already recorded.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Bytes takes the next n bytes, aliasing the input. It is nil after a
// failure, which a negative n is too.
func (r *Reader) Bytes(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.buf)-r.off {
		r.Fail(ErrShort)
		return nil
	}
	b := r.buf[r.off : r.off+n : r.off+n]
	r.off += n
	return b
}

// String takes the next n bytes as a string that aliases the input, which must
// not be changed any more.
func (r *Reader) String(n int) string {
	b := r.Bytes(n)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Skip passes over n bytes.
func (r *Reader) Skip(n int) { r.Bytes(n) }

// Uint8 takes one byte.
func (r *Reader) Uint8() uint8 {
	if b := r.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 takes a big-endian 16-bit number.
func (r *Reader) Uint16() uint16 {
	if b := r.Bytes(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

// Uint32 takes a big-endian 32-bit number.
func (r *Reader) Uint32() uint32 {
	if b := r.Bytes(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

// Int32 takes a big-endian, two's complement 32-bit number.
func (r *Reader) Int32() int32 { return int32(r.Uint32()) }

// Uint64 takes a big-endian 64-bit number.
func (r *Reader) Uint64() uint64 {
	if b := r.Bytes(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// Int64 takes a big-endian, two's complement 64-bit number.
func (r *Reader) Int64() int64 { return int64(r.Uint64()) }

// Count takes a 32-bit count of elements that occupy at least elemSize bytes
// each. A count that is negative, or that the remaining input cannot hold,
// is a failure; so what it returns is safe to allocate.
func (r *Reader) Count(elemSize int) int {
	n := r.Int32()
	return r.CheckCount(n, elemSize)
}

// CheckCount applies the rule of [Reader.Count] to a count already read.
func (r *Reader) CheckCount(n int32, elemSize int) int {
	if r.err != nil {
		return 0
	}
	if n < 0 || int64(n)*int64(elemSize) > int64(r.Len()) {
		r.Fail(ErrShort)
		return 0
	}
	return int(n)
}

// Finish reports the first failure, or [ErrTrailing] when input is left.
func (r *Reader) Finish() error {
	if r.err == nil && r.off != len(r.buf) {
		r.err = ErrTrailing
	}
	return r.err
}

// Padded rounds n up to a multiple of four, the alignment of PCP's strings
// and value blocks.
func Padded(n int) int { return (n + 3) &^ 3 }

// CString is s up to its first NUL.
func CString(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}
