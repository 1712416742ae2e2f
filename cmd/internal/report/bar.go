package report

import (
	"math"
	"slices"
	"strings"

	"pcptools/libpcp"
)

// A fact describes a row of a table beyond its cells.
type fact struct {
	quantity
	number  float64 // of the value of an instance, else NaN
	changed bool    // since the table was drawn before

	measures    []measure
	share, kept bool // the measures are parts of time; their units are to stay
}

// A quantity is what numbers of several rows can be compared by: a metric, which
// another source may have in other units.
type quantity struct {
	metric string
	units  libpcp.Units
}

// factOf is what to know of a row.
func (t *table) factOf(r *row, text string) fact {
	f := fact{quantity: quantity{metric: r.name()}, number: math.NaN(), changed: t.Past.changed(r, text)}
	f.units, f.share, f.kept = r.unitsOf()
	if v := r.value; v != nil && v.Instance != nil && v.Atom != nil && v.Atom.Type.Numeric() && r.metric != nil {
		f.number = v.Atom.Float64()
	}
	if t.People {
		f.measures = r.measures()
	}
	return f
}

// Widths of bars, in characters.
const (
	leastBar = 8
	mostBar  = 24
)

// bars adds a column of bars after the values of a table on a terminal, if it
// fits and a metric has values of several instances. The longest bar of a
// metric stands for its greatest value, or for 100% of time.
func (t *table) bars(columns []Column, rows [][]string, facts []fact) ([]Column, [][]string) {
	at := slices.Index(columns, TheValue) + 1
	width := min(t.Width-tableWidth(rows)-3, mostBar)
	longest := longestBars(facts)
	if at == 0 || width < leastBar || len(longest) == 0 {
		return columns, rows
	}
	columns = slices.Insert(slices.Clone(columns), at, Bar)
	rows[0] = slices.Insert(rows[0], at, "")
	for i, f := range facts {
		bar := ""
		if most := longest[f.quantity]; most > 0 && f.number > 0 && !math.IsInf(f.number, 0) {
			bar = t.bar(f.number/most, width)
		}
		rows[i+1] = slices.Insert(rows[i+1], at, bar)
	}
	return columns, rows
}

// longestBars are the values of the longest bars.
func longestBars(facts []fact) map[quantity]float64 {
	longest, seen := make(map[quantity]float64), make(map[quantity]int)
	for _, f := range facts {
		if math.IsNaN(f.number) || math.IsInf(f.number, 0) {
			continue
		}
		seen[f.quantity]++
		longest[f.quantity] = max(longest[f.quantity], f.number)
		if f.share {
			longest[f.quantity] = max(longest[f.quantity], 1)
		}
	}
	for what, n := range seen {
		if n < 2 || longest[what] == 0 {
			delete(longest, what)
		}
	}
	return longest
}

// tableWidth is how wide a table with borders is.
func tableWidth(rows [][]string) int {
	total := 1
	for i := range rows[0] {
		width := 0
		for _, row := range rows {
			width = max(width, widest(row[i]))
		}
		total += width + 3
	}
	return total
}

// eighths are the parts of a block.
var eighths = []rune(" ▏▎▍▌▋▊▉")

// bar is a part of a width.
func (t *table) bar(part float64, width int) string {
	n := int(math.Round(part * float64(width*8)))
	text := strings.Repeat("#", (n+4)/8)
	if t.Blocks {
		text = strings.Repeat("█", n/8)
		if n%8 > 0 {
			text += string(eighths[n%8])
		}
	}
	if t.Bold {
		return coloured("36", text)
	}
	return text
}
