package libpcp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"time"

	"pcptools/libpcp/internal/wire"
)

// EventFlags describes an event record (PM_EVENT_FLAG_*).
type EventFlags uint32

// The flags. EventMissed excludes all others.
const (
	EventPoint  EventFlags = 1 << 0  // an event of no duration
	EventStart  EventFlags = 1 << 1  // of one with a duration
	EventEnd    EventFlags = 1 << 2  // of one with a duration
	EventID     EventFlags = 1 << 3  // the first parameter identifies it
	EventParent EventFlags = 1 << 4  // the second parameter is the parent's identifier
	EventMissed EventFlags = 1 << 31 // stands for records that were lost
)

var eventFlagNames = [...]string{"point", "start", "end", "id", "parent"}

// String lists the flags in PCP's notation, such as "start,id"
// (pmEventFlagsStr(3)).
func (f EventFlags) String() string {
	if f&EventMissed != 0 {
		return "missed"
	}
	var dst []byte
	for i, name := range eventFlagNames {
		if f&(1<<i) == 0 {
			continue
		}
		if len(dst) > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, name...)
	}
	return string(dst)
}

// EventRecord is one record of an event array.
type EventRecord struct {
	Time  time.Time
	Flags EventFlags
	// Missed is the number of records lost, when Flags has EventMissed; the record
	// then has no parameters.
	Missed int32
	// Count is the number of parameters as the record states it. A negative
	// one is an error of the agent's, which goes with no parameters.
	Count int32
	// Params are the parameters: a value set of one value each, for NullInst.
	// Numbers of 32 bits are InSitu, others in a Block of their own type;
	// strings have no NUL at their end.
	Params []ValueSet
}

// What makes an event array malformed.
var (
	errEventShort = errors.New("event array cut short")
	errEventFlags = errors.New("event flags beside missed")
	errEventType  = errors.New("event parameter type")
)

// UnpackEvents decodes the records of a block of TypeEvent or TypeHighResEvent
// (pmUnpackEventRecords(3), pmUnpackHighResEventRecords(3)). The blocks of
// parameters alias b.
//
// The error is ErrType for a block or parameter of another type, ErrTooSmall
// for an array without a count or a negative one, ErrTooBig for one that ends
// too soon and ErrConv for a record with EventMissed and other flags. Unlike
// libpcp (C) this holds too when a parameter is shorter than its type.
func UnpackEvents(b Block) ([]EventRecord, error) {
	e, n, params, err := checkEvents(b)
	if err != nil || n == 0 {
		return nil, err
	}
	records, sets, values := make([]EventRecord, n), make([]ValueSet, params), make([]Value, params)
	for i := range records {
		rec := e.record()
		count := max(rec.Count, 0)
		rec.Params, sets = sets[:count:count], sets[count:]
		for j := range rec.Params {
			rec.Params[j], values = e.param(values[:1:1]), values[1:]
		}
		records[i] = rec
	}
	return records, nil
}

// Events is UnpackEvents for arrays of any length: it returns the number of
// records, and yields them one by one, each with an iterator over its parameters
// in place of Params. A parameter is valid until the next one is
// yielded.
func Events(b Block) (n int, records iter.Seq2[EventRecord, iter.Seq[ValueSet]], err error) {
	checked, count, _, err := checkEvents(b)
	if err != nil {
		return 0, nil, err
	}
	return int(count), func(yield func(EventRecord, iter.Seq[ValueSet]) bool) {
		e, value := checked, make([]Value, 1)
		for range count {
			rec := e.record()
			left := max(rec.Count, 0)
			params := func(yield func(ValueSet) bool) {
				for left > 0 {
					left--
					if !yield(e.param(value)) {
						return
					}
				}
			}
			if !yield(rec, params) {
				return
			}
			params(func(ValueSet) bool { return true })
		}
	}, nil
}

