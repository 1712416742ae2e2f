package pdu

import "pcptools/libpcp/internal/wire"

// TraceAck is what the trace agent answers: the version of the protocol when a
// program connects, then the kind of each event that asked for an answer.
//
//	0c  version or kind, or a negative error
type TraceAck struct {
	Code int32
}

// Decode reads a whole PDU.
func (m *TraceAck) Decode(b []byte) error {
	r := body(b, TypeTraceAck)
	m.Code = r.Int32()
	return finish(&r, TypeTraceAck)
}

// Append appends the PDU to dst.
func (m *TraceAck) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeTraceAck)
	return end(wire.AppendInt32(dst, m.Code), start)
}
