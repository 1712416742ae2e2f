package libpcp

import "encoding/binary"

// Extract takes the value v of a set of the given format, of a metric of type
// from, and converts it to type to (pmExtractValue(3)). Numbers convert to
// any numeric type, with [ErrTrunc] for a value that is too large and [ErrSign]
// for a negative value of an unsigned type; strings and aggregates convert only to
// themselves (PCP 7.2 also makes strings of numbers). Anything else is
// [ErrConv]: other types, and a block whose type or length contradicts from. The
// bytes of a string or aggregate alias v. The methods of a [ValueSet], such as
// [ValueSet.Float64], are simpler and faster for a value of a known kind.
func Extract(format Format, v Value, from, to Type) (Atom, error) {
	if bits, ok := number(format, &v, from); ok {
		switch a := (Atom{Type: from, bits: bits}); to {
		case from:
			return a, nil
		case TypeDouble:
			return DoubleAtom(a.Float64()), nil
		default:
			return a.Convert(to)
		}
	}
	a, ok := stored(format, v, from)
	if !ok {
		return Atom{}, ErrConv
	}
	return a.Convert(to)
}

// stored is the value as it is, without conversion.
func stored(format Format, v Value, t Type) (Atom, bool) {
	switch format {
	case InSitu:
		return inSitu(v.Word, t)
	case PointerDynamic, PointerStatic:
		return outOfLine(v.Block(), t)
	}
	return Atom{}, false
}

// inSitu is the value of a word. A float in a word is an old encoding that
// PCP still reads; a word of unknown type counts as a signed number.
func inSitu(word uint32, t Type) (Atom, bool) {
	switch t {
	case Type32, TypeUnknown:
		return Int32Atom(int32(word)), true
	case TypeU32, TypeFloat:
		return Atom{Type: t, bits: uint64(word)}, true
	}
	return Atom{}, false
}

// outOfLine is the value of a block. Old agents left a block's type zero; no
// one has then brought its bytes into network order, and libpcp (C)
// takes them in the order of its host, which is little-endian here.
func outOfLine(b Block, t Type) (Atom, bool) {
	if b.Type != t && b.Type != 0 {
		return Atom{}, false
	}
	switch {
	case t == TypeString || t == TypeAggregate:
		return BytesAtom(t, b.Data), true
	case t.blockSize() == 0 || len(b.Data) != t.blockSize():
		return Atom{}, false
	case t == TypeFloat && b.Type == t:
		return Atom{Type: t, bits: uint64(binary.BigEndian.Uint32(b.Data))}, true
	case t == TypeFloat:
		return Atom{Type: t, bits: uint64(binary.LittleEndian.Uint32(b.Data))}, true
	case b.Type == t:
		return Atom{Type: t, bits: binary.BigEndian.Uint64(b.Data)}, true
	}
	return Atom{Type: t, bits: binary.LittleEndian.Uint64(b.Data)}, true
}

// blockSize is the size of the numbers that are held in blocks, or zero.
func (t Type) blockSize() int {
	switch t {
	case TypeFloat:
		return 4
	case Type64, TypeU64, TypeDouble:
		return 8
	}
	return 0
}

// NewValue encodes a as values are fetched and stored: in the word for the
// 32-bit integers, otherwise in a block (__pmStuffValue), in which a string
// ends with NUL. The error is [ErrType] for a type without values, and
// [ErrTooBig] for what no block can hold.
func NewValue(inst int32, a Atom) (Value, Format, error) {
	var number [8]byte
	data, format := a.Bytes(), PointerDynamic
	switch a.Type {
	case Type32, TypeU32:
		return Value{Inst: inst, Word: uint32(a.bits)}, InSitu, nil
	case Type64, TypeU64, TypeDouble:
		data = binary.BigEndian.AppendUint64(number[:0], a.bits)
	case TypeFloat:
		data = binary.BigEndian.AppendUint32(number[:0], uint32(a.bits))
	case TypeString:
		data = append(append(make([]byte, 0, len(data)+1), data...), 0)
	case TypeAggregate:
	case TypeAggregateStatic, TypeEvent, TypeHighResEvent:
		format = PointerStatic
	default:
		return Value{}, 0, ErrType
	}
	if len(data) > MaxBlock {
		return Value{}, 0, ErrTooBig
	}
	return BlockValue(inst, Block{Type: a.Type, Data: data}), format, nil
}
