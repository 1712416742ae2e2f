package format

import (
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// appendEvents sums up an array of event records: the number of records, the
// number of missed records, and the times of the first and last.
func (l Layout) appendEvents(dst []byte, b libpcp.Block, highRes bool) []byte {
	s := scanEvents(b.Data, highRes)
	dst = strconv.AppendInt(append(dst, '['), int64(s.records), 10)
	dst = append(dst, " event record"...)
	if s.records != 1 {
		dst = append(dst, 's')
	}
	if s.missed > 0 {
		dst = strconv.AppendInt(append(dst, " ("...), int64(s.missed), 10)
		dst = append(dst, " missed)"...)
	}
	switch {
	case s.records == 1:
		dst = s.first.append(append(dst, " timestamp "...), l.Zone)
	case s.records > 1:
		dst = s.first.append(append(dst, " timestamps "...), l.Zone)
		dst = s.last.append(append(dst, "..."...), l.Zone)
	}
	return append(dst, ']')
}

// eventSummary is what an event array shows without being unpacked.
type eventSummary struct {
	records, missed int32
	first, last     eventTime
}

// scanEvents walks the records of an array. It reproduces two defects of libpcp
// (C) that show in output: it ignores the last record's flags, and does not
// advance past a record of missed records, which therefore counts once for
// every remaining step, and supplies the last time.
func scanEvents(data []byte, highRes bool) (s eventSummary) {
	r := wire.NewReader(data)
	s.records = r.Int32()
	for i := int32(0); i < s.records && r.Err() == nil; i++ {
		e := readEventHead(&r, highRes)
		if r.Err() != nil {
			break
		}
		if i == 0 {
			s.first = e.time
		}
		s.last = e.time
		if e.flags&libpcp.EventMissed != 0 {
			s.missed += e.params * (s.records - 1 - i)
			break
		}
		if i < s.records-1 {
			skipParams(&r, e.params)
		}
	}
	return s
}

// eventHead is what every event record starts with.
type eventHead struct {
	time   eventTime
	flags  libpcp.EventFlags
	params int32
}

func readEventHead(r *wire.Reader, highRes bool) (e eventHead) {
	e.time.highRes = highRes
	if highRes {
		e.time.sec, e.time.frac = r.Int64(), r.Int64()
	} else {
		e.time.sec, e.time.frac = int64(r.Int32()), int64(r.Int32())
	}
	e.flags, e.params = libpcp.EventFlags(r.Uint32()), r.Int32()
	return e
}

// skipParams passes over a record's parameters: for each an identifier, and a
// word of type and length that counts itself.
func skipParams(r *wire.Reader, n int32) {
	for ; n > 0 && r.Err() == nil; n-- {
		r.Skip(4)
		length := int(r.Uint32() & 0xffffff)
		r.Skip(wire.Padded(length) - 4)
	}
}

// eventTime is a record's time as it stands there, possibly out of range.
type eventTime struct {
	sec, frac int64 // micro- or nanoseconds
	highRes   bool
}

func (t eventTime) append(dst []byte, zone *time.Location) []byte {
	when := time.Unix(t.sec, 0)
	if zone != nil {
		when = when.In(zone)
	}
	dst = append(appendClock(dst, when), '.')
	if t.highRes {
		return appendPadded(dst, int64(int32(t.frac)), 9)
	}
	return appendPadded(dst, t.frac/1000, 3)
}
