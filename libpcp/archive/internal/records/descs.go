package records

import "pcptools/libpcp"

// addDesc enters a descriptor and its names.
func (m *Metadata) addDesc(payload []byte) error {
	d := &m.scratch
	if err := d.Decode(payload); err != nil {
		return err
	}
	if m.noExtra {
		d.Units = d.Units.WithoutExtra()
	}
	old, again := m.metrics.desc(d.PMID)
	for _, name := range d.Names {
		m.addName(name, &d.Desc, again)
	}
	switch {
	case again:
		return agree(&old, &d.Desc)
	case len(d.Names) == 0:
		m.metrics.add(metric{desc: d.Desc})
	}
	return nil
}

// addName enters a name, once; again says that it may be there.
func (m *Metadata) addName(name []byte, d *libpcp.Desc, again bool) {
	if again && m.named == nil {
		m.named = make(map[metricName]bool, m.names)
		m.metrics.eachName(func(name string, _ int, id libpcp.PMID) { m.named[metricName{name, id}] = true })
	}
	if m.named[metricName{string(name), d.PMID}] {
		return
	}
	n := metricName{string(name), d.PMID}
	if m.named != nil {
		m.named[n] = true
	}
	m.metrics.add(metric{name: n.name, desc: *d})
	m.names++
}

// Desc is the descriptor of a metric.
func (m *Metadata) Desc(id libpcp.PMID) (libpcp.Desc, bool) {
	return m.metrics.desc(id)
}

// Descs is the descriptors of metrics.
type Descs map[libpcp.PMID]libpcp.Desc

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
