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
	var v libpcp.Value
	format := libpcp.PointerDynamic
	switch a.Type {
	case libpcp.Type32, libpcp.TypeU32:
		v, format = libpcp.Value{Inst: inst, Word: uint32(a.Uint64())}, libpcp.InSitu
	case libpcp.Type64, libpcp.TypeU64:
		v = e.number64(inst, a.Type, a.Uint64())
	case libpcp.TypeDouble:
		v = e.number64(inst, a.Type, math.Float64bits(a.Float64()))
	case libpcp.TypeString:
		v = e.text(inst, a.Bytes())
	default:
		var err error
		if v, format, err = libpcp.NewValue(inst, a); err != nil {
			return err
		}
	}
	if len(e.values) > e.first && format != e.format {
		return libpcp.ErrType // a set has one format
	}
	e.values, e.format = append(e.values, v), format
	return nil
}

// number64 makes a value of a number, in the common memory.
func (e *encoder) number64(inst int32, t libpcp.Type, bits uint64) libpcp.Value {
	start := len(e.bytes)
	e.bytes = binary.BigEndian.AppendUint32(e.bytes, uint32(t)<<24|12)
	e.bytes = binary.BigEndian.AppendUint64(e.bytes, bits)
	return libpcp.EncodedValue(inst, e.bytes[start:])
}

// text makes a value of a string and its terminator there.
func (e *encoder) text(inst int32, s []byte) libpcp.Value {
	s = s[:min(len(s), libpcp.MaxBlock-1)]
	start := len(e.bytes)
	e.bytes = binary.BigEndian.AppendUint32(e.bytes, uint32(libpcp.TypeString)<<24|uint32(4+len(s)+1))
	e.bytes = append(append(e.bytes, s...), 0)
	return libpcp.EncodedValue(inst, e.bytes[start:])
}
