package report

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/screen"
)

// fit wraps the cells of columns so that a table with borders is no wider than
// a terminal: prose first, then other text, and values last. Numbers stay
// whole: where that is not enough, columns are left out, and counted.
func fit(columns []Column, rows [][]string, width int) (kept []Column, cells [][]string, omitted int) {
	names := 24 // their widths at least, while there are details
	widths, fits := fitted(columns, rows, width, names, 24, 16, 10, 8)
	if !fits {
		columns, rows = errorsAsValues(columns, rows)
		widths, fits = fitted(columns, rows, width, names, 24, 16, 10, 8)
	}
	for !fits {
		at := leastUseful(columns)
		if names > 0 && (at < 0 || !slices.Contains(details, columns[at])) {
			names = 0
			widths, fits = fitted(columns, rows, width, names, 24, 16, 10, 8)
			continue
		}
		if at >= 0 && columns[at] == Units { // without which numbers mean little
			if widths, fits = fitted(columns, rows, width, names, 24, 16, 10, 8, 6, 5); fits {
				break
			}
			if value := slices.Index(columns, TheValue); value >= 0 {
				columns, rows = unitsInValues(columns, rows, value, at)
				widths, fits = fitted(columns, rows, width, names, 24, 16, 10, 8, 6)
				continue
			}
		}
		if at < 0 {
			if widths, fits = fitted(columns, rows, width, names, 24, 16, 10, 8, 6, 2); fits {
				break
			}
			if at = slices.IndexFunc(columns, func(c Column) bool { return firmnessOf(c) < 2 }); at < 0 || slices.Max(widths)+4 > width {
				break
			}
		}
		columns, rows = without(columns, rows, at)
		omitted++
		widths, fits = fitted(columns, rows, width, names, 24, 16, 10, 8)
	}
	cutCells(columns, rows, widths)
	return columns, rows, omitted
}

// cutCells makes cells no wider than their columns: names of metrics are cut at their
// beginnings, hosts if they differ only at their ends, and other text is wrapped.
func cutCells(columns []Column, rows [][]string, widths []int) {
	ends := make([]bool, len(columns))
	for i, c := range columns {
		ends[i] = c == Name || c == Host && SameWhenCut(cellsOf(rows[1:], i), widths[i])
	}
	for at, row := range rows {
		for i, c := range columns {
			switch {
			case ends[i]:
				row[i] = Tail(row[i], widths[i])
			case at == 0 && c == TheValue: // which may be the name of a metric, and units
				name, units, _ := strings.Cut(row[i], " ")
				row[i] = strings.TrimRight(Tail(name, widths[i])+" "+units, " ")
			}
			row[i] = wrapped(row[i], widths[i])
		}
	}
}

// errorsAsValues puts errors where the values would be, if no row has both.
func errorsAsValues(columns []Column, rows [][]string) ([]Column, [][]string) {
	value, text := slices.Index(columns, TheValue), slices.Index(columns, ErrorText)
	if value < 0 || text < 0 || slices.ContainsFunc(rows[1:], func(row []string) bool { return row[value] != "" && row[text] != "" }) {
		return columns, rows
	}
	for _, row := range rows[1:] {
		row[value] += row[text]
	}
	return without(columns, rows, text)
}

// unitsInValues puts units below the numbers that are in them.
func unitsInValues(columns []Column, rows [][]string, value, units int) ([]Column, [][]string) {
	for _, row := range rows[1:] {
		if row[units] != "" {
			row[value] += "\n" + row[units]
		}
	}
	return without(columns, rows, units)
}

func cellsOf(rows [][]string, column int) []string {
	cells := make([]string, len(rows))
	for i, row := range rows {
		cells[i] = row[column]
	}
	return cells
}

// fitted are the widths of columns, narrowed step by step, those of names not below a
// width. It reports whether they fit.
func fitted(columns []Column, rows [][]string, width, names int, steps ...int) ([]int, bool) {
	widths, numbers := make([]int, len(columns)), make([]int, len(columns))
	room := width - 3*len(columns) - 1 // less the borders
	for i := range columns {
		for _, row := range rows {
			widths[i] = max(widths[i], widest(row[i]))
			if number, _, _ := strings.Cut(row[i], "\n"); isNumber(number) {
				numbers[i] = max(numbers[i], len(number))
			}
		}
		if room -= widths[i]; columns[i] == Name || columns[i] == Host || columns[i] == InstanceName {
			numbers[i] = max(numbers[i], min(widths[i], names))
		}
	}
	for _, step := range steps {
		for firmness := range 3 {
			room = narrowDown(columns, widths, numbers, room, firmness, step)
		}
	}
	return widths, room >= 0
}

// dispensable are the columns that there may be no room for, from the least
// useful on.
var dispensable = []Column{SeriesID, LabelSet, Zone, Gaps, Metrics, Hostname, Domain, PMID, Type, Semantics, InstanceID, ErrorSymbol, ErrorCode, P50, Least, P99, Count, GreatestTime, P95, Mean, Earlier, Units, OldValue, ErrorText}

// details go before names are cut so far that one may not know them.
var details = []Column{P50, Least, P99, Count, GreatestTime}

// leastUseful finds a column to leave out, or is negative.
func leastUseful(columns []Column) int {
	for _, c := range dispensable {
		if i := slices.Index(columns, c); i >= 0 && len(columns) > 1 {
			return i
		}
	}
	return -1
}

// without leaves out a column.
func without(columns []Column, rows [][]string, at int) ([]Column, [][]string) {
	for i := range rows {
		rows[i] = slices.Delete(rows[i], at, at+1)
	}
	return slices.Delete(slices.Clone(columns), at, at+1), rows
}

// firmnessOf says how late the width of a column is given up.
func firmnessOf(c Column) int {
	switch c {
	case OneLine, Help, LabelSet, ErrorText:
		return 0
	case TheValue, OldValue, Count, InstanceID, ErrorCode, Type, Mean, P50, P95, P99, Least, Greatest, GreatestTime, Earlier, Now, Ratio:
		return 2
	}
	return 1
}

// narrowDown narrows columns that are wider than a step and than their numbers,
// always the widest, until the table fits.
func narrowDown(columns []Column, widths, numbers []int, room, firmness, step int) int {
	for ; room < 0; room++ {
		widest := -1
		for i, c := range columns {
			if firmnessOf(c) == firmness && widths[i] > max(step, numbers[i]) && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return room
}

// fitted is a line above a table, broken where it is wider than the terminal.
func (o *Options) fitted(line string) string {
	if o.Width > 0 {
		line = wrapped(line, o.Width)
	}
	return line + "\n"
}

// wrapped is a cell in lines no wider than width.
func wrapped(cell string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(cell, "\n") {
		if runewidth.StringWidth(line) <= width {
			lines = append(lines, line)
		} else {
			for _, part := range screen.Wrap(strings.TrimLeft(line, " "), width) {
				lines = append(lines, cutTo(part, width))
			}
		}
	}
	return strings.Join(lines, "\n")
}
