package libpcp

import (
	"errors"
	"fmt"
	"time"

	"pcptools/libpcp/internal/wire"
)

// EventFlags says what an event record is (PM_EVENT_FLAG_*).
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
	// Missed is the number of records lost, when Flags has EventMissed; then
	// there are no parameters.
	Missed int32
	// Count is the number of parameters as the record states it. A negative
	// one is a mistake of the agent's, which goes with no parameters.
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

// UnpackEvents takes the records out of a block of TypeEvent or
// TypeHighResEvent (pmUnpackEventRecords(3), pmUnpackHighResEventRecords(3)).
// The blocks of parameters alias b.
//
// The error is ErrType for a block or parameter of another type, ErrTooSmall
// for an array without a count or a negative one, ErrTooBig for one that ends
// too soon and ErrConv for a record with EventMissed and other flags. Unlike
// the genuine library this holds too when a parameter is shorter than its
// type.
func UnpackEvents(b Block) ([]EventRecord, error) {
	if !b.Type.Event() {
		return nil, eventError(ErrType, errEventType)
	}
	e := eventReader{Reader: wire.NewReader(b.Data), highRes: b.Type == TypeHighResEvent}
	n := e.Int32()
	if e.Err() != nil || n < 0 {
		return nil, eventError(ErrTooSmall, errEventShort)
	}
	params, err := e.check(n)
	if err != nil || n == 0 {
		return nil, err
	}
	return e.unpack(make([]EventRecord, n), params), nil
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
			_, block := e.param()
			if e.Err() != nil {
				return 0, eventError(ErrTooBig, errEventShort)
			}
			if block.Type > TypeAggregateStatic {
				err = eventError(ErrType, errEventType)
			}
			params++
		}
	}
	return params, err
}

// unpack fills in the records of an array that check has accepted.
func (e *eventReader) unpack(records []EventRecord, params int) []EventRecord {
	sets, values := make([]ValueSet, params), make([]Value, params)
	for i := range records {
		rec := e.record()
		n := max(rec.Count, 0)
		rec.Params, sets = sets[:n:n], sets[n:]
		for j := range rec.Params {
			id, block := e.param()
			rec.Params[j], values = paramSet(id, block, values[:1:1]), values[1:]
		}
		records[i] = rec
	}
	return records
}

// paramSet is a parameter as a value set, with its value in values.
func paramSet(id PMID, b Block, values []Value) ValueSet {
	s := ValueSet{PMID: id, Format: PointerDynamic, Values: values}
	values[0] = Value{Inst: NullInst, Block: b}
	if b.Type == Type32 || b.Type == TypeU32 {
		word := wire.NewReader(b.Data)
		s.Format = InSitu
		values[0] = Value{Inst: NullInst, Word: word.Uint32()}
	}
	return s
}

// record reads what comes before the parameters of a record.
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

// param reads one parameter. Too little data for its type is a failure.
//
//	pmid
//	type (8 bits) | length in bytes (24 bits), these four included
//	value, filled up to a word
func (e *eventReader) param() (PMID, Block) {
	id := PMID(e.Uint32())
	header := e.Uint32()
	length := int(header&0xffffff) - 4
	b := Block{Type: Type(header >> 24), Data: e.Bytes(length)}
	e.Skip(wire.Padded(length) - length)
	switch size := b.Type.size(); {
	case len(b.Data) < size:
		e.Fail(wire.ErrShort)
	case size > 0:
		b.Data = b.Data[:size:size]
	}
	return id, b
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
