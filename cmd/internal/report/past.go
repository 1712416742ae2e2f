package report

import (
	"slices"
	"strings"
)

// marked is the column in which changes are marked, negative without such a
// column.
func marked(columns []Column) int {
	if i := slices.Index(columns, TheValue); i >= 0 {
		return i
	}
	return slices.Index(columns, Count)
}

// mark marks values that have changed: by reverse video, or else by a star.
func (o *Options) mark(columns []Column, rows [][]cell, facts []fact) {
	at := marked(columns)
	if o.Past == nil || at < 0 {
		return
	}
	for i, f := range facts {
		switch cell := &rows[i][at].text; {
		case !o.Bold && f.changed:
			number := strings.TrimRight(*cell, " ")
			*cell = number + "*" + (*cell)[len(number):]
		case !o.Bold:
			*cell += " "
		case f.changed:
			*cell = coloured("7", *cell)
		}
	}
}
