// Package mmvfile has the layout of the files through which instrumented
// applications show their values (mmv(5)): a struct, a decoder and an encoder
// for each record.
//
// All numbers are in the byte order of the machine, and all offsets count from
// the start of the file, which begins with
//
//	header                           40 bytes
//	table of contents, per section   16 bytes
//
// The table has the sections in any order:
//
//	         records of        version 1   2   3
//	indoms   instance domains         32  32  32
//	instances                         80  24  24
//	metrics                          104  48  48
//	values                            32  32  32
//	strings                          256 256 256
//	labels                                   256
//
// Text ends with a zero byte, or with its field.
package mmvfile

import (
	"bytes"
	"encoding/binary"

	"pcptools/libpcp/internal/wire"
)

// Sizes of records, in bytes.
const (
	HeaderSize    = 40
	TOCSize       = 16
	InDomSize     = 32
	Instance1Size = 80 // version 1
	InstanceSize  = 24
	Metric1Size   = 104 // version 1
	MetricSize    = 48
	ValueSize     = 32
	StringSize    = 256
	LabelSize     = 256
)

// NameSize is the field of a name in version 1, its final zero included.
const NameSize = 64

// reader takes fields in the machine's byte order.
type reader struct{ wire.Reader }

func newReader(b []byte) reader { return reader{wire.NewReader(b)} }

func (r *reader) uint32() uint32 {
	if b := r.Bytes(4); b != nil {
		return binary.NativeEndian.Uint32(b)
	}
	return 0
}

func (r *reader) int32() int32 { return int32(r.uint32()) }

func (r *reader) uint64() uint64 {
	if b := r.Bytes(8); b != nil {
		return binary.NativeEndian.Uint64(b)
	}
	return 0
}

// text takes a field of n bytes.
func (r *reader) text(n int) string { return Text(r.Bytes(n)) }

// Text is the text in a field.
func Text(field []byte) string {
	text, _, _ := bytes.Cut(field, []byte{0})
	return string(text)
}

func appendUint32(dst []byte, v uint32) []byte { return binary.NativeEndian.AppendUint32(dst, v) }
func appendUint64(dst []byte, v uint64) []byte { return binary.NativeEndian.AppendUint64(dst, v) }

// AppendText appends a field of n bytes. Text that is too long is cut; the
// last byte is always zero.
func AppendText(dst []byte, s string, n int) []byte {
	s = s[:min(len(s), n-1)]
	return append(append(dst, s...), make([]byte, n-len(s))...)
}
