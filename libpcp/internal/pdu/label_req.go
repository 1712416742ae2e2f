package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// LabelReq asks for labels; the reply is a [Label]. A request for labels of
// instances needs a profile before it.
//
//	0c  identifier
//	10  class
type LabelReq struct {
	ID libpcp.LabelID
}

// Decode reads a whole PDU.
func (m *LabelReq) Decode(b []byte) error {
	r := body(b, TypeLabelReq)
	m.ID.Ident = r.Uint32()
	m.ID.Class = libpcp.LabelClass(r.Uint32())
	return finish(&r, TypeLabelReq)
}

// Append appends the PDU to dst.
func (m *LabelReq) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeLabelReq)
	dst = wire.AppendUint32(dst, m.ID.Ident)
	dst = wire.AppendUint32(dst, uint32(m.ID.Class))
	return end(dst, start)
}
