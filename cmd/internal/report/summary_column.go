package report

import (
	"io"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
)

// SummaryColumns are the columns that a summary has in place of values.
var SummaryColumns = []Column{Count, Mean, P50, P95, P99, Least, Greatest, GreatestTime}

// WindowColumns say when the samples of a summary were taken.
var WindowColumns = []Column{Start, End, Samples}

// of is the number of a digest that a column shows.
func (c Column) of(d *Digest) (v float64, ok bool) {
	switch c {
	case Mean:
		return d.Mean, true
	case P50:
		return d.P50, true
	case P95:
		return d.P95, true
	case P99:
		return d.P99, true
	case Least:
		return d.Min, true
	case Greatest:
		return d.Max, true
	}
	return 0, false
}

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

// summaryCell is the text of a summary in a column.
func (p printer) summaryCell(c Column, r *row) string {
	if r.summary == nil {
		return ""
	}
	switch c {
	case Start:
		return p.moment(r.summary.Start)
	case End:
		return p.moment(r.summary.End)
	}
	if r.value == nil || r.value.Digest == nil {
		return ""
	}
	d := r.value.Digest
	if c == GreatestTime {
		return p.moment(d.MaxTime)
	}
	v, _ := c.of(d)
	switch precision := p.style.Precision; {
	case p.exact:
		return string(appendShortest(nil, v, 64))
	case precision != nil:
		return figures.Fixed(r.metric.percent(v), *precision)
	}
	return figures.Float(r.metric.percent(v))
}

// dateLayout is the date of a time in a summary.
const dateLayout = "2006-01-02 "

// moment is a time in a summary.
func (p printer) moment(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case p.exact:
		return p.memo.timeText(t, p.zone)
	}
	text := in(t, p.zone).Format(dateLayout + "15:04:05")
	if p.offset != nil {
		text += p.offset(t)
	}
	return text
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

// percent is a value, of a part of time in percent.
func (m *Metric) percent(v float64) float64 {
	if m.Share() {
		return v * 100
	}
	return v
}

// windowOf is the time of a summary, for the line above its table.
func (t *table) windowOf(s *Summary) string {
	layout := "15:04:05"
	from, to := in(s.Start, t.Zone), in(s.End, t.Zone)
	if from.Format("2006-01-02") != to.Format("2006-01-02") {
		layout = "Mon 2006-01-02 15:04:05"
	}
	return from.Format("Mon 2006-01-02 15:04:05") + " to " + to.Format(layout) + t.Offset(to) + ", " + plural(s.Samples, "sample")
}

// title writes the lines above a table of summaries. On a terminal they have the
// metric and the units if all rows have the same.
func (t *table) title(columns []Column, rows [][]string) ([]Column, [][]string) {
	lines := t.window
	common := func(c Column) string {
		at := slices.Index(columns, c)
		if at < 0 || t.Width == 0 || slices.ContainsFunc(rows[1:], func(row []string) bool { return row[at] != rows[1][at] }) {
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
	if t.Width > 0 {
		lines = wrapped(lines, t.Width)
	}
	io.WriteString(t.Out, lines+"\n")
	return columns, rows
}
