package pdu

import "pcptools/libpcp/internal/wire"

// LogRequest asks pmlogger for something that is not about metrics.
//
//	0c  request
type LogRequest struct {
	Request int32
}

// The requests, and their replies.
const (
	LogNewVolume int32 = 1 // Error, with the number of the new volume as code
	LogGetStatus int32 = 2 // LogStatus or LogStatusV2
	LogSync      int32 = 3 // Error
)

// Decode reads a whole PDU.
func (m *LogRequest) Decode(b []byte) error {
	r := body(b, TypeLogRequest)
	m.Request = r.Int32()
	return finish(&r, TypeLogRequest)
}

// Append appends the PDU to dst.
func (m *LogRequest) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeLogRequest)
	dst = wire.AppendInt32(dst, m.Request)
	return end(dst, start)
}
