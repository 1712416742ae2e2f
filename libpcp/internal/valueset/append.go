package valueset

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Append appends value sets and then their blocks to dst. Positions of blocks
// count from dst[base:], and base may be negative; the appended bytes must
// start on a word boundary from there.
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
			dst = wire.AppendPadded(dst, block(&sets[i].Values[j]))
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
		pos += wire.Padded(len(block(v)))
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

// block is the block of a value, an empty one if it has none.
func block(v *libpcp.Value) []byte {
	if b := v.Encoded(); b != nil {
		return b
	}
	return noBlock[:]
}

var noBlock = [blockHeaderLen]byte{3: blockHeaderLen}
