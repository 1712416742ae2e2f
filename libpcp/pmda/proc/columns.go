package proc

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// column are the values of one metric, of the processes that a fetch wants.
type column struct {
	row    *row // nil when its values have been taken
	format libpcp.Format
	values []libpcp.Value
	err    error // of the last process
}

// readColumns makes the values of the metrics of a fetch, process by process:
// a file that several need is read once, and not kept.
func (a *agent) readColumns(req *pmda.Request, rows []*row, pids []int32) []column {
	columns, fillers := make([]column, len(rows)), new([maxWorkers]filler)
	for i, r := range rows {
		columns[i] = column{row: r, values: make([]libpcp.Value, len(pids))} // it takes no memory before it is written to
	}
	a.work.each(&a.host, a.viewer(req.Client), pids, func(worker, at int, p *process) {
		f := &fillers[worker]
		if f.counts == nil {
			f.first, f.counts = at, make([]int, len(rows))
		}
		for i := range columns {
			err := f.add(&columns[i], i, p, a)
			if at == len(pids)-1 {
				columns[i].err = err
			}
		}
	})
	for i := range columns {
		columns[i].join(i, fillers)
	}
	return columns
}

// join closes the gaps after the values of each worker.
func (c *column) join(number int, fillers *[maxWorkers]filler) {
	if c.row.kind != libpcp.TypeU32 && c.row.kind != libpcp.Type32 {
		c.format = libpcp.PointerDynamic
	}
	n := 0
	for i := range fillers {
		if f := &fillers[i]; f.counts != nil {
			n += copy(c.values[n:], c.values[f.first:f.first+f.counts[number]])
		}
	}
	if c.values = slices.Clip(c.values[:n]); n > 0 {
		c.err = nil
	}
}

// take returns the values of a metric. Without values the error is the error of
// the last process.
func take(columns []column, r *row) (libpcp.Format, []libpcp.Value, error) {
	for i := range columns {
		if c := &columns[i]; c.row == r {
			taken := *c
			*c = column{}
			return taken.format, taken.values, taken.err
		}
	}
	return libpcp.InSitu, nil, pmda.NoValue
}

// rowsOf are the metrics of processes that a fetch asks for, in its order.
func (a *agent) rowsOf(req *pmda.Request, hot bool) []*row {
	var asked []*row
	for _, id := range req.IDs {
		cluster := uint16(id.Cluster())
		if hot {
			cluster = clusterOfHot(cluster)
		}
		at := slices.IndexFunc(a.rows, func(r *row) bool { return r.cluster == cluster && uint32(r.item) == id.Item() })
		if at >= 0 {
			asked = append(asked, a.rows[at])
		}
	}
	return asked
}
