package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/olekukonko/tablewriter"

	"pcptools/libpcp/format"
)

// table writes tables for people: with borders and as wide as the terminal at
// most, and into a pipe as plain columns, a line for each row. Rows wait until
// all that belong into one table are known, or as many as a table may have; a
// sample is a table of its own.
type table struct {
	Options
	kept  [][]string
	facts []fact // of the rows kept
	size  int    // bytes of the cells kept
	lines int    // on the screen
	out   int    // rows that the screen has no room for
	date  string // of the last sample
	clock clock

	window string // of summaries, for the line above
}

// Limits of a table and its cells.
const (
	maxRows   = 1000
	maxSize   = 512 << 10
	maxColumn = 256 // of a pipe, unless it is the last one,
	maxValue  = 64  // or a value
	frame     = 4   // lines of headings and borders
)

func newTable(o Options) Encoder { return &table{Options: o} }

func (t *table) Begin(Header) error { return nil }

func (t *table) Write(r Record) error {
	at, isSample := timeOf(r)
	if isSample = isSample && t.Height == 0; isSample {
		t.flushApart(r)
		io.WriteString(t.Out, t.fitted(t.stamp(at)))
	}
	if s, ok := r.(*Summary); ok && (t.window == "" || s.Host == "") { // in the end that of all sources
		if t.window = t.WindowText(&s.Window); s.Before != nil {
			t.window += "\nbefore: " + t.WindowText(s.Before)
		}
	}
	p := t.printer()
	for r := range rowsOf(r) {
		t.unseen.note(cmp.Or(r.host(), t.Host), r)
		cells := t.cells(p, r)
		if t.silent(r, cells) {
			continue
		}
		t.facts = append(t.facts, t.factOf(r, p.cell(TheValue, r)+p.cell(Count, r)))
		if err := t.add(cells); err != nil {
			return err
		}
	}
	if !isSample {
		return nil
	}
	t.flush()
	_, err := t.Out.Write([]byte("\n"))
	return err
}

// flushApart writes the rows that wait ahead of a sample: those of several sources
// as a table of their own.
func (t *table) flushApart(before Record) {
	_, several := before.(*instant)
	apart := several && !t.bare()
	t.flush()
	if apart {
		io.WriteString(t.Out, "\n")
	}
}

// timeOf is the time of a sample of one source or of several.
func timeOf(r Record) (time.Time, bool) {
	switch r := r.(type) {
	case *Sample:
		return r.Time, true
	case *instant:
		return r.Time, true
	}
	return time.Time{}, false
}

// stamp is the time of a sample: with the date, where that is another.
func (t *table) stamp(at time.Time) string {
	text := t.clock.text(at, t.Zone)
	if date := In(at, t.Zone).Format("Mon 2006-01-02"); date != t.date {
		t.date = date
		text = date + " " + text
	}
	return text + t.Offset(at)
}

func (t *table) End() error {
	if err := t.flush(); err != nil || t.out == 0 {
		return err
	}
	_, err := fmt.Fprintf(t.Out, "(%d more)\n", t.out)
	t.out, t.lines = 0, 0
	return err
}

func (t *table) printer() *printer {
	return &printer{zone: t.Zone, texts: t.Texts, style: t.Style, host: t.Host, offset: t.Offset}
}

// cells are the cells of a row.
func (t *table) cells(p *printer, r *row) []string {
	cells, readable := make([]string, len(t.Columns)), format.Printable
	if t.Width > 0 {
		readable = format.PrintableLines
	}
	for i, c := range t.Columns {
		cells[i] = shortened(readable(shortened(p.cell(c, r), maxCell)), maxCell)
	}
	return cells
}

// silent reports whether the columns are all empty for a problem.
func (t *table) silent(r *row, cells []string) bool {
	return r.metric == nil && r.failure != nil && !slices.ContainsFunc(cells, func(cell string) bool { return cell != "" })
}

// bare reports whether the waiting rows are sources that failed, without reasons:
// they are no table, but rows of one.
func (t *table) bare() bool {
	for i, cells := range t.kept {
		for j, cell := range cells {
			if t.facts[i].metric != "" || cell != "" && t.Columns[j] != Host {
				return false
			}
		}
	}
	return true
}

// add adds a row to the waiting rows.
func (t *table) add(cells []string) error {
	for _, cell := range cells {
		t.size += len(cell)
	}
	if t.kept = append(t.kept, cells); len(t.kept) == maxRows || t.size > maxSize {
		return t.flush()
	}
	return nil
}

