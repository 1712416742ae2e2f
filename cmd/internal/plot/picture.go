package plot

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/figures"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp/format"
)

// Widths of a picture. Where it is narrow, minima and maxima are left out.
const (
	figure    = 11 // a number, with the space before it
	narrow    = 60
	mostName  = 24
	leastLine = 1
	leastRows = 8 // that have an axis
)

// picture is a heading for each metric, and below it a line for each instance:
// its name, the sparkline, and the last, the least and the greatest value. Below are
// the times, and the number of instances that have no line: there may be as many as rows.
func (p *Plot) picture(columns, rows int) []string {
	l := p.layout(columns)
	picture, more := []string{cut(format.Printable(strings.TrimLeft(p.host+p.WindowText(&p.window), " ")), l.columns)}, p.more
	axis := rows >= leastRows
	if axis {
		rows--
	}
	for rest := p.lines; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].metric == rest[0].metric {
			n++
		}
		lines := p.metric(rest[:n], l)
		rest = rest[n:]
		room := rows - len(picture)
		if len(rest) > 0 || more > 0 || len(lines) > room {
			room-- // for the number of others
		}
		if heading := len(lines) - n; room > heading {
			shown := min(room, len(lines))
			picture, n = append(picture, lines[:shown]...), len(lines)-shown
		}
		more += n
	}
	if axis && len(picture) > 1 {
		picture = append(picture, p.axis(l))
	}
	if more > 0 {
		picture = append(picture, cut(fmt.Sprintf("(%d more)", more), l.columns))
	}
	return picture
}

// A layout is how wide the parts of a picture are.
type layout struct {
	columns int
	whole   bool
	name    int  // columns of an instance
	ends    bool // the names of instances differ only at their ends
	room    int  // for marks
	titles  []string
}

func (p *Plot) layout(columns int) layout {
	l := layout{columns: columns, whole: p.Style.Wide && !p.Live, titles: []string{"last", "min", "max"}}
	if columns < narrow && !l.whole {
		l.titles = l.titles[:1]
	}
	longest, values := 0, 0
	names := make([]string, len(p.lines))
	for i, line := range p.lines {
		names[i] = format.Printable(line.instance)
		longest = max(longest, runewidth.StringWidth(names[i]))
		values = max(values, len(line.all()))
	}
	others := 3 + figure*len(l.titles)
	l.name = min(longest, mostName, max(min(columns/3, columns-others-leastLine), 4))
	if l.whole {
		l.name = longest
		l.columns = max(columns, others+l.name+values)
	}
	l.ends = report.SameWhenCut(names, l.name)
	l.room = max(l.columns-others-l.name, leastLine)
	return l
}

// metric is a heading, and the lines of a metric on one scale, or each on its
// own.
func (p *Plot) metric(lines []*line, l layout) []string {
	drawn, all := make([][]float64, len(lines)), noSpan()
	for i, line := range lines {
		drawn[i] = p.drawn(line, l.room)
		all.include(drawn[i]...)
	}
	if lines[0].share {
		all.include(0)
	}
	n := p.numbers(lines)
	picture := p.heading(lines[0], n, all, l)
	for i, line := range lines {
		span := all
		if p.Own {
			span = noSpan()
			span.include(drawn[i]...)
		}
		picture = append(picture, p.row(line, n, spark(drawn[i], span, p.marks()), l))
	}
	return picture
}

// drawn are the values of a line that have marks: the latest, or means of all.
func (p *Plot) drawn(line *line, room int) []float64 {
	values := line.all()
	if p.Recent {
		values = values[max(len(values)-room, 0):]
	}
	return reduced(values, room)
}

