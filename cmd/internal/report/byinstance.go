package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// byInstance writes, for each sample, a block for each instance domain: a row for
// each instance, with a column for each metric. Metrics without instances are the
// columns of one row. Each of several sources has its own rows, with its name.
type byInstance struct {
	Options
	stamps table // which has the times of samples
	lines  int   // of the sample, on a screen
	out    int   // rows that the screen has no room for
}

// Limits of the columns of blocks.
const (
	leastInstance = 12
	mostInstance  = 64 // in a pipe
	mostText      = 24 // of a column of texts
)

func newByInstance(o Options) Encoder { return &byInstance{Options: o, stamps: table{Options: o}} }

func (b *byInstance) Begin(Header) error { return nil }
func (b *byInstance) End() error         { return nil }

func (b *byInstance) Write(r Record) error {
	if problem, ok := r.(*Problem); ok && problem.Host != "" {
		return b.problem(problem)
	}
	s, ok := r.(*Sample)
	if !ok {
		return nil
	}
	var out bytes.Buffer
	if b.lines, b.out = 0, 0; b.Height == 0 {
		out.WriteString(b.stamps.stamp(s.Time) + "\n")
	}
	if s.Mark {
		out.WriteString("Archive logging suspended\n")
	}
	for i, k := range b.blocks(s) {
		b.block(&out, k, i > 0)
	}
	if b.out > 0 {
		fmt.Fprintf(&out, "(%d more)\n", b.out)
	}
	if b.Height == 0 {
		out.WriteByte('\n')
	}
	_, err := b.Out.Write(out.Bytes())
	return err
}

// problem writes why one of several sources has no rows.
func (b *byInstance) problem(p *Problem) error {
	line := p.Line(b.Texts)
	if b.Width > 0 {
		line = cutTo(line, b.Width)
	}
	_, err := b.Out.Write([]byte(line + "\n\n"))
	return err
}

// Line is the problem of one of several sources in a line.
func (p *Problem) Line(texts libpcp.ErrorTexts) string {
	about := p.Operand
	if about != "" {
		about += ": "
	}
	return format.Printable(p.Host + "  " + about + p.Failure.Text(texts))
}

// blocks sorts the values of a sample into blocks. Rows are in the order of the
// first metric; instances that it lacks follow.
func (b *byInstance) blocks(s *Sample) []*block {
	var blocks []*block
	p := printer{zone: b.Zone, texts: b.Texts, style: b.Style}
	numbers := make(map[string]*figures.Numbers)
	for m := range s.Metrics.each {
		if b.People && m.Desc != nil && m.Shown == nil {
			m.count(numbers)
		}
	}
	for m := range s.Metrics.each {
		m := *m
		domain := libpcp.NullInDom
		if m.Desc != nil {
			domain = m.Desc.InDom
		}
		at := slices.IndexFunc(blocks, func(k *block) bool { return k.domain == domain })
		if at < 0 {
			at = len(blocks)
			blocks = append(blocks, &block{domain: domain, index: make(map[rowKey]int)})
		}
		blocks[at].add(&b.Options, p, &m, numbers[m.Name])
	}
	return slices.DeleteFunc(blocks, func(k *block) bool { return len(k.rows) == 0 })
}

// block writes a block, as many columns and rows as fit, below an empty line if it
// is another one.
func (b *byInstance) block(out *bytes.Buffer, k *block, another bool) {
	heading := k.withHosts(k.entitle())
	for i := range k.columns {
		k.columns[i].fit(k.rows, i)
	}
	star := 0 // marks changes
	if b.Past != nil && !b.Bold {
		star = 1
	}
	first, columns := b.fit(k, heading, star)
	more, rows := len(k.columns)-len(columns), k.rows
	head := b.headings(k, heading, first, columns, star)
	if another {
		head = append([]string{""}, head...)
	}
	if b.Height > 0 {
		room := b.Height - b.lines - len(head) - min(more, 1)
		if len(rows) > room {
			room--
		}
		rows = rows[:min(len(rows), max(room, 0))]
		b.out += len(k.rows) - len(rows)
		if len(rows) == 0 {
			return
		}
		b.lines += len(head) + len(rows) + min(more, 1)
	}
	for _, line := range head {
		out.WriteString(line + "\n")
	}
	for i := range rows {
		out.WriteString(b.line(&rows[i], first, columns, star) + "\n")
	}
	if more > 0 {
		out.WriteString(omitted(more, b.Width) + "\n")
	}
}

