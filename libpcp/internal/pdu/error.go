package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Error is a status: the reply to a request that failed or has nothing else
// to say. A positive code before a result reports changes in pmcd (see
// libpcp.StateChange). It comes in two forms, the longer with a datum, which
// pmcd uses for its [Greeting]; pmlogger greets with the shorter, its protocol
// version being the code.
//
//	0c  code
//	10  datum                  (extended form only)
type Error struct {
	Code     libpcp.Error
	Extended bool
	Datum    uint32
}

// Decode reads a whole PDU.
func (m *Error) Decode(b []byte) error {
	r := body(b, TypeError)
	*m = Error{Code: libpcp.Error(r.Int32()), Extended: len(b) > HeaderLen+4}
	if m.Extended {
		m.Datum = r.Uint32()
	}
	return finish(&r, TypeError)
}

// Append appends the PDU to dst.
func (m *Error) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeError)
	dst = wire.AppendInt32(dst, int32(m.Code))
	if m.Extended {
		dst = wire.AppendUint32(dst, m.Datum)
	}
	return end(dst, start)
}
