package libpcp

import (
	"encoding/binary"
	"math"
)

// number is the number v of a set of the given format, of a metric of type t,
// as a double: what [Extract] makes of it, by a shorter way. The usual
// encodings have one; where the report is false, Extract may still have an
// answer.
func number(format Format, v *Value, t Type) (float64, bool) {
	if format == InSitu {
		switch t {
		case Type32:
			return float64(int32(v.Word)), true
		case TypeU32:
			return float64(v.Word), true
		}
		return 0, false
	}
	b := v.Block()
	if b.Type != t || len(b.Data) != t.blockSize() || !format.pointer() {
		return 0, false
	}
	switch t {
	case Type64:
		return float64(int64(binary.BigEndian.Uint64(b.Data))), true
	case TypeU64:
		return float64(binary.BigEndian.Uint64(b.Data)), true
	case TypeDouble:
		return math.Float64frombits(binary.BigEndian.Uint64(b.Data)), true
	case TypeFloat:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b.Data))), true
	}
	return 0, false
}

func (f Format) pointer() bool { return f == PointerDynamic || f == PointerStatic }