// checkEvents returns a reader of the records of an array, the number of records
// and the number of their parameters.
func checkEvents(b Block) (e eventReader, records int32, params int, err error) {
	if !b.Type.Event() {
		return e, 0, 0, eventError(ErrType, errEventType)
	}
	e = eventReader{Reader: wire.NewReader(b.Data), highRes: b.Type == TypeHighResEvent}
	n := e.Int32()
	if e.Err() != nil || n < 0 {
		return e, 0, 0, eventError(ErrTooSmall, errEventShort)
	}
	params, err = e.check(n)
	return e, n, params, err
}

func eventError(code Error, err error) error { return fmt.Errorf("%w: %w", code, err) }

// An eventReader reads an event array, behind its count.
type eventReader struct {
	wire.Reader
	highRes bool
}

// check walks n records and returns how many parameters they have. It is on
// a copy, so that e can be read again.
func (e eventReader) check(n int32) (params int, err error) {
	for ; n > 0; n-- {
		rec := e.record()
		if e.Err() != nil {
			return 0, eventError(ErrTooBig, errEventShort)
		}
		if rec.Flags&EventMissed != 0 && rec.Flags != EventMissed {
			return 0, eventError(ErrConv, errEventFlags)
		}
		for range max(rec.Count, 0) {
			_, _, t, ok := e.encodedParam()
			if !ok {
				return 0, eventError(ErrTooBig, errEventShort)
			}
			if t > TypeAggregateStatic {
				err = eventError(ErrType, errEventType)
			}
			params++
		}
	}
	return params, err
}

// record reads the head of a record, up to its parameters.
//
//	seconds, microseconds      (a word each; two words and nanoseconds in
//	                            a TypeHighResEvent)
//	flags
//	number of parameters, or of records missed
func (e *eventReader) record() EventRecord {
	var rec EventRecord
	if e.highRes {
		sec, nsec := e.Int64(), e.Int64()
		rec.Time = time.Unix(sec, nsec)
	} else {
		sec, usec := e.Int32(), e.Int32()
		rec.Time = time.Unix(int64(sec), int64(usec)*1000)
	}
	rec.Flags = EventFlags(e.Uint32())
	rec.Count = e.Int32()
	if rec.Flags&EventMissed != 0 {
		rec.Missed, rec.Count = rec.Count, 0
	}
	return rec
}

// param reads one parameter as a value set, with its value in values. It has
// the form of a block, behind its identifier:
//
//	pmid
//	type (8 bits) | length in bytes (24 bits), these four included
//	value, filled up to a word
func (e *eventReader) param(values []Value) ValueSet {
	id, encoded, t, _ := e.encodedParam()
	s := ValueSet{PMID: id, Format: PointerDynamic, Values: values}
	data := encoded[blockHeader:]
	switch size := t.size(); {
	case t == Type32 || t == TypeU32:
		s.Format = InSitu
		values[0] = Value{Inst: NullInst, Word: binary.BigEndian.Uint32(data)}
	case size > 0 && len(data) > size:
		values[0] = BlockValue(NullInst, Block{Type: t, Data: data[:size]})
	default:
		values[0] = EncodedValue(NullInst, encoded)
	}
	return s
}

// encodedParam reads one parameter. It is not ok if that is cut, or has too
// little data for its type.
func (e *eventReader) encodedParam() (id PMID, encoded []byte, t Type, ok bool) {
	id = PMID(e.Uint32())
	peek := *e
	header := peek.Uint32()
	length := int(header & 0xffffff)
	t = Type(header >> 24)
	encoded = e.Bytes(length)
	e.Skip(wire.Padded(length) - length)
	return id, encoded, t, e.Err() == nil && length >= blockHeader+t.size()
}

// size is the length of a value of a numeric type in bytes, else zero.
func (t Type) size() int {
	switch t {
	case Type32, TypeU32, TypeFloat:
		return 4
	case Type64, TypeU64, TypeDouble:
		return 8
	}
	return 0
}
