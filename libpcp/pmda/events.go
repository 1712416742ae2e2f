package pmda

import (
	"encoding/binary"
	"math"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// EventArray builds the value of a metric of TypeEvent, or of
// TypeHighResEvent if HighRes is set: an array of event records
// (pmdaEventNewArray(3)). The zero value is an empty array. What goes into it
// comes out of libpcp.UnpackEvents.
//
//	array.Reset()
//	array.Add(time.Now(), libpcp.EventPoint)
//	array.Param(r.PMID(0, 134), libpcp.StringAtom("hello"))
//	return array.Atom(), nil
//
// An array holds at most libpcp.MaxBlock bytes. What would exceed that is not
// added (libpcp.ErrTooBig), nor then are further parameters of the same
// record.
type EventArray struct {
	HighRes bool // to be set before the first record

	data    []byte // count and records
	records uint32
	params  int // where the last record's number of parameters is, or 0
	count   uint32
}

// Reset drops all records, and keeps the memory for others. Values made of
// the array before are no longer valid.
func (a *EventArray) Reset() {
	a.data, a.records, a.params, a.count = a.data[:0], 0, 0, 0
}

// Release drops all records and the memory. The array can be used again.
func (a *EventArray) Release() { *a = EventArray{HighRes: a.HighRes} }

// Len is the number of records.
func (a *EventArray) Len() int { return int(a.records) }

// Add starts a record. With EventMissed the error is libpcp.ErrConv; see
// [EventArray.AddMissed].
func (a *EventArray) Add(t time.Time, flags libpcp.EventFlags) error {
	if flags&libpcp.EventMissed != 0 {
		return libpcp.ErrConv
	}
	if err := a.head(t, flags, 0); err != nil {
		return err
	}
	a.params = len(a.data) - 4
	return nil
}

// AddMissed adds a record of how many others have been lost.
func (a *EventArray) AddMissed(t time.Time, n int32) error {
	return a.head(t, libpcp.EventMissed, uint32(n))
}

// head appends the head of a record, up to its parameters.
func (a *EventArray) head(t time.Time, flags libpcp.EventFlags, n uint32) error {
	a.params, a.count = 0, 0
	if a.full(24) {
		return libpcp.ErrTooBig
	}
	if len(a.data) == 0 {
		a.data = wire.AppendUint32(a.data, 0)
	}
	if a.HighRes {
		a.data = wire.AppendInt64(a.data, t.Unix())
		a.data = wire.AppendInt64(a.data, int64(t.Nanosecond()))
	} else {
		a.data = wire.AppendInt32(a.data, int32(t.Unix()))
		a.data = wire.AppendInt32(a.data, int32(t.Nanosecond()/1000))
	}
	a.data = wire.AppendUint32(a.data, uint32(flags))
	a.data = wire.AppendUint32(a.data, n)
	a.records++
	return nil
}

func (a *EventArray) full(more int) bool { return len(a.data)+more+4 > libpcp.MaxBlock }

// Param adds a parameter to the record started last: the value of a metric,
// whose type need not be the type in its descriptor. The error is libpcp.ErrType
// for types other than numbers, TypeString and TypeAggregate, and
// libpcp.ErrNoContext without a record.
func (a *EventArray) Param(id libpcp.PMID, v libpcp.Atom) error {
	size, err := paramSize(v)
	switch {
	case err != nil:
		return err
	case a.params == 0:
		return libpcp.ErrNoContext
	case a.full(8 + wire.Padded(size)):
		a.params = 0
		return libpcp.ErrTooBig
	}
	a.data = wire.AppendUint32(a.data, uint32(id))
	a.data = wire.AppendUint32(a.data, uint32(v.Type)<<24|uint32(4+size))
	switch {
	case !v.Type.Numeric():
		a.data = wire.AppendPadded(a.data, v.Bytes())
	case v.Type == libpcp.TypeFloat:
		a.data = wire.AppendUint32(a.data, math.Float32bits(float32(v.Float64())))
	case v.Type == libpcp.TypeDouble:
		a.data = wire.AppendUint64(a.data, math.Float64bits(v.Float64()))
	case size == 4:
		a.data = wire.AppendUint32(a.data, uint32(v.Uint64()))
	default:
		a.data = wire.AppendUint64(a.data, v.Uint64())
	}
	a.count++
	binary.BigEndian.PutUint32(a.data[a.params:], a.count)
	return nil
}

// paramSize is the length of a parameter's value in bytes.
func paramSize(v libpcp.Atom) (int, error) {
	switch v.Type {
	case libpcp.Type32, libpcp.TypeU32, libpcp.TypeFloat:
		return 4, nil
	case libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble:
		return 8, nil
	case libpcp.TypeString, libpcp.TypeAggregate:
		return len(v.Bytes()), nil
	}
	return 0, libpcp.ErrType
}

// Atom returns the array as a value. It is valid until the array is changed.
func (a *EventArray) Atom() libpcp.Atom {
	if len(a.data) == 0 {
		a.data = wire.AppendUint32(a.data, 0)
	}
	binary.BigEndian.PutUint32(a.data, a.records)
	t := libpcp.TypeEvent
	if a.HighRes {
		t = libpcp.TypeHighResEvent
	}
	return libpcp.BytesAtom(t, a.data)
}
