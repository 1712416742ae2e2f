package logfile

import (
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/valueset"
	"pcptools/libpcp/internal/wire"
)

// A result, the record of a volume, is
//
//	timestamp
//	number of metrics m; 0 is a mark
//	m value sets: PMID, number of values n, and, if n > 0, format and
//	    n pairs of instance and word
//	the blocks that words of the pointer formats point to
//
// A word counts 32-bit units from twelve bytes before the timestamp. The
// blocks, each rounded up to a word, fill the record exactly.
const blockBase = -12

// AppendResult appends the payload of a result.
func AppendResult(dst []byte, at Stamp, sets []libpcp.ValueSet, version int) []byte {
	base := len(dst) + blockBase
	dst = AppendStamp(dst, at, version)
	dst = wire.AppendInt32(dst, int32(len(sets)))
	return valueset.Append(dst, sets, base)
}

// SetsOffset is where in a result the value sets begin.
func SetsOffset(version int) int { return StampSize(version) + 4 }

// SetID is the metric of the value set at pos of a result, and the position of the
// next one; after the last set it returns no metric, and the end.
func SetID(body []byte, pos int) (libpcp.PMID, int) {
	left := len(body) - pos - 8
	if left < 0 {
		return libpcp.NullPMID, len(body)
	}
	id := libpcp.PMID(binary.BigEndian.Uint32(body[pos:]))
	n := int(int32(binary.BigEndian.Uint32(body[pos+4:])))
	switch {
	case n <= 0:
		return id, pos + 8
	case n > (left-4)/8:
		return libpcp.NullPMID, len(body)
	}
	return id, pos + 12 + 8*n
}

// FindSet is where in a result the value set of a metric begins, counted in sets
// from the one at pos, if it is there.
func FindSet(id libpcp.PMID, body []byte, pos, sets int) (at int, ok bool) {
	for range sets {
		_, pos = SetID(body, pos)
	}
	found, _ := SetID(body, pos)
	return pos, found == id
}

// Values finds the format and the pairs of the value set at pos of a result. In a
// set without values n is the error. The list aliases body.
func Values(body []byte, pos int) (n int, format libpcp.Format, list []byte, ok bool) {
	if len(body)-pos < 8 {
		return 0, 0, nil, false
	}
	n = int(int32(binary.BigEndian.Uint32(body[pos+4:])))
	if n <= 0 {
		return n, 0, nil, true
	}
	if len(body)-pos < 12 || n > (len(body)-pos-12)/8 {
		return 0, 0, nil, false
	}
	from, end := pos+12, pos+12+8*n
	return n, libpcp.Format(binary.BigEndian.Uint32(body[pos+8:])), body[from:end:end], true
}

// DecodeSet decodes the value set at pos of a result into s, whose memory for
// values and blocks is used again. Blocks are copied, into stock as far as that lasts. It
// fails if something is not there.
func DecodeSet(s *libpcp.ValueSet, body []byte, pos int, stock *[]byte) bool {
	n, format, list, ok := Values(body, pos)
	if !ok {
		return false
	}
	if n <= 0 {
		if n < 0 {
			s.Err = libpcp.Error(n)
		}
		return true
	}
	s.Format = format
	if s.Values = s.Values[:0]; n > cap(s.Values) {
		s.Values = make([]libpcp.Value, n)
	}
	s.Values = s.Values[:n]
	for i := range s.Values {
		v := &s.Values[i]
		v.Inst = int32(binary.BigEndian.Uint32(list[8*i:]))
		v.Word = binary.BigEndian.Uint32(list[8*i+4:])
		if format == libpcp.InSitu {
			*v = libpcp.Value{Inst: v.Inst, Word: v.Word}
		}
	}
	return format == libpcp.InSitu || decodeBlocks(s.Values, body, stock)
}

// decodeBlocks fails, too, if blocks overlap so much that they are longer than
// the record.
func decodeBlocks(values []libpcp.Value, body []byte, stock *[]byte) bool {
	total, left := 0, len(body)
	for i := range values {
		b := Block(body, values[i].Word)
		if left -= len(b); b == nil || left < 0 {
			return false
		}
		if len(b) > len(values[i].Encoded()) {
			total += len(b)
		}
	}
	if total > len(*stock) {
		*stock = make([]byte, max(total, 4096))
	}
	for i := range values {
		v := &values[i]
		b := Block(body, v.Word)
		own := v.Encoded()
		if len(b) > len(own) {
			own, *stock = (*stock)[:len(b):len(b)], (*stock)[len(b):]
		}
		*v = libpcp.EncodedValue(v.Inst, own[:copy(own, b)])
	}
	return true
}

// Block is the value block, header included, that a word of a result points
// to, nil if it is not there; it aliases body.
func Block(body []byte, word uint32) []byte {
	pos, ok := blockOffset(body, word)
	if !ok {
		return nil
	}
	length := int(binary.BigEndian.Uint32(body[pos:]) & 0xffffff)
	if length < 4 || length > len(body)-pos {
		return nil
	}
	return body[pos:][:length:length]
}

// blockOffset is where in a result the block that a word points to begins, if
// its header is there.
func blockOffset(body []byte, word uint32) (pos int, ok bool) {
	at := int64(word)*4 + blockBase // more than an int of 32 bits
	return int(at), at >= 0 && at <= int64(len(body)-4)
}
