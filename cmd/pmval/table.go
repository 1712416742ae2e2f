package main

import (
	"fmt"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A table is the layout of the samples.
type table struct {
	column format.Column
	style  labelStyle
	line   []byte // under construction
}

// layOut chooses the width of columns. One that is given does for types
// without values, too.
func (r *report) layOut() error {
	width, known := format.ColumnWidth(r.desc.Type)
	switch {
	case r.p.width > 0:
		width = r.p.width
	case !known:
		r.complain(fmt.Sprintf("pmval: unknown performance metric value type %v\n", r.desc.Type))
		return tool.Exit(1)
	}
	if precision := r.p.precision; precision > 0 && precision > width-2 {
		return fmt.Errorf("-f %d too large for column width %d", precision, width)
	}
	r.column = format.Column{Width: width, Precision: r.p.precision, Counter: r.desc.Sem == libpcp.SemCounter}
	return nil
}

// A labelStyle says how well the names of instances fit above the columns.
type labelStyle int

const (
	undecided labelStyle = iota
	fitting              // above the part of numbers before the point
	wide                 // above whole columns
	tooWide              // not at all
)

// writeLabels writes the names of the instances above the columns. When first
// called it chooses how, and lists those that do not fit.
func (r *report) writeLabels() {
	if r.style == undecided {
		r.style = r.chooseStyle()
		if r.style == tooWide {
			for i, c := range r.columns {
				fmt.Fprintf(r.out, "full label for instance[%d]: %s\n", i, c.Name)
			}
		}
	}
	line := append(r.line[:0], '\n')
	if len(r.columns) == 0 {
		r.emit(line)
		return
	}
	if !r.live() {
		for range stampWidth(r.p.stamps) {
			line = append(line, ' ')
		}
	}
	for _, c := range r.columns {
		line = r.column.AppendName(line, c.Name, r.rates() && r.style == fitting)
	}
	r.emit(append(line, '\n'))
}

func (r *report) chooseStyle() labelStyle {
	style, width := fitting, r.column.Width
	for _, c := range r.columns {
		if len(c.Name) > width {
			return tooWide
		}
		// Without room for a point there is nothing to be above of.
		if width >= 3 && len(c.Name) > width-3 {
			style = wide
		}
	}
	return style
}

// emit writes a line, whose memory serves the next one.
func (r *report) emit(line []byte) {
	r.out.Write(line)
	r.line = line
}
