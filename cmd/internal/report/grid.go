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
// fills it; what there is room for, and how it is drawn, is decided here alone.
type grid struct {
	columns []gridColumn
	rows    [][]cell // a row may be shorter than there are columns
	border  bool
	blank   string // in place of marks, where cells can have some
	tight   bool   // one blank is between columns, not two
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

	width int // chosen by fit
	needs int // width without the least
}

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
// blank between them, and narrower where their cells leave room. It does nothing if that is
// not enough.
func (g *grid) squeeze(width int) {
	if g.border || g.over(width) <= 0 || !slices.ContainsFunc(g.columns, func(c gridColumn) bool { return c.least > 0 }) {
		return
	}
	before := slices.Clone(g.columns)
	g.tight = true
	for over := g.over(width); over > 0; over-- {
		slack := func(a, b gridColumn) int { return cmp.Compare(a.width-a.needs, b.width-b.needs) }
		widest := slices.MaxFunc(g.columns, slack)
		if widest.width <= widest.needs {
			g.columns, g.tight = before, false
			return
		}
		at := slices.IndexFunc(g.columns, func(c gridColumn) bool { return slack(c, widest) == 0 })
		g.columns[at].width--
	}
}

// fit chooses the widths of columns for so many of a terminal; 0 is no limit. Columns that
// there is no room for are left out, and counted: first columns are squeezed, then the first
// one is narrowed, as far as its floor, and then columns go, but for the second.
func (g *grid) fit(width int) (omitted int) {
	for i := range g.columns {
		c := &g.columns[i]
		c.width = max(widest(c.title), runewidth.StringWidth(c.units), 1)
		for _, row := range g.rows {
			if i < len(row) {
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
	if width > 0 {
		g.squeeze(width)
	}
	for width > 0 && len(g.columns) > 0 {
		over := g.over(width)
		first := &g.columns[0]
		if first.width-over >= min(first.width, first.floor) || len(g.columns) == 1 {
			first.width = max(first.width-max(over, 0), min(first.width, leastHeading))
			break
		}
		if len(g.columns) == 2 { // of which the second stays, too
			second := &g.columns[1]
			second.width = min(second.width, max(leastFirst, width-min(first.width, first.floor)-g.gap()))
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
	w := tablewriter.NewWriter(&text)
	w.SetAutoFormatHeaders(false)
	w.SetAutoWrapText(false)
	if !g.border {
		w.SetBorder(false)
		w.SetHeaderLine(false)
		w.SetColumnSeparator("")
		w.SetNoWhiteSpace(true)
		w.SetTablePadding(strings.Repeat(" ", g.gap()))
	}
	align := make([]int, len(g.columns))
	titles, units := make([]string, len(g.columns)), make([]string, len(g.columns))
	for i, c := range g.columns {
		if align[i] = tablewriter.ALIGN_RIGHT; c.left {
			align[i] = tablewriter.ALIGN_LEFT
		}
		if !g.border { // else texts have codes, which are no width
			w.SetColMinWidth(i, c.width)
		}
		titles[i], units[i] = g.padded(i, cell{text: c.title}), g.padded(i, cell{text: c.units})
	}
	w.SetColumnAlignment(align)
	last := len(titles) - 1
	switch {
	case g.border:
		for i := range titles {
			if bold {
				titles[i] = coloured("1", g.columns[i].title)
			}
			if !g.columns[i].left {
				titles[i] = tablewriter.PadLeft(titles[i], " ", g.columns[i].width)
			}
		}
		w.SetHeaderAlignment(tablewriter.ALIGN_LEFT)
		w.SetHeader(titles)
	case bold: // the line as a whole
		titles[0], titles[last] = "\x1b[1m"+titles[0], strings.TrimRight(titles[last], " ")+"\x1b[0m"
	}
	if !g.border {
		w.Append(titles) // a heading of tablewriter has one line
	}
	if g.heads() > 1 {
		w.Append(units)
	}
	for _, row := range g.rows {
		cells := make([]string, len(g.columns))
		for i, c := range g.columns {
			if i < len(row) {
				row[i].text = cmp.Or(row[i].text, c.empty)
				cells[i] = g.padded(i, row[i])
			} else {
				cells[i] = g.padded(i, cell{text: c.empty})
			}
		}
		w.Append(cells)
	}
	w.Render()
	_, err := out.Write(trimLines(text.Bytes()))
	return err
}

// padded is a cell as wide as its column: numbers stay whole, other text is cut. Within
// borders cells may have several lines, and are as wide as they are.
func (g *grid) padded(at int, c cell) string {
	if g.border {
		return c.text
	}
	column := g.columns[at]
	text, width := format.Printable(c.text), column.width
	mark := ""
	if at > 0 {
		mark = cmp.Or(c.mark, g.blank)
	}
	width -= len(mark)
	if !isNumber(text) {
		text = cutName(text, width, column.ends)
	}
	pad := strings.Repeat(" ", max(0, width-runewidth.StringWidth(text)))
	if text = coloured(c.code, text) + mark; column.left {
		return text + pad
	}
	return pad + text
}
