package archive

import (
	"encoding/binary"
	"fmt"
	"slices"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/wire"
)

// metadata is what the metadata files of a context's archives say, merged in
// the order in which they were listed.
type metadata struct {
	descs   descTable
	names   []metricName
	named   map[metricName]bool // those of names, once a descriptor has come again
	visible int                 // how many of names are those of the first archive
	indoms  map[libpcp.InDom]*domainHistory
	labels  map[libpcp.LabelID]labelHistory
	texts   map[libpcp.TextID]extent

	textKinds  uint16 // a bit for each kind of text there is
	noExtra    bool   // see Options.NoExtraUnits
	scratch    logfile.Desc
	reduceSets bool // drop labels of instances that are as before, not only when all are
}

// metricName is a name as a descriptor record gives it, in file order.
type metricName struct {
	name string
	id   libpcp.PMID
}

func newMetadata(opts Options) *metadata {
	return &metadata{
		noExtra:    opts.NoExtraUnits,
		reduceSets: opts.ReduceInstanceLabels,
		descs:      make(descTable),
		indoms:     make(map[libpcp.InDom]*domainHistory),
		labels:     make(map[libpcp.LabelID]labelHistory),
		texts:      make(map[libpcp.TextID]extent),
	}
}

// metaFile is one metadata file, kept open for what is read on demand.
type metaFile struct {
	window
	path string
}

// extent is where the payload of a metadata record lies.
type extent struct {
	file   *metaFile
	off    int64
	length int
}

// bytes reads the payload; it is valid until the next read of the file. The
// record must still be there, of a type.
func (x extent) bytes(types ...uint32) ([]byte, error) {
	b, err := x.file.view(x.off-4, x.length+logfile.Overhead)
	if err != nil {
		return nil, err
	}
	r := wire.NewReader(b)
	if int(r.Int32()) != x.length+logfile.Overhead || !slices.Contains(types, r.Uint32()) ||
		len(b) < x.length+logfile.Overhead || int(binary.BigEndian.Uint32(b[x.length+4:])) != x.length+logfile.Overhead {
		return nil, changed(x.file.path, x.off-4, "record has changed")
	}
	return b[4 : x.length+4 : x.length+4], nil
}

// load reads all records of a metadata file, each between two copies of its
// length.
func (m *metadata) load(f *metaFile, off int64) error {
	for {
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
			off -= 4 // the genuine library does not pass over the second length
		case err != nil:
			return err
		}
		off += int64(length)
	}
}

func (m *metadata) complete(f *metaFile, off int64) error {
	if len(m.descs) == 0 {
		return f.corrupt(off, "no descriptor")
	}
	return nil
}

func (f *metaFile) corrupt(off int64, reason string) error {
	return &libpcp.FormatError{File: f.path, Offset: off, Code: libpcp.ErrLogRec, Reason: reason}
}

// checkHeader checks the length and the type of a record. For one that is too
// short the code is what the genuine library gets when it asks for that much
// memory.
func (f *metaFile) checkHeader(off int64, length int, typ uint32) error {
	switch {
	case length <= 0:
		return f.corrupt(off, "impossible record length")
	case typ < logfile.TypeDesc || typ > logfile.TypeLabels3:
		return fmt.Errorf("%s: record at %d: type %d: %w", f.path, off, typ, libpcp.ErrRecType)
	case length > logfile.MaxRecord:
		return f.corrupt(off, "impossible record length")
	case length < logfile.Overhead+4 && typ == logfile.TypeDesc:
		return f.corrupt(off, "impossible record length")
	case length < logfile.Overhead+4:
		return fmt.Errorf("%s: record at %d: impossible length: %w", f.path, off, libpcp.Errno(syscall.ENOMEM))
	}
	return nil
}

// record reads the record of a length at off.
func (m *metadata) record(f *metaFile, off int64, length int) error {
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

func (m *metadata) decode(payload []byte, where extent) error {
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

// addDesc enters a descriptor and its names.
func (m *metadata) addDesc(payload []byte, where extent) error {
	d := &m.scratch
	if err := d.Decode(payload); err != nil {
		return where.misnamed(d.Count)
	}
	if m.noExtra {
		d.Units = d.Units.WithoutExtra()
	}
	_, again := m.descs[d.PMID]
	for _, name := range d.Names {
		m.addName(metricName{name, d.PMID}, again)
	}
	return m.descs.define(d.Desc)
}

// addName enters a name, once; again says that it may be there.
func (m *metadata) addName(n metricName, again bool) {
	if again && m.named == nil {
		m.named = make(map[metricName]bool, len(m.names))
		for _, n := range m.names {
			m.named[n] = true
		}
	}
	if m.named != nil {
		if m.named[n] {
			return
		}
		m.named[n] = true
	}
	m.names = append(m.names, n)
}

// misnamed is the error for a descriptor record whose n names do not fill it.
// The genuine library reads on, in whatever follows the record. A length below
// zero it does not notice, but the system does.
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

// descTable is the descriptors of metrics.
type descTable map[libpcp.PMID]libpcp.Desc

// define enters a descriptor, which must agree with an earlier one of the
// same metric.
func (t descTable) define(d libpcp.Desc) error {
	if err := t.agrees(&d); err != nil {
		return err
	}
	t[d.PMID] = d
	return nil
}

// agrees compares a descriptor with an earlier one of the same metric.
func (t descTable) agrees(d *libpcp.Desc) error {
	old, known := t[d.PMID]
	switch {
	case !known:
		return nil
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
