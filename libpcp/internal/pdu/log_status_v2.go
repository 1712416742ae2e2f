package pdu

import "pcptools/libpcp/internal/wire"

// LogStatusV2 is the status of a pmlogger in version 2 of its protocol, without
// zone information files. Append cuts hosts to 63 bytes, zones to 39.
//
//	0c  padding
//	10  start: seconds, microseconds
//	18  last record
//	20  now
//	28  0 not started yet, 1 started
//	2c  number of the current volume
//	30  its size in bytes      (two words)
//	38  host of pmcd           (64 bytes, filled up with NUL)
//	78  address of pmcd        (64 bytes)
//	b8  time zone of pmcd      (40 bytes)
//	e0  time zone of pmlogger  (40 bytes)
type LogStatusV2 LogStatus

const (
	logHostLen = 64
	logZoneLen = 40
)

// Decode reads a whole PDU.
func (m *LogStatusV2) Decode(b []byte) error {
	r := body(b, TypeLogStatusV2)
	r.Skip(4)
	m.Start, m.Last, m.Now = readTimeval(&r), readTimeval(&r), readTimeval(&r)
	m.State, m.Volume, m.Size = r.Int32(), r.Int32(), r.Int64()
	m.PMCDHost = untilNUL(r.Bytes(logHostLen))
	m.PMCDAddress = untilNUL(r.Bytes(logHostLen))
	m.PMCDTimezone = untilNUL(r.Bytes(logZoneLen))
	m.LoggerTimezone = untilNUL(r.Bytes(logZoneLen))
	return finish(&r, TypeLogStatusV2)
}

// Append appends the PDU to dst.
func (m *LogStatusV2) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeLogStatusV2)
	dst = wire.AppendUint32(dst, 0)
	dst = appendTimeval(dst, m.Start)
	dst = appendTimeval(dst, m.Last)
	dst = appendTimeval(dst, m.Now)
	dst = wire.AppendInt32(dst, m.State)
	dst = wire.AppendInt32(dst, m.Volume)
	dst = wire.AppendInt64(dst, m.Size)
	dst = appendField(dst, m.PMCDHost, logHostLen)
	dst = appendField(dst, m.PMCDAddress, logHostLen)
	dst = appendField(dst, m.PMCDTimezone, logZoneLen)
	dst = appendField(dst, m.LoggerTimezone, logZoneLen)
	return end(dst, start)
}

// appendField appends s in n bytes, at least one of which is NUL.
func appendField(dst []byte, s string, n int) []byte {
	s = s[:min(len(s), n-1)]
	dst = append(dst, s...)
	return append(dst, make([]byte, n-len(s))...)
}
