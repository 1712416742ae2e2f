package libpcp

import "encoding/binary"

// An Encoder encodes values as [NewValue] does, with few allocations for their blocks.
// The zero value is ready to use, by one goroutine at a time.
type Encoder struct {
	piece []byte // for numbers and strings, while they fit
	size  int    // of all pieces so far
}

// Value encodes an atom as a value, and returns its format.
func (e *Encoder) Value(inst int32, a Atom) (Value, Format, error) {
	switch a.Type {
	case Type32, TypeU32:
		return Value{Inst: inst, Word: uint32(a.bits)}, InSitu, nil
	case Type64, TypeU64, TypeDouble:
		return e.number64(inst, a.Type, a.bits), PointerDynamic, nil
	case TypeString:
		return e.text(inst, a.Bytes()), PointerDynamic, nil
	}
	return NewValue(inst, a)
}

// number64 makes a value of a number, in the common memory.
func (e *Encoder) number64(inst int32, t Type, bits uint64) Value {
	b := binary.BigEndian.AppendUint32(e.room(12), uint32(t)<<24|12)
	return EncodedValue(inst, binary.BigEndian.AppendUint64(b, bits))
}

// text makes a value of a string and its terminator there.
func (e *Encoder) text(inst int32, s []byte) Value {
	s = s[:min(len(s), MaxBlock-1)]
	size := 4 + len(s) + 1
	b := binary.BigEndian.AppendUint32(e.room(size), uint32(TypeString)<<24|uint32(size))
	return EncodedValue(inst, append(append(b, s...), 0))
}

// room returns where n bytes go.
func (e *Encoder) room(n int) []byte {
	if cap(e.piece)-len(e.piece) < n {
		e.piece = make([]byte, 0, max(n, min(max(leastRoom, e.size), mostRoom)))
		e.size += cap(e.piece)
	}
	start := len(e.piece)
	e.piece = e.piece[:start+n]
	return e.piece[start : start : start+n]
}

// Sizes of pieces of memory for numbers and strings.
const (
	leastRoom = 1 << 8
	mostRoom  = 1 << 18
)
