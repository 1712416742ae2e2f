package records

import (
	"context"
	"encoding/binary"
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/release"
)

// Metadata is what the metadata files of a context's archives say, merged in
// the order in which they were listed.
type Metadata struct {
	metrics metrics
	names   int                 // how many there are
	named   map[metricName]bool // them, once a descriptor has come again
	visible int                 // how many of metrics are those of the first archive
	indoms  map[libpcp.InDom]*Domain
	labels  map[libpcp.LabelID]LabelHistory
	texts   texts

	badDelta   func(logfile.BadDelta)
	noExtra    bool // extra units of metrics are left out
	scratch    logfile.Desc
	reduceSets bool // drop labels of instances that are as before, not only when all are
}

// metricName is a name as a descriptor record gives it.
type metricName struct {
	name string
	id   libpcp.PMID
}

// EachName calls visit with each name of a metric, in file order; later says that it
// is not one of the first archive.
func (m *Metadata) EachName(visit func(name string, id libpcp.PMID, later bool)) {
	m.metrics.eachName(func(name string, i int, id libpcp.PMID) { visit(name, id, i >= m.visible) })
}

// NameCount is the number of names.
func (m *Metadata) NameCount() int { return m.names }

func newMetadata(policy Policy) *Metadata {
	if policy.BadDelta == nil {
		policy.BadDelta = func(logfile.BadDelta) {}
	}
	return &Metadata{
		badDelta:   policy.BadDelta,
		noExtra:    !policy.Release.Has(release.ExtraUnits),
		reduceSets: !policy.Release.Has(release.DynamicInstanceLabels),
		metrics:    metrics{first: make(map[libpcp.PMID]int32)},
		indoms:     make(map[libpcp.InDom]*Domain),
		labels:     make(map[libpcp.LabelID]LabelHistory),
	}
}

// load reads all records of a metadata file.
func (m *Metadata) load(ctx context.Context, f *metaFile, off int64) error {
	end, err := f.walk(ctx, off, math.MaxInt64, m.decode)
	m.scratch = logfile.Desc{} // whose names alias what has been read
	if err != nil {
		return err
	}
	m.texts.add(textPart{f, off, end})
	if len(m.metrics.list) == 0 {
		return f.corrupt(end, "no descriptor")
	}
	return nil
}

func (m *Metadata) decode(payload []byte, where extent) error {
	switch typ := binary.BigEndian.Uint32(payload); typ {
	case logfile.TypeDesc:
		return m.addDesc(payload)
	case logfile.TypeInDom2, logfile.TypeInDom3, logfile.TypeInDomDelta:
		return m.addInDom(payload, where)
	case logfile.TypeLabels2, logfile.TypeLabels3:
		return m.addLabels(payload, where)
	case logfile.TypeText:
		return m.texts.note(payload)
	}
	return libpcp.ErrRecType
}
