package report

import (
	"slices"
	"strings"
)

// Past is the last contents of tables on a screen, to mark changes.
type Past struct{ Memory[string] }

// changed takes in what a value is now. It reports whether it was another, or
// none, the last time. A nil Past has no changes.
func (p *Past) changed(r *row, text string) bool {
	if p == nil {
		return false
	}
	at := PlaceOf(r.host(), r.name(), r.instance())
	p.Put(at, text)
	last, _ := p.Last(at)
	return !p.First() && last != text
}

// marked is the column in which changes are marked, negative without such a
// column.
func marked(columns []Column) int {
	if i := slices.Index(columns, TheValue); i >= 0 {
		return i
	}
	return slices.Index(columns, Count)
}

// mark marks values that have changed: by reverse video, or else by a star.
func (t *table) mark(columns []Column, rows [][]cell, facts []fact) {
	at := marked(columns)
	if t.Past == nil || at < 0 {
		return
	}
	for i, f := range facts {
		switch cell := &rows[i][at].text; {
		case !t.Bold && f.changed:
			number := strings.TrimRight(*cell, " ")
			*cell = number + "*" + (*cell)[len(number):]
		case !t.Bold:
			*cell += " "
		case f.changed:
			*cell = coloured("7", *cell)
		}
	}
}
