package report

import (
	"math"
	"slices"
	"strings"
)

// Widths of bars, in characters.
const (
	leastBar = 8
	mostBar  = 24
)

// bars adds a column of bars after the values of a table on a terminal, if it
// fits and a metric has values of several instances. The longest bar of a
// metric stands for its greatest value, or for 100% of time.
func (o *Options) bars(columns []Column, rows [][]string, facts []fact) ([]Column, [][]string) {
	at := slices.Index(columns, TheValue) + 1
	width := min(o.Width-tableWidth(rows)-3, mostBar)
	longest := longestBars(facts)
	if at == 0 || width < leastBar || len(longest) == 0 {
		return columns, rows
	}
	columns = slices.Insert(slices.Clone(columns), at, Bar)
	rows[0] = slices.Insert(rows[0], at, "")
	for i, f := range facts {
		bar := ""
		if most := longest[f.quantity]; most > 0 && f.number > 0 && !math.IsInf(f.number, 0) {
			bar = o.bar(f.number/most, width)
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
func (o *Options) bar(part float64, width int) string {
	n := int(math.Round(part * float64(width*8)))
	text := strings.Repeat("#", (n+4)/8)
	if o.Blocks {
		text = strings.Repeat("█", n/8)
		if n%8 > 0 {
			text += string(eighths[n%8])
		}
	}
	if o.Bold {
		return coloured("36", text)
	}
	return text
}
