package records

import (
	"context"
	"encoding/binary"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/release"
)

// Metadata is what the metadata files of a context's archives say, merged in
// the order in which they were listed.
type Metadata struct {
	descs   Descs
	names   []metricName
	named   map[metricName]bool // those of names, once a descriptor has come again
	visible int                 // how many of names are those of the first archive
	indoms  map[libpcp.InDom]*Domain
	labels  map[libpcp.LabelID]LabelHistory
	texts   map[libpcp.TextID]extent

	textKinds  uint16 // a bit for each kind of text there is
	noExtra    bool   // extra units of metrics are left out
	scratch    logfile.Desc
	reduceSets bool // drop labels of instances that are as before, not only when all are
}

// metricName is a name as a descriptor record gives it, in file order.
type metricName struct {
	name string
	id   libpcp.PMID
}

// EachName calls visit with each name of a metric, in file order; later says that it
// is not one of the first archive.
func (m *Metadata) EachName(visit func(name string, id libpcp.PMID, later bool)) {
	for i, n := range m.names {
		visit(n.name, n.id, i >= m.visible)
	}
}

// NameCount is the number of names.
func (m *Metadata) NameCount() int { return len(m.names) }

func newMetadata(policy Policy) *Metadata {
	return &Metadata{
		noExtra:    !policy.Release.Has(release.ExtraUnits),
		reduceSets: !policy.Release.Has(release.DynamicInstanceLabels),
		descs:      make(Descs),
		indoms:     make(map[libpcp.InDom]*Domain),
		labels:     make(map[libpcp.LabelID]LabelHistory),
		texts:      make(map[libpcp.TextID]extent),
	}
}

// load reads all records of a metadata file, each between two copies of its
// length.
func (m *Metadata) load(ctx context.Context, f *metaFile, off int64) error {
	for n := 1; ; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		head, err := f.view(off, logfile.Overhead)
		if err != nil {
			return err
		}
		if len(head) < logfile.Overhead {
			return m.complete(f, off)
		}
		length := int(int32(binary.BigEndian.Uint32(head)))
		if err := f.checkHeader(off, length, binary.BigEndian.Uint32(head[4:])); err != nil {
			return err
		}
		switch err := m.record(f, off, length); {
		case err == logfile.ErrTextKind:
			off -= 4 // libpcp (C) does not skip the second length
		case err != nil:
			return err
		}
		off += int64(length)
	}
}

func (m *Metadata) complete(f *metaFile, off int64) error {
	if len(m.descs) == 0 {
		return f.corrupt(off, "no descriptor")
	}
	return nil
}

// record reads the record of a length at off.
func (m *Metadata) record(f *metaFile, off int64, length int) error {
	b, err := f.view(off, length)
	if err != nil {
		return err
	}
	if len(b) < length || int(int32(binary.BigEndian.Uint32(b[length-4:]))) != length {
		return f.corrupt(off, "record cut short")
	}
	payload := b[4 : length-4]
	where := extent{file: f, off: off + 4, length: len(payload)}
	if err := m.decode(payload, where); err == logfile.ErrTextKind {
		return err
	} else if err != nil {
		return fmt.Errorf("%s: record at %d: %w", f.path, off, err)
	}
	return nil
}

func (m *Metadata) decode(payload []byte, where extent) error {
	switch typ := binary.BigEndian.Uint32(payload); typ {
	case logfile.TypeDesc:
		return m.addDesc(payload, where)
	case logfile.TypeInDom2, logfile.TypeInDom3, logfile.TypeInDomDelta:
		return m.addInDom(payload, where)
	case logfile.TypeLabels2, logfile.TypeLabels3:
		return m.addLabels(payload, where)
	case logfile.TypeText:
		return m.addText(payload, where)
	}
	return libpcp.ErrRecType
}
