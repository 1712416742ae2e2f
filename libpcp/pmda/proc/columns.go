package proc

import (
	"bytes"
	"encoding/binary"
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

// filler is a worker's part of the columns, which starts at a place.
type filler struct {
	encoder pmda.Encoder
	first   int
	counts  []int // values found, for each column
}

// readColumns makes the values of the metrics of a fetch, process by process:
// a file that several need is read once, and not kept.
func (a *agent) readColumns(req *pmda.Request, rows []*row, pids []int32) []column {
	columns := make([]column, len(rows))
	for i, r := range rows {
		spare := req.Spare(req.PMID(uint32(r.cluster), uint32(r.item)))
		columns[i] = column{row: r, values: slices.Grow(spare[:0], len(pids))[:len(pids)]}
	}
	var fillers [maxWorkers]filler
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
		columns[i].join(i, fillers[:])
	}
	return columns
}

// add adds the value of a process to a column.
func (f *filler) add(c *column, number int, p *process, a *agent) error {
	atom, err := a.valueOf(p, c.row)
	if err != nil {
		return err
	}
	if atom.Type != c.row.kind {
		if atom, err = atom.Convert(c.row.kind); err != nil {
			return err
		}
	}
	at := f.first + f.counts[number]
	v, err := f.value(p.pid, atom, c.values[f.first:at])
	if err != nil {
		return err
	}
	c.values[at] = v
	f.counts[number]++
	return nil
}

// value encodes an atom: one like that of the value before it shares its
// block, since processes have much in common.
func (f *filler) value(pid int32, atom libpcp.Atom, before []libpcp.Value) (libpcp.Value, error) {
	if n := len(before); n > 0 && holds(before[n-1], atom) {
		v := before[n-1]
		v.Inst = pid
		return v, nil
	}
	v, _, err := f.encoder.Value(pid, atom)
	return v, err
}

// holds reports whether a value has a block with an atom.
func holds(v libpcp.Value, atom libpcp.Atom) bool {
	data := v.Block().Data
	switch atom.Type {
	case libpcp.TypeU64, libpcp.Type64:
		return len(data) == 8 && binary.BigEndian.Uint64(data) == atom.Uint64()
	case libpcp.TypeString:
		text := atom.Bytes()
		return len(data) == len(text)+1 && bytes.Equal(data[:len(text)], text)
	}
	return false
}

// join closes the gaps after the values of each worker.
func (c *column) join(number int, fillers []filler) {
	n := 0
	for _, f := range fillers {
		if f.counts != nil {
			n += copy(c.values[n:], c.values[f.first:f.first+f.counts[number]])
		}
	}
	if c.values = slices.Clip(c.values[:n]); n > 0 {
		c.err = nil
	}
	if c.row.kind != libpcp.TypeU32 && c.row.kind != libpcp.Type32 {
		c.format = libpcp.PointerDynamic
	}
}

// take returns the values of a metric. If there are none the error is that of
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
