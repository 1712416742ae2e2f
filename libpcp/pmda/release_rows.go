package pmda

import (
	"slices"

	"pcptools/libpcp/release"
)

// RowsOf returns the rows of tables that a release of PCP has, for [Agent].Rows:
// see [Metric].Since.
func RowsOf(rel release.Release, tables ...[]Metric) []*Metric {
	n := 0
	for _, table := range tables {
		n += len(table)
	}
	rows := make([]*Metric, 0, n)
	for _, table := range tables {
		for i := range table {
			if m := &table[i]; (m.Since == 0 || rel.Has(m.Since)) && (m.Until == 0 || !rel.Has(m.Until)) {
				rows = append(rows, m)
			}
		}
	}
	return rows
}

// InDomsOf returns the instance domains of rows, for [Agent].InDoms.
func InDomsOf(rows []*Metric) []*InDom {
	var indoms []*InDom
	var last *InDom
	for _, m := range rows {
		if m.InDom == last || m.InDom == nil {
			continue
		}
		if last = m.InDom; !slices.Contains(indoms, last) {
			indoms = append(indoms, last)
		}
	}
	return indoms
}
