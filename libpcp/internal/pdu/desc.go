package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Desc is the descriptor of one metric.
//
//	0c  pmid
//	10  type
//	14  indom
//	18  semantics
//	1c  units
type Desc struct {
	Desc libpcp.Desc
}

const descLen = 20

// Decode reads a whole PDU.
func (m *Desc) Decode(b []byte) error {
	r := body(b, TypeDesc)
	m.Desc = readDesc(&r)
	return finish(&r, TypeDesc)
}

// Append appends the PDU to dst.
func (m *Desc) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeDesc)
	return end(appendDesc(dst, &m.Desc), start)
}

func readDesc(r *wire.Reader) libpcp.Desc {
	return libpcp.Desc{
		PMID:  libpcp.PMID(r.Uint32()),
		Type:  libpcp.Type(r.Int32()),
		InDom: libpcp.InDom(r.Uint32()),
		Sem:   libpcp.Semantics(r.Int32()),
		Units: libpcp.Units(r.Uint32()),
	}
}

func appendDesc(dst []byte, d *libpcp.Desc) []byte {
	dst = wire.AppendUint32(dst, uint32(d.PMID))
	dst = wire.AppendInt32(dst, int32(d.Type))
	dst = wire.AppendUint32(dst, uint32(d.InDom))
	dst = wire.AppendInt32(dst, int32(d.Sem))
	return wire.AppendUint32(dst, uint32(d.Units))
}
