package libpcp

import (
	"bytes"
	"encoding/binary"
	"unsafe"
)

// Format is how the values of a set are held (the valfmt of a pmValueSet,
// pmFetch(3)).
type Format int32

// The formats. The two pointer formats mean the same to a reader.
const (
	InSitu         Format = 0 // in Value.Word
	PointerDynamic Format = 1 // in a block
	PointerStatic  Format = 2 // in a block
)

// Value is the value of one instance of a metric as a source delivered it
// (pmValue): in Word or in a block, depending on the set's Format. [Extract]
// converts it to a number or string.
type Value struct {
	Inst  int32 // instance, NullInst for a singular metric
	Word  uint32
	block *byte // the first of a block as PDUs have it, which is all there
}

// Block is a value held out of line (pmValueBlock). Data is in the order of
// the wire: big-endian for the 64-bit types, floats and doubles and inside
// event arrays; as the agent left it for everything else. It does not include
// the block's header or padding, and must not be modified: it may alias the
// buffer of the result it came in.
type Block struct {
	Type Type
	Data []byte
}

const (
	// MaxBlock is the most bytes a [Block] can hold: its length field has 24
	// bits and counts four bytes of header too.
	MaxBlock = 0xffffff - blockHeader

	blockHeader = 4
)

// BlockValue returns a value with a copy of b, cut off at [MaxBlock] bytes.
func BlockValue(inst int32, b Block) Value {
	return EncodedValue(inst, AppendBlock(make([]byte, 0, blockHeader+min(len(b.Data), MaxBlock)), b))
}

// AppendBlock appends the encoding of a block in PDUs and archives, without
// padding:
//
//	type (8 bits) | length in bytes (24 bits), these four included
//	data
func AppendBlock(dst []byte, b Block) []byte {
	data := b.Data[:min(len(b.Data), MaxBlock)]
	dst = binary.BigEndian.AppendUint32(dst, uint32(b.Type)<<24|uint32(blockHeader+len(data)))
	return append(dst, data...)
}

// EncodedValue returns a value with the block that encoded begins with, as
// [AppendBlock] makes it. It panics if encoded ends before the block does. The
// value aliases encoded.
func EncodedValue(inst int32, encoded []byte) Value {
	if n := binary.BigEndian.Uint32(encoded) & 0xffffff; n < blockHeader || int(n) > len(encoded) {
		panic("libpcp: not the whole block")
	}
	return Value{Inst: inst, block: &encoded[0]}
}

// Encoded returns the block of a value as [AppendBlock] makes it, nil if it
// has none. It aliases the value, and must not be modified.
func (v Value) Encoded() []byte {
	if v.block == nil {
		return nil
	}
	header := unsafe.Slice(v.block, blockHeader)
	return unsafe.Slice(v.block, binary.BigEndian.Uint32(header)&0xffffff)
}

// Block returns the block of a value, the zero Block if it has none.
func (v Value) Block() Block {
	b := v.Encoded()
	if b == nil {
		return Block{}
	}
	return Block{Type: Type(b[0]), Data: b[blockHeader:]}
}

// Equal reports whether two values have the same instance, word and block.
func (v Value) Equal(o Value) bool {
	return v.Inst == o.Inst && v.Word == o.Word && bytes.Equal(v.Encoded(), o.Encoded())
}