// omitted is the line about columns that a terminal has no room for.
func omitted(more, width int) string {
	text := "(" + plural(more, "column") + " more: a wider terminal or --wide shows them)"
	if len(text) > width {
		text = "(" + plural(more, "column") + " more)"
	}
	return text
}

// fit makes a column as wide as its widest cell.
func (c *blockColumn) fit(rows []blockRow, at int) {
	c.width = max(c.width, runewidth.StringWidth(c.title), runewidth.StringWidth(c.units), 1)
	most := 0
	for i := range rows {
		if at < len(rows[i].cells) {
			most = max(most, runewidth.StringWidth(rows[i].cells[at]))
		}
	}
	if c.text {
		most = min(most, mostText)
	}
	c.width = max(c.width, most)
}

// fit returns the width of the column of instances, which is cut first, and the
// columns that a terminal has room for.
func (b *byInstance) fit(k *block, heading string, star int) (first int, columns []blockColumn) {
	first = runewidth.StringWidth(heading)
	for i := range k.rows {
		first = max(first, runewidth.StringWidth(k.rows[i].name))
	}
	least := min(first, max(leastInstance, runewidth.StringWidth(heading)))
	switch {
	case b.Style.Wide:
		return first, k.columns
	case b.Width == 0:
		return min(first, max(mostInstance, least)), k.columns
	}
	room := b.Width - least
	for _, c := range k.columns {
		if room -= c.width + 2 + star; room < 0 && len(columns) > 0 {
			break
		}
		columns = append(columns, c)
	}
	room = b.Width
	for _, c := range columns {
		room -= c.width + 2 + star
	}
	return min(first, max(room, least)), columns
}

// headings are the lines above the rows: titles, and units if any column has some.
func (b *byInstance) headings(k *block, heading string, first int, columns []blockColumn, star int) []string {
	titles, units, any := blockRow{name: heading}, blockRow{}, false
	for _, c := range columns {
		titles.cells, units.cells = append(titles.cells, c.title), append(units.cells, cmp.Or(c.units, " "))
		any = any || c.units != ""
	}
	head := b.line(&titles, first, columns, star)
	if b.Bold {
		head = "\x1b[1m" + head + "\x1b[0m"
	}
	if !any {
		return []string{head}
	}
	return []string{head, b.line(&units, first, columns, star)}
}

// line is a row: the instance at the left, numbers at the right of their columns.
func (b *byInstance) line(row *blockRow, first int, columns []blockColumn, star int) string {
	var line strings.Builder
	name := cutTo(row.name, first)
	line.WriteString(name + strings.Repeat(" ", first-runewidth.StringWidth(name)))
	for i, c := range columns {
		text, changed := "-", false
		if i < len(row.cells) && row.cells[i] != "" {
			text, changed = cutTo(row.cells[i], c.width), i < len(row.changed) && row.changed[i]
		}
		pad := strings.Repeat(" ", c.width-runewidth.StringWidth(text))
		mark := strings.Repeat(" ", star)
		switch {
		case changed && star > 0:
			mark = "*"
		case changed:
			text = coloured("7", text)
		}
		if line.Len() > 0 || i > 0 {
			line.WriteString("  ")
		}
		if c.text {
			line.WriteString(text + mark + pad)
		} else {
			line.WriteString(pad + text + mark)
		}
	}
	return strings.TrimRight(line.String(), " ")
}
