package plot

import (
	"fmt"
	"math"
	"strings"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp/format"
)

// Widths of a picture. Where it is narrow, minima and maxima are left out.
const (
	figure    = 11 // a number, with the space before it
	narrow    = 60
	mostName  = 24
	leastLine = 1
)

// picture is a heading for each metric, and below it a line for each instance:
// its name, the sparkline, and the last, the least and the greatest value.
func (p *Plot) picture(columns int) []string {
	titles := []string{"last", "min", "max"}
	if columns < narrow {
		titles = titles[:1]
	}
	name := 0
	for _, l := range p.lines {
		name = max(name, runewidth.StringWidth(format.Printable(l.instance)))
	}
	name = min(name, mostName, max(columns/3, 4))
	room := max(columns-2-name-1-figure*len(titles), leastLine)

	picture := []string{cut(format.Printable(p.title()), columns)}
	for i, l := range p.lines {
		if i == 0 || p.lines[i-1].metric != l.metric {
			picture = append(picture, p.heading(l, titles, columns))
		}
		picture = append(picture, p.row(l, len(titles), name, room))
	}
	if p.more > 0 {
		picture = append(picture, cut(fmt.Sprintf("(%d more)", p.more), columns))
	}
	return picture
}

// heading names a metric and its units, above the names of the figures.
func (p *Plot) heading(l *line, titles []string, columns int) string {
	text := format.Printable(l.metric)
	if l.units != "" {
		text += " (" + l.units + ")"
	}
	room := columns - figure*len(titles)
	text = runewidth.FillRight(cut(text, room), room)
	var b strings.Builder
	for _, t := range titles {
		b.WriteString(runewidth.FillLeft(t, figure))
	}
	return p.colour("1", text) + b.String()
}

// row is a line of the picture.
func (p *Plot) row(l *line, numbers, name, room int) string {
	values := l.all()
	if p.Recent && len(values) > room {
		values = values[len(values)-room:]
	}
	marks := plain
	if p.Blocks {
		marks = blocks
	}
	var b strings.Builder
	b.WriteString("  " + runewidth.FillRight(cut(format.Printable(l.instance), name), name) + " ")
	drawn := spark(values, room, marks)
	b.WriteString(p.colour("36", drawn) + strings.Repeat(" ", max(room-len([]rune(drawn)), 0)))
	for _, v := range []float64{l.last, l.min, l.max}[:numbers] {
		text := "-"
		if !math.IsNaN(v) {
			text = figures.Within(v, figure-1)
		}
		b.WriteString(runewidth.FillLeft(text, figure))
	}
	return b.String()
}

// colour returns text in a colour, or bold, if colours are wanted.
func (p *Plot) colour(code, text string) string {
	if !p.Colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func cut(text string, columns int) string { return runewidth.Truncate(text, max(columns, 1), "…") }
