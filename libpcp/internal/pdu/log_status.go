package pdu

import (
	"bytes"
	"errors"
	"time"

	"pcptools/libpcp/internal/wire"
)

// LogStatus is the status of a pmlogger. The times have their 64-bit
// seconds with the low word first, the size has the high word first. Strings
// have their final NUL counted.
//
//	0c  start: low word of seconds, high word, nanoseconds
//	18  last record
//	24  now
//	30  0 not started yet, 1 started
//	34  number of the current volume
//	38  its size in bytes      (two words)
//	40  lengths in bytes of the six strings, 0 for none
//	58  strings, the whole filled up to a word
type LogStatus struct {
	Start, Last, Now time.Time
	State            int32
	Volume           int32
	Size             int64

	PMCDHost       string
	PMCDAddress    string // how pmlogger reached it
	PMCDTimezone   string
	PMCDZoneinfo   string
	LoggerTimezone string
	LoggerZoneinfo string
}

const maxLogString = 256

var errLogString = errors.New("string too long")

// strings lists the strings in the order of the PDU.
func (m *LogStatus) strings() [6]*string {
	return [...]*string{&m.PMCDHost, &m.PMCDAddress, &m.PMCDTimezone, &m.PMCDZoneinfo,
		&m.LoggerTimezone, &m.LoggerZoneinfo}
}

// Decode reads a whole PDU.
func (m *LogStatus) Decode(b []byte) error {
	r := body(b, TypeLogStatus)
	m.Start, m.Last, m.Now = readLogTime(&r), readLogTime(&r), readLogTime(&r)
	m.State, m.Volume, m.Size = r.Int32(), r.Int32(), r.Int64()
	var lengths [6]int
	for i := range lengths {
		lengths[i] = int(r.Int32())
	}
	for i, s := range m.strings() {
		if lengths[i] > maxLogString {
			r.Fail(errLogString)
		}
		*s = untilNUL(r.Bytes(lengths[i]))
	}
	r.Skip(min(r.Len(), 3))
	return finish(&r, TypeLogStatus)
}

func readLogTime(r *wire.Reader) time.Time {
	low, high := r.Uint32(), r.Uint32()
	return time.Unix(int64(uint64(high)<<32|uint64(low)), int64(r.Int32()))
}

// untilNUL is the string that C sees in b.
func untilNUL(b []byte) string {
	s, _, _ := bytes.Cut(b, []byte{0})
	return string(s)
}

// Append appends the PDU to dst.
func (m *LogStatus) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeLogStatus)
	dst = appendLogTime(dst, m.Start)
	dst = appendLogTime(dst, m.Last)
	dst = appendLogTime(dst, m.Now)
	dst = wire.AppendInt32(dst, m.State)
	dst = wire.AppendInt32(dst, m.Volume)
	dst = wire.AppendInt64(dst, m.Size)
	for _, s := range m.strings() {
		n := len(*s)
		if n > 0 {
			n++
		}
		dst = wire.AppendUint32(dst, uint32(n))
	}
	for _, s := range m.strings() {
		if *s != "" {
			dst = append(append(dst, *s...), 0)
		}
	}
	return end(wire.AppendPadding(dst, len(dst)-start), start)
}

func appendLogTime(dst []byte, t time.Time) []byte {
	sec := uint64(t.Unix())
	dst = wire.AppendUint32(dst, uint32(sec))
	dst = wire.AppendUint32(dst, uint32(sec>>32))
	return wire.AppendUint32(dst, uint32(t.Nanosecond()))
}
