package report

import (
	"cmp"
	"slices"
	"time"

	"pcptools/libpcp"
)

// byHost writes, for each sample, a row for each of several sources, or for the only one,
// with a column for each metric and instance: as a table, or as CSV. A source without
// values has the reason in its row.
type byHost struct {
	byInstance
	recorded bool
	late     bool     // the last sample does not show all that is absent
	columns  []string // of CSV
	fields   fieldWriter
}

func newByHost(o Options) Encoder {
	h := &byHost{byInstance: byInstance{Options: o, stamps: table{Options: o}}, fields: fieldWriter{Options: o}}
	if h.Absent == nil {
		h.Absent = make(Absences)
	}
	return h
}

// Begin implements [Encoder].
func (h *byHost) Begin(header Header) error {
	h.byInstance.Begin(header)
	h.recorded = header.recorded()
	return nil
}

// Write implements [Encoder].
func (h *byHost) Write(r Record) error {
	switch r := r.(type) {
	case *Problem:
		if h.Absent.Note(r, h.Texts) {
			h.late = true
		} else if r.Host != "" && h.Format != CSV {
			return h.problem(r)
		}
	case *Sample:
		h.Absent.Answered(r)
		h.late = false
		if len(h.Hosts) == 0 {
			h.Hosts = []string{h.source}
		}
		return h.sample(r, h.Hosts)
	}
	return nil
}

// End implements [Encoder]: it writes the rows of sources that failed after the last
// sample.
func (h *byHost) End() error {
	if h.late && h.Height == 0 {
		hosts := slices.DeleteFunc(slices.Clone(h.Hosts), func(host string) bool { _, absent := h.Absent[host]; return !absent })
		return h.sample(&Sample{Time: In(time.Now(), h.Zone)}, hosts)
	}
	return h.fields.err
}

// sample writes the rows of sources.
func (h *byHost) sample(s *Sample, hosts []string) error {
	k := h.rows(s, hosts)
	if h.Format == CSV {
		return h.csvLines(s, k)
	}
	return h.draw(s, []*block{k})
}

// rows makes the rows of sources, in their order or that of a ranking.
func (h *byHost) rows(s *Sample, hosts []string) *block {
	k := &block{domain: libpcp.NullInDom, index: make(map[Place]int), sources: true}
	for _, host := range hosts {
		k.row(host, nil)
	}
	numbers := h.numbers(s)
	for m := range s.Metrics.each {
		m := *m
		m.Host = cmp.Or(m.Host, h.source)
		k.add(&h.Options, &m, numbers[m.Name], true)
	}
	for i := range hosts {
		row := &k.rows[i]
		switch why, absent := h.Absent[hosts[i]]; {
		case len(row.cells) > 0:
		case !absent && h.recorded, !absent && h.Format == CSV:
		case !absent:
			row.note = "no answer yet"
		case h.recorded, h.Format == CSV:
			row.note = why.text
		default:
			row.note = why.text + ", since " + why.since.In(s.Time.Location()).Format("15:04:05")
		}
	}
	if h.Ranking != nil {
		k.rank(h.Ranking)
	}
	return k
}

// csvLines writes rows as lines of CSV, below their headings if those are new.
func (h *byHost) csvLines(s *Sample, k *block) error {
	known := len(h.columns)
	for _, c := range k.columns {
		if name := c.name(); !slices.Contains(h.columns, name) {
			h.columns = append(h.columns, name)
		}
	}
	if known == 0 || len(h.columns) > known {
		h.line(columnNames[Time], columnNames[Host], func(i int) string { return h.columns[i] }, columnNames[ErrorText])
	}
	at := make([]int, len(h.columns))
	for i, name := range h.columns {
		at[i] = slices.IndexFunc(k.columns, func(c blockColumn) bool { return c.name() == name })
	}
	for _, row := range k.rows {
		h.line(string(h.Style.appendTime(nil, s.Time, h.Zone)), row.host, func(i int) string {
			if at[i] < 0 || at[i] >= len(row.cells) {
				return ""
			}
			return row.cells[at[i]].text
		}, row.note)
	}
	return h.fields.err
}

func (h *byHost) line(at, host string, cell func(int) string, note string) {
	h.fields.field(0, at)
	h.fields.field(1, host)
	for i := range h.columns {
		h.fields.field(2+i, cell(i))
	}
	h.fields.field(2+len(h.columns), note)
	h.fields.endLine()
}

// name is the name of the column for programs.
func (c *blockColumn) name() string {
	if c.instance == "" {
		return c.metric.Name
	}
	return c.metric.Name + "[" + c.instance + "]"
}
