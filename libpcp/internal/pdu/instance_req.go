package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// InstanceReq asks about an instance domain; the reply is an [Instance].
// With NullInst and no name it asks for all instances, with an instance for
// its name and with a name for its instance.
//
//	0c  indom
//	10  0, 0                   (formerly a time)
//	18  instance
//	1c  length of the name in bytes
//	20  name
type InstanceReq struct {
	InDom libpcp.InDom
	Inst  int32
	Name  string
}

// Decode reads a whole PDU.
func (m *InstanceReq) Decode(b []byte) error {
	r := body(b, TypeInstanceReq)
	m.InDom = libpcp.InDom(r.Uint32())
	r.Skip(8)
	m.Inst = r.Int32()
	m.Name = wire.CString(string(readCounted(&r)))
	return finish(&r, TypeInstanceReq)
}

// Append appends the PDU to dst.
func (m *InstanceReq) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeInstanceReq)
	dst = wire.AppendUint32(dst, uint32(m.InDom))
	dst = wire.AppendUint64(dst, 0)
	dst = wire.AppendInt32(dst, m.Inst)
	return end(appendCounted(dst, m.Name), start)
}

// Answer makes the reply from all instances, or from the name or the number of the
// one asked about.
func (m *InstanceReq) Answer(all func() ([]libpcp.Instance, error), name func() (string, error), id func() (int32, error)) (*Instance, error) {
	reply := &Instance{InDom: m.InDom}
	var err error
	one := libpcp.Instance{ID: libpcp.NullInst}
	switch {
	case m.Inst != libpcp.NullInst:
		one.Name, err = name()
	case m.Name != "":
		one.ID, err = id()
	default:
		reply.Instances, err = all()
		return reply, err
	}
	reply.Instances = []libpcp.Instance{one}
	return reply, err
}
