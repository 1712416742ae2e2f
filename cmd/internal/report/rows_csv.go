package report

import (
	"strconv"

	"pcptools/libpcp"
)

// rowsCSV writes a line for each instance of a sample, with a column for each
// metric, as exact as CSV is.
type rowsCSV struct {
	wideCSV
	columns map[string]int
}

// Heads writes the first line: a column for each metric.
func (c *rowsCSV) Heads(heads []Head, _ int) error {
	c.columns = make(map[string]int, len(heads))
	for i, column := range []Column{Time, InstanceID, InstanceName} {
		c.fields.field(i, columnNames[column])
	}
	for i := range heads {
		c.columns[heads[i].Metric] = i
		c.fields.field(i+3, heads[i].Metric)
	}
	return c.fields.endLine()
}

func (c *rowsCSV) Write(r Record) error {
	s, ok := r.(*Sample)
	if !ok || s.Mark {
		return nil
	}
	at := string(appendTime(nil, s.Time, c.Zone))
	for _, row := range c.rows(s) {
		id, name := "", ""
		if i := row.instance; i != nil {
			id, name = strconv.Itoa(int(i.ID)), i.Name
		}
		for i, text := range append([]string{at, id, name}, row.cells...) {
			c.fields.field(i, text)
		}
		if err := c.fields.endLine(); err != nil {
			return err
		}
	}
	return nil
}

// An instanceRow is a line of an instance, or of metrics without instances.
type instanceRow struct {
	instance *Instance
	cells    []string // by column
}

// rows are the lines of a sample, in the order of their first values.
func (c *rowsCSV) rows(s *Sample) (rows []instanceRow) {
	type key struct {
		domain libpcp.InDom
		inst   int32
	}
	index := make(map[key]int)
	for m := range s.Metrics.each {
		at, wanted := c.columns[m.Name]
		if !wanted || m.Desc == nil {
			continue
		}
		for v := range m.Values.each {
			k := key{libpcp.NullInDom, libpcp.NullInst}
			if v.Instance != nil {
				k = key{m.Desc.InDom, v.Instance.ID}
			}
			i, known := index[k]
			if !known {
				i = len(rows)
				index[k] = i
				rows = append(rows, instanceRow{cells: make([]string, len(c.columns))})
				if v.Instance != nil {
					instance := *v.Instance
					rows[i].instance = &instance
				}
			}
			rows[i].cells[at] = c.print.value(v)
		}
	}
	return rows
}
