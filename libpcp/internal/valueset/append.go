package valueset

import (
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// MaxBlockData is the longest data a block can have, in bytes. Senders refuse
// longer values (libpcp.ErrTooBig) before they get here.
const MaxBlockData = maxBlockLen - blockHeaderLen

// Append appends value sets and then their blocks to dst. Positions of blocks
// count from dst[base:], and base may be negative; the appended bytes must
// start on a word boundary from there. The data of a block that is longer than
// [MaxBlockData] are cut to that.
func Append(dst []byte, sets []libpcp.ValueSet, base int) []byte {
	pos := len(dst) - base + setsLen(sets)
	for i := range sets {
		dst, pos = appendSet(dst, &sets[i], pos)
	}
	for i := range sets {
		if sets[i].Format == libpcp.InSitu {
			continue
		}
		for j := range sets[i].Values {
			dst = appendBlock(dst, sets[i].Values[j].Block)
		}
	}
	return dst
}

// setsLen is the length of value sets without their blocks.
func setsLen(sets []libpcp.ValueSet) (length int) {
	for i := range sets {
		length += minSetLen
		if n := len(sets[i].Values); n > 0 {
			length += 4 + n*valueLen
		}
	}
	return length
}

// appendSet appends one value set whose first block will be at pos, and
// returns where the next set's will be.
func appendSet(dst []byte, s *libpcp.ValueSet, pos int) ([]byte, int) {
	dst = wire.AppendUint32(dst, uint32(s.PMID))
	if len(s.Values) == 0 {
		return appendStatus(dst, s.Err), pos
	}
	dst = wire.AppendUint32(dst, uint32(len(s.Values)))
	dst = wire.AppendInt32(dst, int32(s.Format))
	for i := range s.Values {
		v := &s.Values[i]
		dst = wire.AppendInt32(dst, v.Inst)
		if s.Format == libpcp.InSitu {
			dst = wire.AppendUint32(dst, v.Word)
			continue
		}
		dst = wire.AppendUint32(dst, uint32(pos/4))
		pos += wire.Padded(blockHeaderLen + min(len(v.Block.Data), MaxBlockData))
	}
	return dst, pos
}

// appendStatus appends the code of an error in place of a count, of which it
// must not make another.
func appendStatus(dst []byte, err error) []byte {
	code := libpcp.Code(err)
	if code > 0 {
		code = libpcp.ErrGeneric
	}
	return wire.AppendInt32(dst, int32(code))
}

func appendBlock(dst []byte, b libpcp.Block) []byte {
	data := b.Data[:min(len(b.Data), MaxBlockData)]
	header := uint32(b.Type)<<24 | uint32(blockHeaderLen+len(data))
	dst = binary.BigEndian.AppendUint32(dst, header)
	return wire.AppendPadded(dst, data)
}