// flush writes the rows that wait as one table, without the columns that none
// of them has anything in.
func (t *table) flush() error {
	if len(t.kept) == 0 {
		return nil
	}
	if t.bare() {
		t.kept, t.facts, t.size = nil, nil, 0
		return nil
	}
	facts := t.facts
	columns, rows, more := t.arrange()
	g := t.grid(rows)
	g.fit(0)
	t.mark(columns, g.rows, facts)
	if t.Height > 0 {
		lines := t.Height - t.lines - frame
		if t.out > 0 {
			lines = 1
		}
		if t.out += g.crop(lines - min(more, 1)); len(g.rows) == 0 {
			return nil
		}
		t.lines += g.height() + frame
	}
	if err := g.write(t.Out, t.Bold); err != nil || more == 0 {
		return err
	}
	_, err := io.WriteString(t.Out, t.omitted(more)+"\n")
	return err
}

// grid is rows below headings as they are drawn: with borders on a terminal. Columns of
// numbers are aligned to the right.
func (t *table) grid(rows [][]string) *grid {
	right := numbers(len(rows[0]), rows[1:])
	alignNumbers(rows[1:], right)
	g := &grid{border: t.Width > 0}
	for i, title := range rows[0] {
		g.columns = append(g.columns, gridColumn{title: title, left: !right[i]})
	}
	for _, row := range rows[1:] {
		cells := make([]cell, len(row))
		for i, text := range row {
			cells[i].text = text
		}
		g.rows = append(g.rows, cells)
	}
	return g
}

// arrange makes columns of the rows that wait, headings first, as many as there is room
// for; more are not shown.
func (t *table) arrange() (columns []Column, rows [][]string, more int) {
	columns, rows = occupied(t.Columns, t.kept)
	facts := t.facts
	t.kept, t.facts, t.size = nil, nil, 0
	t.suit(columns, rows, facts)
	if t.window != "" {
		undate(columns, rows[1:])
		columns, rows = t.title(t.window, columns, rows)
	}
	if t.Width > 0 {
		columns, rows = commonName(columns, rows)
	}
	columns, rows = commonUnits(columns, rows)
	switch {
	case t.Style.Wide:
	case t.Width > 0:
		columns, rows, more = fit(columns, rows, t.Width)
	default:
		narrow(columns, rows)
	}
	if t.Width > 0 {
		columns, rows = t.bars(columns, rows, facts)
	}
	return columns, rows, more
}

// narrow cuts long cells, so that one does not pad all lines with spaces. The
// last cell of a row needs no padding.
func narrow(columns []Column, rows [][]string) {
	for _, row := range rows {
		for i := range len(row) - 1 {
			most := maxColumn
			if columns[i] == TheValue || columns[i] == OldValue {
				most = maxValue
			}
			if len(row[i]) > most {
				row[i] = runewidth.Truncate(row[i], most, "…")
			}
		}
	}
}

// commonName names the column of values for the metric that all rows are about.
func commonName(columns []Column, rows [][]string) ([]Column, [][]string) {
	name, value := slices.Index(columns, Name), slices.Index(columns, TheValue)
	if len(rows) < 3 || name < 0 || value < 0 || slices.Contains(columns, OldValue) || !alike(rows[1:], name) {
		return columns, rows
	}
	rows[0][value] = rows[1][name]
	return without(columns, rows, name)
}

// alike reports whether rows have the same text in a column.
func alike(rows [][]string, column int) bool {
	return !slices.ContainsFunc(rows, func(row []string) bool { return row[column] != rows[0][column] })
}

// commonUnits puts the units that all values have into their heading.
func commonUnits(columns []Column, rows [][]string) ([]Column, [][]string) {
	units, value := slices.Index(columns, Units), slices.Index(columns, TheValue)
	if units < 0 || value < 0 || slices.Contains(columns, OldValue) || !alike(rows[1:], units) {
		return columns, rows
	}
	rows[0][value] += " (" + rows[1][units] + ")"
	return without(columns, rows, units)
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
		if c == Host && slices.Contains(columns, Gaps) && !slices.Contains(columns, Name) {
			rows[0][len(rows[0])-1] = "Archive"
		}
		for j := range cells {
			rows[j+1] = append(rows[j+1], cells[j][i])
		}
	}
	return kept, rows
}

func empty(cells [][]string, column int) bool {
	return !slices.ContainsFunc(cells, func(row []string) bool { return row[column] != "" })
}

// numbers finds which columns have nothing but numbers in them, with units below at
// most: they are aligned to the right.
func numbers(columns int, cells [][]string) []bool {
	only := make([]bool, columns)
	for i := range only {
		only[i] = true
		for _, row := range cells {
			number, _, _ := strings.Cut(row[i], "\n")
			only[i] = only[i] && (row[i] == "" || isNumber(number))
		}
	}
	return only
}

// alignNumbers aligns numbers among texts to the right of each other.
func alignNumbers(rows [][]string, right []bool) {
	for i := range right {
		width := 0
		for _, row := range rows {
			if !right[i] && isNumber(row[i]) {
				width = max(width, len(row[i]))
			}
		}
		for _, row := range rows {
			if isNumber(row[i]) {
				row[i] = tablewriter.PadLeft(row[i], " ", width)
			}
		}
	}
}
