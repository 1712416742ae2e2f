package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Instance is the reply to [InstanceReq]: all instances, or one. Of one, the
// half that was asked with is missing: its ID is NullInst or its name empty.
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
	names := newNames(b, n)
	for i := range m.Instances {
		m.Instances[i].ID = r.Int32()
		m.Instances[i].Name = names.next(&r)
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

// names takes many strings out of a PDU that share one copy of it.
type names string

func newNames(b []byte, n int) names {
	if n == 0 {
		return ""
	}
	return names(b)
}

// next reads a counted string from r, which reads the same PDU.
func (s names) next(r *wire.Reader) string {
	n := r.Count(1)
	from := r.Offset()
	r.Skip(n)
	r.Skip(min(wire.Padded(n)-n, r.Len()))
	if r.Err() != nil {
		return ""
	}
	return string(s[from : from+n])
}
