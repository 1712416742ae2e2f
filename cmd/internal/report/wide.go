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

// Heads announces the metrics of samples to come, which have no time yet: their
// descriptors and, for a [Headed] encoder, their instances as values without content.
type Heads struct{ Metrics []Metric }

func (*Heads) kind() string    { return "" }
func (*Heads) members(*stream) {}
func (*Heads) rows(*rows)      {}

// Head passes the heads to an encoder, if it is one that has them.
func (h *Heads) Head(enc Encoder) error {
	headed, ok := enc.(Headed)
	if !ok {
		return nil
	}
	var heads []Head
	more := 0
	for i := range h.Metrics {
		m := &h.Metrics[i]
		head := Head{Metric: m.Name, Units: m.Desc.Units, Kept: m.Kept, Share: m.Rate && m.Shown == nil && m.Desc.Units.Dimensionless(), Shown: m.Shown}
		for v := range m.Values.each {
			if head.Instance = v.Instance; len(heads) < MaxHeads {
				heads = append(heads, head)
			} else {
				more++
			}
		}
	}
	return headed.Heads(heads, more)
}

// MaxHeads is the largest number of columns of a wide report: as many as
// spreadsheets accept.
const MaxHeads = 16384

func (h *Head) place() Place { return PlaceOf("", h.Metric, h.Instance) }

// wide is what the reports with a row for each sample have in common.
type wide struct {
	Options
	heads  []Head
	places map[Place]int
}

func (w *wide) setHeads(heads []Head) {
	w.heads, w.places = heads, make(map[Place]int, len(heads))
	for i := range heads {
		w.places[heads[i].place()] = i
	}
}

// cells are the values of a sample by column; a column may have none.
func (w *wide) cells(s *Sample, text func(int, *Metric, *Value) string) []string {
	row := make([]string, len(w.heads))
	for m := range s.Metrics.each {
		for v := range m.Values.each {
			if i, ok := w.places[PlaceOf("", m.Name, v.Instance)]; ok {
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
	c.fields.field(0, string(c.Style.appendTime(nil, s.Time, c.Zone)))
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
