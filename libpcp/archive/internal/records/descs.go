package records

import (
	"encoding/binary"
	"slices"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// addDesc enters a descriptor and its names.
func (m *Metadata) addDesc(payload []byte, where extent) error {
	d := &m.scratch
	if err := d.Decode(payload); err != nil {
		return where.misnamed(d.Count)
	}
	if m.noExtra {
		d.Units = d.Units.WithoutExtra()
	}
	old, again := m.descs[d.PMID]
	for _, name := range d.Names {
		m.addName(name, d.PMID, again)
	}
	if again {
		return agree(&old, &d.Desc)
	}
	m.descs[d.PMID] = d.Desc
	return nil
}

// addName enters a name, once; again says that it may be there.
func (m *Metadata) addName(name []byte, id libpcp.PMID, again bool) {
	if again && m.named == nil {
		m.named = make(map[metricName]bool, len(m.names))
		for _, n := range m.names {
			m.named[n] = true
		}
	}
	if m.named[metricName{string(name), id}] {
		return
	}
	n := metricName{string(name), id}
	if m.named != nil {
		m.named[n] = true
	}
	if len(m.names) == cap(m.names) {
		m.names = slices.Grow(m.names, max(64, len(m.names))) // append would copy more often
	}
	m.names = append(m.names, n)
}

// misnamed is the error for a descriptor record whose n names do not fill it.
// Libpcp (C) reads on behind the record. A length below zero it does not notice,
// but the system does.
func (x extent) misnamed(n int32) error {
	for off := x.off + logfile.NamesOffset; n > 0; n-- {
		b, err := x.file.view(off, 4)
		if err != nil || len(b) < 4 {
			return libpcp.ErrLogRec
		}
		length := int32(binary.BigEndian.Uint32(b))
		if length < 0 {
			return libpcp.Errno(syscall.EFAULT)
		}
		off += 4 + int64(length)
	}
	return libpcp.ErrLogRec
}

// Desc is the descriptor of a metric.
func (m *Metadata) Desc(id libpcp.PMID) (libpcp.Desc, bool) {
	d, ok := m.descs[id]
	return d, ok
}

// Descs is the descriptors of metrics.
type Descs map[libpcp.PMID]libpcp.Desc

// Define enters a descriptor, which must agree with an earlier one of the
// same metric.
func (t Descs) Define(d libpcp.Desc) error {
	if err := t.Agrees(&d); err != nil {
		return err
	}
	t[d.PMID] = d
	return nil
}

// Agrees compares a descriptor with an earlier one of the same metric.
func (t Descs) Agrees(d *libpcp.Desc) error {
	if old, known := t[d.PMID]; known {
		return agree(&old, d)
	}
	return nil
}

// agree compares two descriptors of a metric.
func agree(old, d *libpcp.Desc) error {
	switch {
	case old.Type != d.Type:
		return libpcp.ErrLogChangeType
	case old.Sem != d.Sem:
		return libpcp.ErrLogChangeSem
	case old.InDom != d.InDom:
		return libpcp.ErrLogChangeInDom
	case old.Units != d.Units:
		return libpcp.ErrLogChangeUnits
	}
	return nil
}
