package report

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/olekukonko/tablewriter"

	"pcptools/libpcp/format"
)

// A grid is what every layout for people comes to: columns, and rows of cells. A layout
// fills it; what there is room for, and how it is drawn, is decided here alone. Rows that
// follow each other, such as samples, are drawn one by one, by line.
type grid struct {
	columns []gridColumn
	rows    [][]cell // a row may be shorter than there are columns
	border  bool
	blank   string // in place of marks, where cells can have some
	tight   bool   // one blank is between columns, not two
	room    int    // of a terminal; 0 for no limit
}

// A cell is a text in a column.
type cell struct {
	text string
	mark string // after the text
	code string // of its colour, "" for none
	rest bool   // it takes the rest of the line
}

// A gridColumn says what its cells are like, so that fit can choose.
type gridColumn struct {
	title, units string
	left         bool   // aligned to the left
	ends         bool   // texts that are too long keep their ends
	least, most  int    // width; a most of 0 is none
	floor        int    // of the first column: how narrow it becomes before others are left out
	worth        int    // columns of the least worth are left out first, and of equal ones the last; the first column stays
	empty        string // in place of a cell without text
	chosen       bool   // rows are in the order of its cells, as the heading shows

	width int // chosen by fit
	needs int // width without the least
}

// leastHeading is how narrow the first column becomes where not even two fit.
const leastHeading = 4

// gap is what a column takes in addition to its width.
func (g *grid) gap() int {
	switch {
	case g.border:
		return 3
	case g.tight:
		return 1
	}
	return 2
}

// over is how many columns of a terminal the grid is too wide for so many.
func (g *grid) over(width int) int {
	over := -width - g.gap()
	if g.border {
		over = 1 - width
	}
	for _, c := range g.columns {
		over += c.width + g.gap()
	}
	return over
}

// squeeze fits columns that have a least width, as those of named reports do: with one
// blank between them, and narrower where their cells leave room. It returns false, and does
// nothing, if that is not enough.
func (g *grid) squeeze(width int) bool {
	if g.border || g.over(width) <= 0 || !slices.ContainsFunc(g.columns, func(c gridColumn) bool { return c.least > 0 }) {
		return true
	}
	before := slices.Clone(g.columns)
	g.tight = true
	for over := g.over(width); over > 0; over-- {
		slack := func(a, b gridColumn) int { return cmp.Compare(a.width-a.needs, b.width-b.needs) }
		widest := slices.MaxFunc(g.columns, slack)
		if widest.width <= widest.needs {
			g.columns, g.tight = before, false
			return false
		}
		at := slices.IndexFunc(g.columns, func(c gridColumn) bool { return slack(c, widest) == 0 })
		g.columns[at].width--
	}
	return true
}

// fit chooses the widths of columns for so many of a terminal; 0 is no limit. Columns that
// there is no room for are left out, and counted.
func (g *grid) fit(width int) (omitted int) {
	g.measure()
	if g.room = width; width == 0 {
		return 0
	}
	return g.fill(width)
}

// fill is fit for columns that have their widths: as many as there is room for if they are
// squeezed, unless the first is to be narrowed.
func (g *grid) fill(width int) (omitted int) {
	for !g.squeeze(width) && len(g.columns) > 2 && g.columns[0].needs <= g.columns[0].floor {
		g.omit(len(g.columns) - 1)
		omitted++
	}
	return omitted + g.choose(width)
}

// measure makes columns as wide as their cells need, and leaves out a first column without
// anything in it.
func (g *grid) measure() {
	for i := range g.columns {
		c := &g.columns[i]
		c.width = max(widest(c.title), runewidth.StringWidth(c.units), 1)
		for _, row := range g.rows {
			if i < len(row) && !row[i].rest {
				c.width = max(c.width, widest(row[i].text))
			}
		}
		c.needs, c.width = c.width, max(c.width, c.least)
		if c.most > 0 {
			c.width = min(c.width, max(c.most, runewidth.StringWidth(c.title)))
		}
		if i > 0 {
			c.needs, c.width = c.needs+len(g.blank), c.width+len(g.blank)
		}
	}
	if first := &g.columns[0]; first.title == "" && !slices.ContainsFunc(g.rows, func(row []cell) bool { return row[0].text != "" }) {
		g.omit(0)
	}
	g.columns[0].floor = max(g.columns[0].floor, min(g.columns[0].width, leastHeading), g.widestNumber(0))
}

// widestNumber is the width of the widest number of a column: they stay whole.
func (g *grid) widestNumber(column int) (width int) {
	for _, row := range g.rows {
		if column < len(row) && isNumber(row[column].text) {
			width = max(width, len(row[column].text))
		}
	}
	return width
}

// choose narrows the first column, as far as its floor, and then leaves columns out, but for
// the second.
func (g *grid) choose(width int) (omitted int) {
	for len(g.columns) > 0 {
		over := g.over(width)
		first := &g.columns[0]
		if first.width-over >= min(first.width, first.floor) || len(g.columns) == 1 {
			first.width = max(first.width-max(over, 0), min(first.width, leastHeading))
			break
		}
		if len(g.columns) == 2 { // of which the second stays, too
			second, least := &g.columns[1], max(leastFirst, g.widestNumber(1)+len(g.blank))
			second.width = min(second.width, max(least, width-min(first.width, first.floor)-g.gap()))
			first.width = min(first.width, max(width-second.width-g.gap(), leastHeading))
			break
		}
		at := len(g.columns) - 1
		for i := at; i > 0; i-- {
			if g.columns[i].worth < g.columns[at].worth {
				at = i
			}
		}
		g.omit(at)
		omitted++
	}
	return omitted
}

