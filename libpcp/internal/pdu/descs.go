package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Descs has the descriptors of all metrics in the request, in that order. The
// descriptor of an unknown metric has NullPMID; its other fields mean nothing.
//
//	0c  number of descriptors
//	10  descriptors, five words each as in DESC
type Descs struct {
	Descs []libpcp.Desc
}

// Decode reads a whole PDU.
func (m *Descs) Decode(b []byte) error {
	r := body(b, TypeDescs)
	n := r.Count(descLen)
	if n == 0 {
		r.Fail(errNoIDs)
	}
	m.Descs = make([]libpcp.Desc, n)
	for i := range m.Descs {
		m.Descs[i] = readDesc(&r)
	}
	return finish(&r, TypeDescs)
}

// Append appends the PDU to dst.
func (m *Descs) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeDescs)
	dst = wire.AppendUint32(dst, uint32(len(m.Descs)))
	for i := range m.Descs {
		dst = appendDesc(dst, &m.Descs[i])
	}
	return end(dst, start)
}
