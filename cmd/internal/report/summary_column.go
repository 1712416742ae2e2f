package report

import (
	"io"
	"slices"
	"strings"

	"pcptools/libpcp"
)

// in is the digest in other units, as far as values can be converted.
func (d *Digest) in(from, to libpcp.Units) *Digest {
	one, err := libpcp.ConvertScale(libpcp.DoubleAtom(1), from, to)
	if err != nil {
		return d
	}
	converted, factor := *d, one.Float64()
	for _, v := range []*float64{&converted.Mean, &converted.P50, &converted.P95, &converted.P99, &converted.Min, &converted.Max} {
		*v *= factor
	}
	return &converted
}

// undate removes the date from the times of summaries if all are of one day, which the
// line above the table has.
func undate(columns []Column, rows [][]string) {
	date := ""
	times := func(do func(*string)) {
		for at, c := range columns {
			for i := range rows {
				if cell := &rows[i][at]; (c == Start || c == End || c == GreatestTime) && *cell != "" {
					do(cell)
				}
			}
		}
	}
	same := true
	times(func(cell *string) {
		same = same && (date == "" || strings.HasPrefix(*cell, date))
		date = (*cell)[:len(dateLayout)]
	})
	if same {
		times(func(cell *string) { *cell = (*cell)[len(dateLayout):] })
	}
}

// WindowText is the time of a summary or a plot, for the line above it.
func (o *Options) WindowText(s *Window) string {
	layout := "15:04:05"
	from, to := In(s.Start, o.Zone), In(s.End, o.Zone)
	if from.Format("2006-01-02") != to.Format("2006-01-02") {
		layout = "Mon 2006-01-02 15:04:05"
	}
	return from.Format("Mon 2006-01-02 15:04:05") + " to " + to.Format(layout) + o.Offset(to) + ", " + plural(s.Taken, "sample")
}

// title writes the lines above a table of summaries. On a terminal they have the
// metric and the units if all rows have the same.
func (o *Options) title(window string, columns []Column, rows [][]string) ([]Column, [][]string) {
	lines := window
	common := func(c Column) string {
		at := slices.Index(columns, c)
		if at < 0 || o.Width == 0 || slices.ContainsFunc(rows[1:], func(row []string) bool { return row[at] != rows[1][at] }) {
			return ""
		}
		text := rows[1][at]
		columns, rows = without(columns, rows, at)
		return text
	}
	if name := common(Name); name != "" {
		if units := common(Units); units != "" {
			name += " (" + units + ")"
		}
		lines = name + "\n" + lines
	}
	if o.Width > 0 {
		lines = wrapped(lines, o.Width)
	}
	io.WriteString(o.Out, lines+"\n")
	return columns, rows
}
