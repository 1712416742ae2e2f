package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// PMNSChild asks for the last components of the names one level below Name,
// "" being the root; the reply is a [PMNSNames], with statuses on request.
//
//	0c  1 with statuses, 0 without
//	10  length of the name in bytes
//	14  name
type PMNSChild struct {
	Name   string
	Status bool
}

// Decode reads a whole PDU.
func (m *PMNSChild) Decode(b []byte) error {
	r := body(b, TypePMNSChild)
	m.Status = r.Int32() != 0
	m.Name = wire.CString(string(readCounted(&r)))
	return finish(&r, TypePMNSChild)
}

// Append appends the PDU to dst.
func (m *PMNSChild) Append(dst []byte) []byte {
	dst, start := begin(dst, TypePMNSChild)
	subtype := uint32(0)
	if m.Status {
		subtype = 1
	}
	dst = wire.AppendUint32(dst, subtype)
	return end(appendCounted(dst, m.Name), start)
}

// Answer makes the reply.
func (m *PMNSChild) Answer(children []libpcp.Child) *PMNSNames {
	var reply PMNSNames
	for _, c := range children {
		reply.Names = append(reply.Names, c.Name)
		switch {
		case !m.Status:
		case c.Leaf:
			reply.Status = append(reply.Status, StatusLeaf)
		default:
			reply.Status = append(reply.Status, StatusInner)
		}
	}
	return &reply
}
