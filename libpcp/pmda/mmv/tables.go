package mmv

import (
	"cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
)

// metric is the metric with one cluster and item in all files, under any names.
// The last file that names it describes it; the first file that has a value
// supplies the value.
type metric struct {
	pmda.Metric
	sources []source
	// elsewhere says that the last file with the metric's cluster lacks it.
	elsewhere bool
}

// source is one file's metric.
type source struct {
	file *file
	row  *mmvfile.Row
}

// tables makes the agent's tables of what the files have.
func (a *agent) tables() ([]pmda.Metric, []*pmda.InDom) {
	t := builder{
		journal: &a.journal,
		domains: make(map[uint32]*pmda.InDom),
		metrics: make(map[uint32]*metric),
		last:    make(map[uint32]*file),
	}
	for _, m := range a.controlMetrics() {
		t.add(m)
	}
	controls := len(t.rows)
	for _, f := range a.files {
		t.addDomains(f)
	}
	for _, f := range a.files {
		t.last[f.cluster] = f
		for i := range f.Sections {
			t.addSection(f, &f.Sections[i])
		}
	}
	a.known, a.count = t.metrics, len(t.rows)-controls
	return t.finish(), t.indoms
}

// builder gathers what the files have.
type builder struct {
	*journal
	names   nameTree
	rows    []pmda.Metric
	indoms  []*pmda.InDom
	domains map[uint32]*pmda.InDom
	metrics map[uint32]*metric // by cluster and item
	last    map[uint32]*file   // of those with a cluster
}

// add adds a metric, unless its name is taken.
func (t *builder) add(m pmda.Metric) {
	if t.names.insert(m.Name, len(t.rows)) {
		t.rows = append(t.rows, m)
	}
}

// serial numbers an instance domain of a file. Large numbers share bits, as in
// PCP's agent.
func serial(f *file, number uint32) uint32 { return (f.cluster<<11 | number) & maxSerial }

// addDomains adds a file's instance domains. A domain that exists gets its
// missing instances.
func (t *builder) addDomains(f *file) {
	for _, d := range f.Domains {
		if d.Serial > maxSerial {
			continue
		}
		number := serial(f, d.Serial)
		known, ok := t.domains[number]
		if !ok {
			known = &pmda.InDom{Serial: number}
			t.domains[number] = known
			t.indoms = append(t.indoms, known)
		}
		known.Instances = merge(known.Instances, d.Members)
	}
}

// merge appends the members that instances does not have. Of several members
// with one number the first names them all.
func merge(instances []libpcp.Instance, members []mmvfile.Member) []libpcp.Instance {
	known := make(map[int32]bool, len(instances))
	for _, inst := range instances {
		known[inst.ID] = true
	}
	names := make(map[int32]string, len(members))
	for _, m := range members {
		if known[m.ID] {
			continue
		}
		if _, ok := names[m.ID]; !ok {
			names[m.ID] = m.Name
		}
		instances = append(instances, libpcp.Instance{ID: m.ID, Name: names[m.ID]})
	}
	return instances
}

const (
	maxItem   = 1<<10 - 1
	maxSerial = 1<<22 - 1
)

// addSection adds the metrics, if they are what a section of a file has, and
// logs what is wrong with it.
func (t *builder) addSection(f *file, s *mmvfile.Section) {
	t.ignored(f, s)
	switch s.Kind {
	case mmvfile.InDoms:
		for _, d := range f.Domains {
			if d.Serial > maxSerial && !d.Cut { // which has been logged
				t.serial(f, d.Serial)
			}
		}
	case mmvfile.Metrics:
		t.addMetrics(f)
	}
}

// addMetrics adds a file's metrics.
func (t *builder) addMetrics(f *file) {
	prefix := f.name + "."
	if f.Flags&mmvfile.NoPrefix != 0 {
		prefix = ""
	}
	items := make(map[uint32]int)
	for i := range f.Rows {
		row := &f.Rows[i]
		t.addSource(f, row)
		name := prefix + row.Name
		first, repeated := items[row.Item]
		if !repeated {
			items[row.Item] = row.Index
		}
		if c, ok := invalid(name); ok {
			t.name(f, row, c)
			continue
		}
		switch {
		case t.names.has(name):
		case row.Item > maxItem:
			t.item(f, row, name)
		case repeated:
			t.duplicate(f, row, first, name)
		default:
			t.addMetric(f, row, name)
		}
	}
}

// invalid returns the first character of a name that no name has.
func invalid(name string) (c string, found bool) {
	for i, c := range []byte(name) {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.') {
			return name[i : i+1], true
		}
	}
	return "", false
}

// addSource adds a file to the files that may have values of a metric.
func (t *builder) addSource(f *file, row *mmvfile.Row) {
	if row.Item > maxItem {
		return
	}
	m := t.metrics[f.key(row)]
	if m == nil {
		m = new(metric)
		t.metrics[f.key(row)] = m
	}
	m.sources = append(m.sources, source{f, row})
}

// key is the cluster and item of a metric.
func (f *file) key(row *mmvfile.Row) uint32 { return f.cluster<<10 | row.Item }

// addMetric adds a metric under a name.
func (t *builder) addMetric(f *file, row *mmvfile.Row, name string) {
	m := t.metrics[f.key(row)]
	m.describe(f, row)
	if !row.Singular() {
		m.InDom = t.indom(serial(f, row.InDom))
	}
	t.add(pmda.Metric{Name: name, Cluster: m.Cluster, Item: m.Item})
}

// indom is an instance domain, of no members if no file describes it.
func (t *builder) indom(serial uint32) *pmda.InDom {
	if known := t.domains[serial]; known != nil {
		return known
	}
	return &pmda.InDom{Serial: serial}
}

// describe fills in what the metric is, but for its instance domain.
func (m *metric) describe(f *file, row *mmvfile.Row) {
	m.Metric = pmda.Metric{
		Cluster: uint16(f.cluster), Item: uint16(row.Item),
		Type: libpcp.Type(row.Type), Sem: libpcp.Semantics(cmp.Or(row.Sem, int32(libpcp.SemCounter))),
		Units: libpcp.Units(row.Units), Values: m.values,
	}
	if row.Type == mmvfile.Elapsed {
		m.Type, m.Sem, m.Units = libpcp.Type64, libpcp.SemCounter, libpcp.Microsec
	}
}

// finish completes the rows, now that all files have been seen.
func (t *builder) finish() []pmda.Metric {
	for i := range t.rows {
		row := &t.rows[i]
		if m := t.metrics[uint32(row.Cluster)<<10|uint32(row.Item)]; m != nil {
			m.elsewhere = m.sources[len(m.sources)-1].file != t.last[uint32(row.Cluster)]
			name := row.Name
			*row = m.Metric
			row.Name = name
		}
	}
	return t.names.walk(t.rows)
}