// omit leaves a column out.
func (g *grid) omit(at int) {
	g.columns = slices.Delete(g.columns, at, at+1)
	for i, row := range g.rows {
		if at < len(row) {
			g.rows[i] = slices.Delete(row, at, at+1)
		}
	}
}

// crop leaves the rows out that there is no room for, with the line about them, in so many
// lines; it counts them.
func (g *grid) crop(lines int) (out int) {
	used := 0
	for i, row := range g.rows {
		if used += height(row); used > lines || used == lines && i < len(g.rows)-1 {
			out = len(g.rows) - i
			g.rows = g.rows[:i]
			return out
		}
	}
	return 0
}

// height is how many lines the rows have.
func (g *grid) height() (lines int) {
	for _, row := range g.rows {
		lines += height(row)
	}
	return lines
}

func height(row []cell) int {
	lines := 1
	for _, c := range row {
		lines = max(lines, 1+strings.Count(c.text, "\n"))
	}
	return lines
}

// widest is the width of the widest line of a text.
func widest(text string) (width int) {
	for line := range strings.SplitSeq(text, "\n") {
		width = max(width, runewidth.StringWidth(line))
	}
	return width
}

// heads is how many lines of headings there are.
func (g *grid) heads() int {
	if slices.ContainsFunc(g.columns, func(c gridColumn) bool { return c.units != "" }) {
		return 2
	}
	return 1
}

// write draws the grid.
func (g *grid) write(out io.Writer, bold bool) error {
	var text bytes.Buffer
	titles, units := make([]cell, len(g.columns)), make([]cell, len(g.columns))
	for i, c := range g.columns {
		if titles[i].text, units[i].text = c.title, c.units; c.chosen && bold {
			titles[i].code = "7"
		}
	}
	if g.border {
		g.frame(&text, titles, bold)
	} else {
		text.WriteString(heading(g.line(titles), bold) + "\n")
		if g.heads() > 1 {
			text.WriteString(g.line(units) + "\n")
		}
		for _, row := range g.rows {
			text.WriteString(g.line(g.filled(row)) + "\n")
		}
	}
	_, err := out.Write(trimLines(text.Bytes()))
	return err
}

// heading is a line above columns.
func heading(line string, bold bool) string {
	if bold {
		return coloured("1", strings.ReplaceAll(line, "\x1b[0m", "\x1b[0;1m"))
	}
	return line
}

// frame draws the grid with borders. Cells may have several lines.
func (g *grid) frame(out io.Writer, titles []cell, bold bool) {
	w := tablewriter.NewWriter(out)
	w.SetAutoFormatHeaders(false)
	w.SetAutoWrapText(false)
	align := make([]int, len(g.columns))
	for i, c := range g.columns {
		if bold {
			titles[i].text = coloured("1", c.title)
		}
		if align[i] = tablewriter.ALIGN_LEFT; !c.left {
			align[i] = tablewriter.ALIGN_RIGHT
			titles[i].text = tablewriter.PadLeft(titles[i].text, " ", c.width)
		}
	}
	w.SetColumnAlignment(align)
	w.SetHeaderAlignment(tablewriter.ALIGN_LEFT)
	w.SetHeader(texts(titles))
	for _, row := range g.rows {
		w.Append(texts(g.filled(row)))
	}
	w.Render()
}

func texts(cells []cell) []string {
	all := make([]string, len(cells))
	for i, c := range cells {
		all[i] = c.text
	}
	return all
}

// filled is a row with something in each cell for which its column has something.
func (g *grid) filled(row []cell) []cell {
	for len(row) < len(g.columns) {
		row = append(row, cell{})
	}
	for i, c := range g.columns {
		row[i].text = cmp.Or(row[i].text, c.empty)
	}
	return row
}

// line is a row without borders: cells as wide as their columns beside each other. Numbers
// stay whole, other text is cut.
func (g *grid) line(row []cell) string {
	var b strings.Builder
	for i, c := range row {
		if i > 0 {
			b.WriteString("  "[:g.gap()])
		}
		if c.rest {
			text := format.Printable(c.text)
			if g.room > 0 {
				text = cutTo(text, g.room-g.columns[0].width-g.gap())
			}
			b.WriteString(text)
			break
		}
		column := &g.columns[i]
		text, width, mark := format.Printable(c.text), column.width, ""
		if i > 0 {
			mark = cmp.Or(c.mark, g.blank)
		}
		width -= len(mark)
		if !isNumber(text) {
			text = cutName(text, width, column.ends)
		}
		pad := max(0, width-runewidth.StringWidth(text))
		if column.left {
			b.WriteString(coloured(c.code, text) + mark + strings.Repeat(" ", pad))
		} else {
			b.WriteString(strings.Repeat(" ", pad) + coloured(c.code, text) + mark)
		}
	}
	return strings.TrimRight(b.String(), " ")
}
