package pmda

import (
	"strings"

	"pcptools/libpcp"
)

// name checks a metric's name; rows are those of the names before it.
func (v *validation) name(i int, m *Metric, rows map[string]int) {
	if !libpcp.ValidName(m.Name) {
		v.add(m.row(i), "%q is no name of the name space", m.Name)
	}
	if first, ok := rows[m.Name]; ok {
		v.add(m.row(i), "has the name of metric %d", first)
	} else {
		rows[m.Name] = i
	}
}

// parents checks that no metric has the name above a row, or one above that.
func (v *validation) parents(i int, above string, rows map[string]int) {
	for at := len(above); at > 0; at = strings.LastIndexByte(above[:at], '.') {
		if row, ok := rows[above[:at]]; ok {
			v.add(v.agent.row(i).row(i), "is below metric %d (%s)", row, above[:at])
		}
	}
}
