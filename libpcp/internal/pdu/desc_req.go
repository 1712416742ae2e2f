package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// DescReq asks for the descriptor of one metric; the reply is a [Desc].
//
//	0c  pmid
type DescReq struct {
	PMID libpcp.PMID
}

// Decode reads a whole PDU.
func (m *DescReq) Decode(b []byte) error {
	r := body(b, TypeDescReq)
	m.PMID = libpcp.PMID(r.Uint32())
	return finish(&r, TypeDescReq)
}

// Append appends the PDU to dst.
func (m *DescReq) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeDescReq)
	dst = wire.AppendUint32(dst, uint32(m.PMID))
	return end(dst, start)
}
