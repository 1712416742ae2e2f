package proc

import (
	"bytes"
	"encoding/binary"

	"pcptools/libpcp"
)

// filler is a worker's part of the columns: the values of processes that
// follow each other, from the first one on.
type filler struct {
	encoder libpcp.Encoder
	first   int
	counts  []int // values of each column; nil if the worker has none
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
	if at > f.first && holds(c.values[at-1], atom) {
		c.values[at] = c.values[at-1] // of what a kernel tells, much is 0 for all processes
	} else if c.values[at], _, err = f.encoder.Value(p.pid, atom); err != nil {
		return err
	}
	c.values[at].Inst = p.pid
	f.counts[number]++
	return nil
}

// holds reports whether a value of an atom's type equals the atom.
func holds(v libpcp.Value, atom libpcp.Atom) bool {
	switch atom.Type {
	case libpcp.TypeU64, libpcp.Type64:
		data := v.Block().Data
		return len(data) == 8 && binary.BigEndian.Uint64(data) == atom.Uint64()
	case libpcp.TypeString:
		data, text := v.Block().Data, atom.Bytes()
		return len(data) == len(text)+1 && bytes.Equal(data[:len(text)], text)
	}
	return false
}