// axis has the times of the first and the last mark below these, and that of the
// middle one if there is room.
func (p *Plot) axis(l layout) string {
	const gap = 2
	times := p.drawn(&p.times, l.room)
	at := func(i int) time.Time {
		return report.In(time.UnixMilli(int64(math.Round(times[i]*1000))).In(p.window.End.Location()), p.Zone)
	}
	first, last, layout := at(0), report.In(p.window.End, p.Zone), "15:04:05"
	if !p.Recent {
		first = report.In(p.window.Start, p.Zone)
	}
	if first.YearDay() != last.YearDay() || first.Year() != last.Year() {
		if layout = "01-02 15:04"; len(times) < 2*len(layout)+gap {
			layout = "01-02"
		}
	}
	axis, width := first.Format(layout), len(layout)
	if room := len(times) - 2*width; room >= gap {
		if side := (room - width) / 2; side >= gap {
			axis += strings.Repeat(" ", side) + at(len(times)/2).Format(layout)
		}
		axis += strings.Repeat(" ", len(times)-width-len(axis)) + last.Format(layout)
	}
	return cut(strings.Repeat(" ", 3+l.name)+axis, l.columns)
}

// A notation is how the numbers of a metric are written.
type notation struct {
	figures.Form
	units string
}

// numbers chooses how the numbers of a metric are written.
func (p *Plot) numbers(lines []*line) notation {
	first := lines[0]
	n := figures.Numbers{Units: first.units, Share: first.share, Kept: first.kept, Broad: true}
	if p.People {
		for _, line := range lines {
			n.Add(line.min, false)
			n.Add(line.max, false)
		}
	}
	form := n.Form()
	if !p.People {
		form = form.Unaligned()
	}
	return notation{form, report.UnitsText(form.Units, first.share)}
}

// heading names a metric and its units, above the names of the figures, and
// shows what the lowest and the highest mark stand for. A name that does not fit
// loses its beginning.
func (p *Plot) heading(line *line, n notation, scale span, l layout) []string {
	units := ""
	if n.units != "" {
		units = " (" + n.units + ")"
	}
	legend := ""
	if marks := p.marks(); !p.Own && !scale.empty() {
		legend = fmt.Sprintf("  %c %s  %c %s", marks[0], n.Within(scale.low, figure-1), marks[len(marks)-1], n.Within(scale.high, figure-1))
	}
	room := l.columns - figure*len(l.titles)
	name, width := format.Printable(line.metric), runewidth.StringWidth
	first, more := legend, []string(nil)
	if width(name)+width(units)+width(legend) > room {
		first = ""
		if legend != "" {
			more = []string{cut(legend, l.columns)}
		}
	}
	if least := 6; !l.whole && room-width(units)-width(first) < least { // of a name
		more = append(more, cut("  "+strings.TrimSpace(units), l.columns))
		units = ""
	}
	if !l.whole {
		name = report.Tail(name, max(room-width(units)-width(first), 2))
	}
	text := name + units
	b := strings.Builder{}
	b.WriteString(p.colour("1", text) + first)
	b.WriteString(strings.Repeat(" ", max(room-width(text)-width(first), 0)))
	for _, t := range l.titles {
		b.WriteString(runewidth.FillLeft(t, figure))
	}
	return append([]string{b.String()}, more...)
}

// row is a line of the picture.
func (p *Plot) row(line *line, n notation, drawn string, l layout) string {
	var b strings.Builder
	name := format.Printable(line.instance)
	if l.ends {
		name = report.Tail(name, l.name)
	}
	b.WriteString("  " + runewidth.FillRight(cut(name, l.name), l.name) + " ")
	b.WriteString(p.colour("36", drawn) + strings.Repeat(" ", max(l.room-len([]rune(drawn)), 0)))
	for _, v := range []float64{line.last, line.min, line.max}[:len(l.titles)] {
		text := "-"
		if !math.IsNaN(v) {
			text = n.Within(v, figure-1)
		}
		b.WriteString(runewidth.FillLeft(text, figure))
	}
	return b.String()
}

// marks are the marks that the locale has.
func (p *Plot) marks() []rune {
	if p.Blocks {
		return blocks
	}
	return plain
}

// colour returns text in a colour, or bold, if colours are wanted.
func (p *Plot) colour(code, text string) string {
	if !p.Bold || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func cut(text string, columns int) string { return runewidth.Truncate(text, max(columns, 1), "…") }
