package wire

import "encoding/binary"

// padByte fills strings up to a word, as PCP's own encoders do.
const padByte = '~'

// AppendUint32 appends v in network order.
func AppendUint32(dst []byte, v uint32) []byte { return binary.BigEndian.AppendUint32(dst, v) }

// AppendInt32 appends v in network order.
func AppendInt32(dst []byte, v int32) []byte { return AppendUint32(dst, uint32(v)) }

// AppendUint64 appends v in network order.
func AppendUint64(dst []byte, v uint64) []byte { return binary.BigEndian.AppendUint64(dst, v) }

// AppendInt64 appends v in network order.
func AppendInt64(dst []byte, v int64) []byte { return AppendUint64(dst, uint64(v)) }

// AppendPadded appends b and fills up to a word.
func AppendPadded(dst, b []byte) []byte {
	return AppendPadding(append(dst, b...), len(b))
}

// AppendPaddedString appends s and fills up to a word.
func AppendPaddedString(dst []byte, s string) []byte {
	return AppendPadding(append(dst, s...), len(s))
}

// AppendPadding appends what rounds n bytes up to a word.
func AppendPadding(dst []byte, n int) []byte {
	for ; n%4 != 0; n++ {
		dst = append(dst, padByte)
	}
	return dst
}
