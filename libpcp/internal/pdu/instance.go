package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Instance is the reply to [InstanceReq]: all instances, or one. Of one, the
// half that was asked with is missing: its ID is NullInst or its name empty.
// After Decode the names alias the input.
//
//	0c  indom
//	10  number of instances
//	14  per instance: instance, length of its name in bytes, name
type Instance struct {
	InDom     libpcp.InDom
	Instances []libpcp.Instance
}

// Decode reads a whole PDU.
func (m *Instance) Decode(b []byte) error {
	r := body(b, TypeInstance)
	m.InDom = libpcp.InDom(r.Uint32())
	n := r.Count(8)
	m.Instances = make([]libpcp.Instance, n)
	for i := range m.Instances {
		m.Instances[i].ID = r.Int32()
		m.Instances[i].Name = readText(&r)
	}
	return finish(&r, TypeInstance)
}

// Append appends the PDU to dst.
func (m *Instance) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeInstance)
	dst = wire.AppendUint32(dst, uint32(m.InDom))
	dst = wire.AppendUint32(dst, uint32(len(m.Instances)))
	for _, inst := range m.Instances {
		dst = wire.AppendInt32(dst, inst.ID)
		dst = appendCounted(dst, inst.Name)
	}
	return end(dst, start)
}
