package pmda

// nameIndex finds rows of a table of metrics by name. It is built when a name is
// first asked for.
type nameIndex struct {
	tables uint64 // the agent's count that the rows belong to
	rows   map[string]int32
}

// find returns the first row of a name as it stands in the table, or nil.
func (x *nameIndex) find(a *Agent, name string) *Metric {
	if x.rows == nil || x.tables != a.tables {
		*x = nameIndex{tables: a.tables, rows: make(map[string]int32, a.rows())}
		for i := a.rows() - 1; i >= 0; i-- {
			x.rows[a.row(i).Name] = int32(i)
		}
	}
	if at, ok := x.rows[name]; ok {
		return a.row(int(at))
	}
	return nil
}
