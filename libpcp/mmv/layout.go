package mmv

import (
	"fmt"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
)

// layout is where everything goes in a file.
type layout struct {
	file    *File
	version int32
	toc     []mmvfile.TOC
	strings []string
	labels  []mmvfile.Label
	starts  [mmvfile.Labels + 1]uint64 // of sections
	places  map[key]place
}

// key names a value.
type key struct{ metric, instance string }

// place is where a value is.
type place struct {
	kind   Type
	offset uint64 // of the record
	text   uint64 // of the string of a string
}

// newLayout finds a place for everything. It takes the lowest version of the
// format that will do, as readers may be older than we are.
func newLayout(f *File) (*layout, error) {
	l := &layout{file: f, version: mmvfile.Version1, places: make(map[key]place, len(f.Metrics))}
	if err := l.gatherLabels(); err != nil {
		return nil, err
	}
	switch {
	case len(l.labels) > 0:
		l.version = mmvfile.Version3
	case l.longNames():
		l.version = mmvfile.Version2
	}
	l.place()
	return l, nil
}

func (l *layout) longNames() bool {
	long := func(name string) bool { return len(name) >= mmvfile.NameSize }
	for _, d := range l.file.InDoms {
		if slices.ContainsFunc(d.Instances, func(i Instance) bool { return long(i.Name) }) {
			return true
		}
	}
	return slices.ContainsFunc(l.file.Metrics, func(m Metric) bool { return long(m.Name) })
}

func (l *layout) gatherLabels() error {
	if err := l.label(libpcp.LabelCluster, l.file.Cluster, libpcp.NullInst, l.file.Labels, l.file.Notes); err != nil {
		return err
	}
	for i, m := range l.file.Metrics {
		if err := l.label(libpcp.LabelItem, m.Item, libpcp.NullInst, m.Labels, m.Notes); err != nil {
			return fmt.Errorf("metric %d (%s): %w", i, m.Name, err)
		}
	}
	for i, d := range l.file.InDoms {
		if err := l.labelInDom(d); err != nil {
			return fmt.Errorf("instance domain %d (serial number %d): %w", i, d.Serial, err)
		}
	}
	if len(l.labels) > maxLabels {
		return fmt.Errorf("%d labels: %w", len(l.labels), errTooBig)
	}
	return nil
}

func (l *layout) labelInDom(d *InDom) error {
	if err := l.label(libpcp.LabelInDom, d.Serial, libpcp.NullInst, d.Labels, d.Notes); err != nil {
		return err
	}
	for _, inst := range d.Instances {
		if err := l.label(libpcp.LabelInstances, d.Serial, inst.ID, inst.Labels, inst.Notes); err != nil {
			return fmt.Errorf("instance %d %q: %w", inst.ID, inst.Name, err)
		}
	}
	return nil
}

// label adds the labels and the optional ones of something.
func (l *layout) label(class libpcp.LabelClass, identity uint32, inst int32, labels, notes string) error {
	flags := uint32(class)
	for _, text := range []string{labels, notes} {
		if text != "" {
			if err := checkLabels(class, text); err != nil {
				return err
			}
			l.labels = append(l.labels, mmvfile.Label{Flags: flags, Identity: identity, Inst: inst, JSON: text})
		}
		flags |= libpcp.LabelOptional
	}
	return nil
}

func checkLabels(class libpcp.LabelClass, text string) error {
	if _, err := libpcp.ParseLabels(text, uint8(class)); err != nil {
		return fmt.Errorf("labels %s: %w", text, err)
	}
	if len(text) >= mmvfile.LabelText {
		return fmt.Errorf("labels %.20s…: %w", text, errTooBig)
	}
	return nil
}

// counts are how many records the sections have.
func (l *layout) counts() (n [mmvfile.Labels + 1]int) {
	text := func(s string) {
		if s != "" {
			n[mmvfile.Strings]++
		}
	}
	n[mmvfile.InDoms], n[mmvfile.Metrics], n[mmvfile.Labels] = len(l.file.InDoms), len(l.file.Metrics), len(l.labels)
	for _, d := range l.file.InDoms {
		n[mmvfile.Instances] += len(d.Instances)
		text(d.OneLine)
		text(d.Help)
	}
	for i := range l.file.Metrics {
		m := &l.file.Metrics[i]
		values := l.values(m)
		n[mmvfile.Values] += values
		if m.Type == TypeString {
			n[mmvfile.Strings] += values
		}
		text(m.OneLine)
		text(m.Help)
	}
	if l.version != mmvfile.Version1 {
		n[mmvfile.Strings] += n[mmvfile.Instances] + n[mmvfile.Metrics]
	}
	return n
}

// values is how many values a metric has.
func (l *layout) values(m *Metric) int {
	if m.InDom != nil {
		return len(m.InDom.Instances)
	}
	return 1
}

