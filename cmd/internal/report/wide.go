package report

import (
	"fmt"

	"pcptools/libpcp"
)

// A Head is a column of a wide report: a metric, or one instance of it.
type Head struct {
	Metric   string
	Instance *Instance // nil if the metric is singular
	Units    libpcp.Units
	Share    bool // the values are parts of time
	Kept     bool // the user has chosen the units
	Shown    *Shown
}

// Headed is an encoder with a column for each metric and instance. It prints
// the headings once, before the first sample: at most MaxHeads, and the number
// of others.
type Headed interface {
	Heads(heads []Head, more int) error
}

// MaxHeads is the largest number of columns of a wide report: as many as
// spreadsheets accept.
const MaxHeads = 16384

// place is what a value belongs to.
type place struct {
	metric string
	inst   int32
}

func (h *Head) place() place {
	if h.Instance == nil {
		return place{h.Metric, libpcp.NullInst}
	}
	return place{h.Metric, h.Instance.ID}
}

// wide is what the reports with a row for each sample have in common.
type wide struct {
	Options
	heads  []Head
	places map[place]int
}

func (w *wide) setHeads(heads []Head) {
	w.heads, w.places = heads, make(map[place]int, len(heads))
	for i := range heads {
		w.places[heads[i].place()] = i
	}
}

// cells are the values of a sample by column; a column may have none.
func (w *wide) cells(s *Sample, text func(int, *Metric, *Value) string) []string {
	row := make([]string, len(w.heads))
	for m := range s.Metrics.each {
		for v := range m.Values.each {
			at := place{m.Name, libpcp.NullInst}
			if v.Instance != nil {
				at.inst = v.Instance.ID
			}
			if i, ok := w.places[at]; ok {
				row[i] = text(i, m, v)
			}
		}
	}
	return row
}

// wideCSV writes a line for each sample, as exact as CSV is.
type wideCSV struct {
	wide
	fields fieldWriter
	print  printer
}

func (c *wideCSV) Begin(Header) error { return nil }

// Heads writes the first line. A file could not show that it lacks columns, so
// Heads fails instead.
func (c *wideCSV) Heads(heads []Head, more int) error {
	if more > 0 {
		return fmt.Errorf("%d columns are more than the %d that --wide makes: without it csv has a row for each value", len(heads)+more, MaxHeads)
	}
	c.setHeads(heads)
	c.fields.field(0, columnNames[Time])
	for i, h := range heads {
		name := h.Metric
		if h.Instance != nil {
			name += "[" + h.Instance.Name + "]"
		}
		c.fields.field(i+1, name)
	}
	return c.fields.endLine()
}

func (c *wideCSV) Write(r Record) error {
	s, ok := r.(*Sample)
	if !ok || s.Mark {
		return nil
	}
	c.fields.field(0, string(appendTime(nil, s.Time, c.Zone)))
	for i, text := range c.cells(s, func(_ int, _ *Metric, v *Value) string { return c.print.value(v) }) {
		c.fields.field(i+1, text)
	}
	return c.fields.endLine()
}

func (c *wideCSV) End() error { return c.fields.flush() }

// units are the units above the columns of a metric.
func (h *Head) units() string {
	if h.Shown != nil && h.Shown.Unitless {
		return ""
	}
	return UnitsText(h.Units, h.Share)
}

// label is the name that stands above the columns of a metric.
func (h *Head) label() string {
	if h.Shown != nil && h.Shown.Label != "" {
		return h.Shown.Label
	}
	return h.Metric
}
