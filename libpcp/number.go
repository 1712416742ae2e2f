package libpcp

import "encoding/binary"

// number is the number v of a set of the given format, of a metric of type t: what
// [Extract] makes of it, by a shorter way. The usual encodings have one; where the report
// is false, Extract may still have an answer.
func number(format Format, v *Value, t Type) (bits uint64, ok bool) {
	if format == InSitu {
		if t == Type32 {
			return uint64(int32(v.Word)), true
		}
		return uint64(v.Word), t == TypeU32
	}
	b := v.Block()
	if b.Type != t || format != PointerDynamic && format != PointerStatic {
		return 0, false
	}
	switch size := t.blockSize(); {
	case size == 0 || len(b.Data) != size:
		return 0, false
	case size == 4:
		return uint64(binary.BigEndian.Uint32(b.Data)), true
	}
	return binary.BigEndian.Uint64(b.Data), true
}
