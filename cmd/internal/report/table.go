package report

import (
	"bytes"
	"strconv"

	"github.com/olekukonko/tablewriter"
)

// table writes tables for people: with borders and as wide as the terminal at
// most, and into a pipe as plain columns, a line for each row. Rows wait until
// all that belong into one table are known; a sample is a table of its own.
type table struct {
	Options
	kept [][]string
}

func (t *table) Begin(Header) {}

func (t *table) Write(r Record) {
	s, isSample := r.(*Sample)
	if isSample {
		t.flush()
		t.Out.Write(append(appendTime(nil, s.Time, t.Zone), '\n'))
	}
	p := printer{zone: t.Zone}
	r.rows(func(r row) {
		cells := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			cells[i] = printable(p.cell(c, &r), t.Width > 0)
		}
		t.kept = append(t.kept, cells)
	})
	if isSample {
		t.flush()
		t.Out.Write([]byte("\n"))
	}
}

func (t *table) End() { t.flush() }

// flush writes the rows that wait as one table, without the columns that none
// of them has anything in.
func (t *table) flush() {
	if len(t.kept) == 0 {
		return
	}
	columns, rows := occupied(t.Columns, t.kept)
	t.kept = nil
	if t.Width > 0 {
		fit(columns, rows, t.Width)
	}
	var text bytes.Buffer
	w := tablewriter.NewWriter(&text)
	w.SetAutoWrapText(false)
	w.SetAutoFormatHeaders(false)
	w.SetHeader(rows[0])
	w.SetHeaderAlignment(tablewriter.ALIGN_LEFT)
	w.SetColumnAlignment(alignment(columns, rows[1:]))
	if t.Width <= 0 {
		plain(w)
	}
	if t.Bold {
		w.SetHeaderColor(bold(len(columns))...)
	}
	w.AppendBulk(rows[1:])
	w.Render()
	t.Out.Write(trimLines(text.Bytes()))
}

// occupied returns the columns that have something in them, and their rows,
// the headings first.
func occupied(columns []Column, cells [][]string) (kept []Column, rows [][]string) {
	rows = make([][]string, 1+len(cells))
	for i, c := range columns {
		if empty(cells, i) {
			continue
		}
		kept = append(kept, c)
		rows[0] = append(rows[0], titles[c])
		for j := range cells {
			rows[j+1] = append(rows[j+1], cells[j][i])
		}
	}
	return kept, rows
}

func empty(cells [][]string, column int) bool {
	for _, row := range cells {
		if row[column] != "" {
			return false
		}
	}
	return true
}

// plain leaves out all that is not text.
func plain(w *tablewriter.Table) {
	w.SetBorder(false)
	w.SetHeaderLine(false)
	w.SetColumnSeparator("")
	w.SetCenterSeparator("")
	w.SetRowSeparator("")
	w.SetTablePadding("  ")
	w.SetNoWhiteSpace(true)
}

func bold(n int) []tablewriter.Colors {
	colors := make([]tablewriter.Colors, n)
	for i := range colors {
		colors[i] = tablewriter.Colors{tablewriter.Bold}
	}
	return colors
}

// alignment puts columns of numbers to the right.
func alignment(columns []Column, cells [][]string) []int {
	to := make([]int, len(columns))
	for i := range columns {
		to[i] = tablewriter.ALIGN_RIGHT
		for _, row := range cells {
			if _, err := strconv.ParseFloat(row[i], 64); err != nil && row[i] != "" {
				to[i] = tablewriter.ALIGN_LEFT
			}
		}
	}
	return to
}

// trimLines takes the blanks away that lines end in.
func trimLines(text []byte) []byte {
	var trimmed []byte
	for line := range bytes.Lines(text) {
		trimmed = append(append(trimmed, bytes.TrimRight(line, " \n")...), '\n')
	}
	return trimmed
}
