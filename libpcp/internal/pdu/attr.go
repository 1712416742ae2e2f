package pdu

import "pcptools/libpcp/internal/wire"

// Attr carries a connection attribute, or, with the key zero, a message of
// SASL authentication (AUTH). The payload runs to the end of the PDU, without
// padding or terminator; Decode makes it alias the input.
//
//	0c  key of the attribute, or 0
//	10  payload
type Attr struct {
	Key     int32
	Payload []byte
}

// The keys of attributes that are sent (PCP_ATTR_*): the container to pmcd, the
// user's by pmcd to its agents.
const (
	AttrAuth      int32 = 0 // SASL
	AttrUsername  int32 = 5
	AttrUserID    int32 = 11
	AttrGroupID   int32 = 12
	AttrProcessID int32 = 14
	AttrContainer int32 = 15
)

// Decode reads a whole PDU.
func (m *Attr) Decode(b []byte) error {
	r := body(b, TypeAttr)
	m.Key = r.Int32()
	m.Payload = r.Bytes(r.Len())
	return finish(&r, TypeAttr)
}

// Append appends the PDU to dst.
func (m *Attr) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeAttr)
	dst = wire.AppendInt32(dst, m.Key)
	dst = append(dst, m.Payload...)
	return end(dst, start)
}
