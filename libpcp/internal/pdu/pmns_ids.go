package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// PMNSIDs is the reply to [PMNSNames], one identifier for each name, NullPMID
// for those not found; as a request it asks for the names of one metric.
//
//	0c  number of names found; 0 in a request
//	10  number of pmids
//	14  pmids
type PMNSIDs struct {
	Status int32
	IDs    []libpcp.PMID
}

// Decode reads a whole PDU.
func (m *PMNSIDs) Decode(b []byte) error {
	r := body(b, TypePMNSIDs)
	m.Status = r.Int32()
	m.IDs = readIDs(&r)
	return finish(&r, TypePMNSIDs)
}

// Append appends the PDU to dst.
func (m *PMNSIDs) Append(dst []byte) []byte {
	dst, start := begin(dst, TypePMNSIDs)
	dst = wire.AppendInt32(dst, m.Status)
	return end(appendIDs(dst, m.IDs), start)
}
