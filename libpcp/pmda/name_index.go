package pmda

// nameIndex finds rows of a table of metrics by name. The first few names are
// searched for; for more it makes an index.
type nameIndex struct {
	tables uint64 // the agent's count that the rest belongs to
	asked  int
	rows   map[string]int32 // nil until the index is built
}

// searches is how many names are found without an index.
const searches = 8

// find returns the row of a name as it stands in the table, or nil.
func (x *nameIndex) find(a *Agent, name string) *Metric {
	if x.tables != a.tables {
		*x = nameIndex{tables: a.tables}
	}
	if x.asked++; x.asked <= searches {
		return search(a, name)
	}
	if x.rows == nil {
		x.build(a)
	}
	if at, ok := x.rows[name]; ok {
		return a.row(int(at))
	}
	return nil
}

func search(a *Agent, name string) *Metric {
	for i := range a.rows() {
		if a.row(i).Name == name {
			return a.row(i)
		}
	}
	return nil
}

// build makes the index. Of several rows of one name the first counts.
func (x *nameIndex) build(a *Agent) {
	x.rows = make(map[string]int32, a.rows())
	for i := a.rows() - 1; i >= 0; i-- {
		x.rows[a.row(i).Name] = int32(i)
	}
}