// place makes the table of contents. Sections that can be left out are, when
// they would be empty.
func (l *layout) place() {
	counts := l.counts()
	for kind := mmvfile.InDoms; kind <= mmvfile.Labels; kind++ {
		if counts[kind] > 0 || kind == mmvfile.Metrics || kind == mmvfile.Values {
			l.toc = append(l.toc, mmvfile.TOC{Kind: kind, Count: int32(counts[kind])})
		}
	}
	at := uint64(mmvfile.HeaderSize + mmvfile.TOCSize*len(l.toc))
	for i := range l.toc {
		t := &l.toc[i]
		t.Offset, l.starts[t.Kind] = at, at
		at += uint64(t.Count) * uint64(t.Kind.Size(l.version))
	}
}

// size is the length of the file.
func (l *layout) size() uint64 {
	last := &l.toc[len(l.toc)-1]
	return last.Offset + uint64(last.Count)*uint64(last.Kind.Size(l.version))
}

// text finds a place for a string; "" needs none.
func (l *layout) text(s string) uint64 {
	if s == "" {
		return 0
	}
	return l.slot(s)
}

func (l *layout) slot(s string) uint64 {
	l.strings = append(l.strings, s)
	return l.starts[mmvfile.Strings] + uint64(len(l.strings)-1)*mmvfile.StringSize
}

// append appends the file as it is before any value is set, and incomplete.
func (l *layout) append(dst []byte, generation uint64, pid int32) []byte {
	header := mmvfile.Header{Version: l.version, G1: generation, TOCs: int32(len(l.toc)),
		Flags: mmvfile.Flags(l.file.Flags), PID: pid, Cluster: int32(l.file.Cluster)}
	dst = header.Append(dst)
	for i := range l.toc {
		dst = l.toc[i].Append(dst)
	}
	dst = l.appendInDoms(dst)
	dst = l.appendInstances(dst)
	dst = l.appendMetrics(dst)
	dst = l.appendValues(dst)
	for _, s := range l.strings {
		dst = mmvfile.AppendText(dst, s, mmvfile.StringSize)
	}
	for i := range l.labels {
		dst = l.labels[i].Append(dst)
	}
	return dst
}

func (l *layout) appendInDoms(dst []byte) []byte {
	at := l.starts[mmvfile.Instances]
	for _, d := range l.file.InDoms {
		record := mmvfile.InDom{Serial: d.Serial, Count: int32(len(d.Instances)), Instances: at,
			Short: l.text(d.OneLine), Long: l.text(d.Help)}
		at += uint64(len(d.Instances)) * uint64(mmvfile.Instances.Size(l.version))
		dst = record.Append(dst)
	}
	return dst
}

func (l *layout) appendInstances(dst []byte) []byte {
	for i, d := range l.file.InDoms {
		domain := l.starts[mmvfile.InDoms] + uint64(i)*mmvfile.InDomSize
		for _, inst := range d.Instances {
			record := mmvfile.Instance{InDom: domain, ID: inst.ID}
			if l.version == mmvfile.Version1 {
				dst = record.AppendV1(dst, inst.Name)
				continue
			}
			record.Name = l.slot(inst.Name)
			dst = record.Append(dst)
		}
	}
	return dst
}

func (l *layout) appendMetrics(dst []byte) []byte {
	for i := range l.file.Metrics {
		m := &l.file.Metrics[i]
		record := mmvfile.Metric{Item: m.Item, Type: int32(m.Type), Sem: int32(m.Sem), Units: uint32(m.Units),
			InDom: mmvfile.NullInDom, Short: l.text(m.OneLine), Long: l.text(m.Help)}
		if m.InDom != nil {
			record.InDom = m.InDom.Serial
		}
		if l.version == mmvfile.Version1 {
			dst = record.AppendV1(dst, m.Name)
			continue
		}
		record.Name = l.slot(m.Name)
		dst = record.Append(dst)
	}
	return dst
}

// appendValues appends values that are all zero, and notes where they are.
func (l *layout) appendValues(dst []byte) []byte {
	for i := range l.file.Metrics {
		m := &l.file.Metrics[i]
		metric := l.starts[mmvfile.Metrics] + uint64(i)*uint64(mmvfile.Metrics.Size(l.version))
		if m.InDom == nil {
			dst = l.appendValue(dst, m, "", mmvfile.Value{Metric: metric})
			continue
		}
		at := l.firstInstance(m.InDom)
		for _, inst := range m.InDom.Instances {
			dst = l.appendValue(dst, m, inst.Name, mmvfile.Value{Metric: metric, Instance: at})
			at += uint64(mmvfile.Instances.Size(l.version))
		}
	}
	return dst
}

// firstInstance is where the instances of a domain start.
func (l *layout) firstInstance(of *InDom) uint64 {
	at := l.starts[mmvfile.Instances]
	for _, d := range l.file.InDoms {
		if d == of {
			break
		}
		at += uint64(len(d.Instances)) * uint64(mmvfile.Instances.Size(l.version))
	}
	return at
}

func (l *layout) appendValue(dst []byte, m *Metric, instance string, v mmvfile.Value) []byte {
	p := place{kind: m.Type, offset: uint64(len(dst))}
	if m.Type == TypeString {
		p.text = l.slot("")
		v.Extra = p.text
	}
	l.places[key{m.Name, instance}] = p
	return v.Append(dst)
}
