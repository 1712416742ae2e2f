package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// TextReq asks for a help text; the reply is a [Text].
//
//	0c  pmid or indom
//	10  kind of text
type TextReq struct {
	ID libpcp.TextID
}

// Decode reads a whole PDU.
func (m *TextReq) Decode(b []byte) error {
	r := body(b, TypeTextReq)
	m.ID.Ident = r.Uint32()
	m.ID.Kind = libpcp.TextKind(r.Uint32())
	return finish(&r, TypeTextReq)
}

// Append appends the PDU to dst.
func (m *TextReq) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeTextReq)
	dst = wire.AppendUint32(dst, m.ID.Ident)
	dst = wire.AppendUint32(dst, uint32(m.ID.Kind))
	return end(dst, start)
}
