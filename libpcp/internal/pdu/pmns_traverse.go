package pdu

import "pcptools/libpcp/internal/wire"

// PMNSTraverse asks for the full names of all metrics at and below Name, ""
// being the root; the reply is a [PMNSNames].
//
//	0c  0
//	10  length of the name in bytes
//	14  name
type PMNSTraverse struct {
	Name string
}

// Decode reads a whole PDU.
func (m *PMNSTraverse) Decode(b []byte) error {
	r := body(b, TypePMNSTraverse)
	r.Skip(4)
	m.Name = wire.CString(string(readCounted(&r)))
	return finish(&r, TypePMNSTraverse)
}

// Append appends the PDU to dst.
func (m *PMNSTraverse) Append(dst []byte) []byte {
	dst, start := begin(dst, TypePMNSTraverse)
	dst = wire.AppendUint32(dst, 0)
	return end(appendCounted(dst, m.Name), start)
}
