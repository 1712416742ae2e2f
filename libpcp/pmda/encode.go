package pmda

import (
	"encoding/binary"
	"math"
	"slices"

	"pcptools/libpcp"
)

// An Encoder encodes values with few allocations for their blocks. The zero
// value is ready to use, by one goroutine at a time.
type Encoder struct {
	piece []byte // for numbers and strings, while they fit
	size  int    // of all pieces so far
}

// encoder makes the value sets of a fetch.
type encoder struct {
	Encoder
	metric *Metric
	values []libpcp.Value // of all metrics …
	first  int            // … and where the values of this one start
	format libpcp.Format  // of the last value
}

// begin starts the values of a metric.
func (e *encoder) begin(m *Metric) {
	if len(e.values) == cap(e.values) {
		e.values = nil // so that growing copies none of them
	}
	e.metric, e.first, e.format = m, len(e.values), libpcp.InSitu
}

// adopt makes values the values of the metric.
func (e *encoder) adopt(format libpcp.Format, values []libpcp.Value) {
	e.format, e.values, e.first = format, slices.Clip(values), 0
}

// expect makes room for n values of the metric. It does not move values in use.
func (e *encoder) expect(n int) {
	if cap(e.values)-len(e.values) < n {
		e.values, e.first = make([]libpcp.Value, 0, n), 0
	}
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

// end returns the values since begin.
func (e *encoder) end() (libpcp.Format, []libpcp.Value) {
	if e.first == len(e.values) {
		return libpcp.InSitu, nil
	}
	return e.format, e.values[e.first:len(e.values):len(e.values)]
}

// drop forgets the values since begin.
func (e *encoder) drop() { e.values = e.values[:e.first] }

// release leaves the memory to the holders of the values.
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
	v, format, err := e.Value(inst, a)
	if err != nil {
		return err
	}
	if len(e.values) > e.first && format != e.format {
		return libpcp.ErrType // a set has one format
	}
	e.values, e.format = append(e.values, v), format
	return nil
}

// Value encodes an atom as a value, and returns its format.
func (e *Encoder) Value(inst int32, a libpcp.Atom) (libpcp.Value, libpcp.Format, error) {
	switch a.Type {
	case libpcp.Type32, libpcp.TypeU32:
		return libpcp.Value{Inst: inst, Word: uint32(a.Uint64())}, libpcp.InSitu, nil
	case libpcp.Type64, libpcp.TypeU64:
		return e.number64(inst, a.Type, a.Uint64()), libpcp.PointerDynamic, nil
	case libpcp.TypeDouble:
		return e.number64(inst, a.Type, math.Float64bits(a.Float64())), libpcp.PointerDynamic, nil
	case libpcp.TypeString:
		return e.text(inst, a.Bytes()), libpcp.PointerDynamic, nil
	}
	return libpcp.NewValue(inst, a)
}

// number64 makes a value of a number, in the common memory.
func (e *Encoder) number64(inst int32, t libpcp.Type, bits uint64) libpcp.Value {
	b := binary.BigEndian.AppendUint32(e.room(12), uint32(t)<<24|12)
	return libpcp.EncodedValue(inst, binary.BigEndian.AppendUint64(b, bits))
}

// text makes a value of a string and its terminator there.
func (e *Encoder) text(inst int32, s []byte) libpcp.Value {
	s = s[:min(len(s), libpcp.MaxBlock-1)]
	size := 4 + len(s) + 1
	b := binary.BigEndian.AppendUint32(e.room(size), uint32(libpcp.TypeString)<<24|uint32(size))
	return libpcp.EncodedValue(inst, append(append(b, s...), 0))
}
