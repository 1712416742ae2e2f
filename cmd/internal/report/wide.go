package report

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A Head is a column of a wide report: a metric, or one instance of it.
type Head struct {
	Metric   string
	Instance *Instance // nil if the metric is singular
	Units    libpcp.Units
	Share    bool // the values are parts of time
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

// cells are the values of a sample by column, where there are any.
func (w *wide) cells(s *Sample, text func(*Metric, *Value) string) []string {
	row := make([]string, len(w.heads))
	for m := range s.Metrics.each {
		for v := range m.Values.each {
			at := place{m.Name, libpcp.NullInst}
			if v.Instance != nil {
				at.inst = v.Instance.ID
			}
			if i, ok := w.places[at]; ok {
				row[i] = text(m, v)
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
	for i, text := range c.cells(s, func(_ *Metric, v *Value) string { return c.print.value(v) }) {
		c.fields.field(i+1, text)
	}
	return c.fields.endLine()
}

func (c *wideCSV) End() error { return c.fields.flush() }

// wideTable writes a line for each sample for people: headings above the
// columns, again where the screen would have lost them, and as many columns as
// fit on it.
type wideTable struct {
	wide
	widths []int
	shown  int // columns that fit
	more   int // columns that are not among the heads
	rows   int // since the headings
	date   string
	clock  clock
}

// Limits of the columns of a wide table.
const (
	leastWidth = 8
	mostWidth  = 16
	mostName   = 24 // of a metric, above its columns
	stampWidth = len("15:04:05")
	headEvery  = 20 // rows, on a terminal
)

func newWideTable(o Options) Encoder { return &wideTable{wide: wide{Options: o}} }

func (t *wideTable) Begin(Header) error { return nil }
func (t *wideTable) End() error         { return nil }

// Heads chooses the widths of columns: for instances and units, and for the name
// of a metric above all of its columns.
func (t *wideTable) Heads(heads []Head, more int) error {
	t.setHeads(heads)
	t.more = more
	for i := range heads {
		h := &heads[i]
		w := max(leastWidth, runewidth.StringWidth(UnitsText(h.Units, h.Share)))
		w = max(w, min(runewidth.StringWidth(instanceHeading(h)), t.most(mostWidth)))
		t.widths = append(t.widths, w)
		if last := i+1 == len(heads) || heads[i+1].Metric != h.Metric; last {
			t.widths[i] += max(0, min(runewidth.StringWidth(h.Metric), t.most(mostName))-t.span(i))
		}
	}
	room := t.Width - stampWidth
	for _, w := range t.widths {
		if room -= w + 2; room >= 0 || t.Width == 0 || t.Style.Wide {
			t.shown++
		}
	}
	return nil
}

// most is a limit, unless text is to be whole.
func (t *wideTable) most(n int) int {
	if t.Style.Wide {
		return maxCell
	}
	return n
}

// span is the width of the columns of a metric up to column i.
func (t *wideTable) span(i int) int {
	width := -2
	for name := t.heads[i].Metric; i >= 0 && t.heads[i].Metric == name; i-- {
		width += 2 + t.widths[i]
	}
	return width
}

func (t *wideTable) Write(r Record) error {
	s, ok := r.(*Sample)
	if !ok {
		return nil
	}
	var out bytes.Buffer
	if date := s.Time.In(t.Zone).Format("Mon 2006-01-02"); date != t.date {
		t.date = date
		t.rows = 0
		out.WriteString(date + "\n")
	}
	if t.rows == 0 {
		t.headings(&out)
	}
	if t.rows++; t.Width > 0 && t.rows == headEvery {
		t.rows = 0
	}
	out.WriteString(t.clock.text(s.Time, t.Zone))
	if s.Mark {
		out.WriteString("  Archive logging suspended\n")
	} else {
		p := printer{zone: t.Zone, texts: t.Texts, style: t.Style}
		row := t.cells(s, func(m *Metric, v *Value) string { return p.figure(m, v) })
		t.line(&out, row[:t.shown])
	}
	_, err := t.Out.Write(out.Bytes())
	return err
}

// line writes cells, aligned to the right.
func (t *wideTable) line(out *bytes.Buffer, cells []string) {
	var b strings.Builder
	for i, text := range cells {
		if text == "" {
			text = "-"
		}
		text = cutTo(format.Printable(text), t.widths[i])
		b.WriteString(strings.Repeat(" ", 2+t.widths[i]-runewidth.StringWidth(text)) + text)
	}
	out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
}

// headings writes the names of metrics above their columns, then the names of
// instances, then units; and how many columns it omits.
func (t *wideTable) headings(out *bytes.Buffer) {
	bold, plain := "", ""
	if t.Bold {
		bold, plain = "\x1b[1m", "\x1b[0m"
	}
	out.WriteString(bold + strings.TrimRight(t.metricHeading(), " ") + plain + "\n")
	t.headingLine(out, instanceHeading)
	t.headingLine(out, unitsHeading)
	if more := len(t.heads) - t.shown; more > 0 {
		out.WriteString(omitted(more+t.more, t.Width) + "\n")
	} else if t.more > 0 {
		out.WriteString("(" + plural(t.more, "column") + " more than a table shows)\n")
	}
}

// metricHeading is the line with the names of metrics, each above all of its
// columns.
func (t *wideTable) metricHeading() string {
	names := strings.Repeat(" ", stampWidth)
	for i := 0; i < t.shown; {
		next, span := i, -2
		for ; next < t.shown && t.heads[next].Metric == t.heads[i].Metric; next++ {
			span += 2 + t.widths[next]
		}
		name := cutTo(format.Printable(t.heads[i].Metric), span)
		pad := strings.Repeat(" ", span-runewidth.StringWidth(name))
		if next == i+1 {
			names += "  " + pad + name
		} else {
			names += "  " + name + pad
		}
		i = next
	}
	return names
}

// headingLine writes a line of words about the columns, unless all are empty.
func (t *wideTable) headingLine(out *bytes.Buffer, word func(*Head) string) {
	words, wanted := make([]string, t.shown), false
	for i := range words {
		words[i] = word(&t.heads[i])
		wanted = wanted || words[i] != " "
	}
	if wanted {
		out.WriteString(strings.Repeat(" ", stampWidth))
		t.line(out, words)
	}
}

func unitsHeading(h *Head) string { return cmp.Or(UnitsText(h.Units, h.Share), " ") }

func instanceHeading(h *Head) string {
	if h.Instance == nil {
		return " "
	}
	return h.Instance.Name
}

// clock writes times of the day: seconds, and less where there are several
// samples in one.
type clock struct{ last time.Time }

func (c *clock) text(t time.Time, zone *time.Location) string {
	layout := "15:04:05"
	if !c.last.IsZero() && t.Unix() == c.last.Unix() {
		layout = "15:04:05.000"
	}
	c.last = t
	return t.In(zone).Format(layout)
}
