package main

import (
	"fmt"
	"strconv"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A table is the rows of the samples and the names of the instances above
// them.
type table struct {
	*printer
	*target
	column format.Column
	layout format.Layout // of values that are no numbers
	style  labelStyle
	rates  bool // rows are rates
	wraps  bool // counters that go backwards have wrapped
}

// A sample is the values of the metric at one time, by instance.
type sample struct {
	time moment
	set  libpcp.ValueSet
}

// chooseColumn chooses the width of columns. A given width applies to types
// without values, too.
func (r *classic) chooseColumn() (format.Column, error) {
	width, known := format.ColumnWidth(r.desc.Type)
	switch {
	case r.p.width > 0:
		width = r.p.width
	case !known:
		r.complain(fmt.Sprintf("pmval: unknown performance metric value type %v\n", r.desc.Type))
		return format.Column{}, tool.Exit(1)
	}
	if precision := r.p.precision; precision > 0 && precision > width-2 {
		return format.Column{}, fmt.Errorf("-f %d too large for column width %d", precision, width)
	}
	return format.Column{Width: width, Precision: r.p.precision, Counter: r.desc.Sem == libpcp.SemCounter}, nil
}

// A labelStyle is how names of instances fit above the columns.
type labelStyle int

const (
	undecided labelStyle = iota
	fitting              // above the part of numbers before the point
	wide                 // above whole columns
	tooWide              // not at all
)

// writeLabels writes the names of the instances above the columns. The first
// call chooses the layout, and lists names that do not fit.
func (t *table) writeLabels() {
	if t.style == undecided {
		t.style = t.chooseStyle()
		if t.style == tooWide {
			t.listLabels()
		}
	}
	line := append(t.line[:0], '\n')
	if len(t.columns) == 0 {
		t.emit(line)
		return
	}
	for range t.stamps.width() {
		line = append(line, ' ')
	}
	for _, c := range t.columns {
		line = t.some(t.column.AppendName(line, c.Name, t.rates && t.style == fitting))
	}
	t.emit(append(line, '\n'))
}

// listLabels writes each name on a line.
func (t *table) listLabels() {
	for i, c := range t.columns {
		line := append(t.line[:0], "full label for instance["...)
		line = append(strconv.AppendInt(line, int64(i), 10), "]: "...)
		t.emit(append(append(line, c.Name...), '\n'))
	}
}

func (t *table) chooseStyle() labelStyle {
	style, width := fitting, t.column.Width
	for _, c := range t.columns {
		if len(c.Name) > width {
			return tooWide
		}
		// Without room for a point the name needs no offset.
		if width >= 3 && len(c.Name) > width-3 {
			style = wide
		}
	}
	return style
}
