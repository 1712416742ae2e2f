package report

import (
	"slices"
	"strings"

	"pcptools/cmd/internal/figures"
)

// suit writes the numbers of each metric in units that suit them, and aligns the
// decimal points of columns.
func (o *Options) suit(columns []Column, rows [][]string, facts []fact) {
	if !o.People || slices.Contains(columns, OldValue) {
		return
	}
	all := make(map[quantity]*figures.Numbers)
	for _, f := range facts {
		n := all[f.quantity]
		if n == nil {
			n = &figures.Numbers{Units: f.units, Share: f.share, Kept: f.kept || !slices.Contains(columns, Units)}
			all[f.quantity] = n
		}
		for _, m := range f.measures {
			n.Add(m.value, m.integer)
		}
	}
	forms := make(map[quantity]figures.Form, len(all))
	for what, n := range all {
		forms[what] = o.Style.form(n)
	}
	units := slices.Index(columns, Units)
	for i, f := range facts {
		form, row := forms[f.quantity], rows[i+1]
		for _, m := range f.measures {
			if at := slices.Index(columns, m.column); at >= 0 && (!m.integer || form.Converts()) {
				row[at] = form.Text(m.value)
			}
		}
		if units >= 0 && row[units] != "" {
			row[units] = UnitsText(form.Units, f.share)
		}
	}
	for i, c := range columns {
		if slices.ContainsFunc(facts, func(f fact) bool { return f.has(c) }) {
			alignPoints(rows[1:], i)
		}
	}
}

// alignPoints pads the numbers of a column so that their decimal points are
// below each other when they are aligned to the right.
func alignPoints(rows [][]string, column int) {
	most := 0
	for _, row := range rows {
		if isNumber(row[column]) {
			most = max(most, afterPoint(row[column]))
		}
	}
	for _, row := range rows {
		if cell := &row[column]; isNumber(*cell) {
			*cell += strings.Repeat(" ", most-afterPoint(*cell))
		}
	}
}

// afterPoint is how many characters a number has from its point on.
func afterPoint(number string) int {
	if i := strings.IndexByte(number, '.'); i >= 0 {
		return len(number) - i
	}
	return 0
}
