package pmda

import (
	"encoding/binary"
	"math"

	"pcptools/libpcp"
)

// encoder makes the value sets of a fetch in few pieces of memory.
type encoder struct {
	metric *Metric
	values []libpcp.Value // of all metrics …
	first  int            // … and where those of this one start
	bytes  []byte         // numbers and strings
	format libpcp.Format  // of the last value
}

// begin starts the values of a metric.
func (e *encoder) begin(m *Metric) {
	e.metric, e.first, e.format = m, len(e.values), libpcp.InSitu
}

// end returns the values since begin.
func (e *encoder) end() (libpcp.Format, []libpcp.Value) {
	if e.first == len(e.values) {
		return libpcp.InSitu, nil
	}
	return e.format, e.values[e.first:len(e.values):len(e.values)]
}

// drop forgets the values since begin.
func (e *encoder) drop() { e.values = e.values[:e.first] }

// release gives the memory away, to those who hold the values.
func (e *encoder) release() { *e = encoder{} }

// add adds a value, converted to the metric's type.
func (e *encoder) add(inst int32, a libpcp.Atom) error {
	m := e.metric
	if a.Type != m.Type && m.Desc == nil {
		var err error
		if a, err = a.Convert(m.Type); err != nil {
			return err
		}
	}
	v := libpcp.Value{Inst: inst, Block: libpcp.Block{Type: a.Type}}
	format := libpcp.PointerDynamic
	switch a.Type {
	case libpcp.Type32, libpcp.TypeU32:
		v, format = libpcp.Value{Inst: inst, Word: uint32(a.Uint64())}, libpcp.InSitu
	case libpcp.Type64, libpcp.TypeU64:
		v.Block.Data = e.number64(a.Uint64())
	case libpcp.TypeDouble:
		v.Block.Data = e.number64(math.Float64bits(a.Float64()))
	case libpcp.TypeString:
		v.Block.Data = e.text(a.Bytes())
	default:
		var err error
		if v, format, err = libpcp.NewValue(inst, a); err != nil {
			return err
		}
	}
	e.values, e.format = append(e.values, v), format
	return nil
}

// number64 puts a number into the common memory.
func (e *encoder) number64(bits uint64) []byte {
	e.bytes = binary.BigEndian.AppendUint64(e.bytes, bits)
	return e.tail(8)
}

// text puts a string and its terminator there.
func (e *encoder) text(s []byte) []byte {
	s = s[:min(len(s), libpcp.MaxBlock-1)]
	e.bytes = append(append(e.bytes, s...), 0)
	return e.tail(len(s) + 1)
}

// tail is what was put there last.
func (e *encoder) tail(n int) []byte { return e.bytes[len(e.bytes)-n : len(e.bytes) : len(e.bytes)] }
