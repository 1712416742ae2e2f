package proc

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// filler is a worker's part of the columns: the values of processes that
// follow each other, from the first one on.
type filler struct {
	encoder pmda.Encoder
	pids    []int32 // all of the fetch
	first   int
	seen    int    // processes before this one
	parts   []part // of each column; nil if the worker has none
}

// part is a worker's part of one column. While all its processes have the same
// value, that is all there is of it: nothing has been written to the column.
type part struct {
	count  int // values found
	same   libpcp.Value
	varied bool
	recent *[32]libpcp.Value // by the hash of what is in their blocks
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
	part := &f.parts[number]
	if !part.varied && part.count == f.seen && (part.count == 0 || holds(part.same, atom)) {
		return f.repeat(part, p.pid, atom)
	}
	values := f.written(number, c.values)
	part.varied = true
	at := f.first + part.count
	if n := len(values); n > 0 && holds(values[n-1], atom) {
		c.values[at] = values[n-1]
	} else if c.values[at], err = f.value(part, atom, a.seed); err != nil {
		return err
	}
	c.values[at].Inst = p.pid
	part.count++
	return nil
}

// repeat counts a value that is the same as those before it, or the first.
func (f *filler) repeat(p *part, pid int32, atom libpcp.Atom) (err error) {
	if p.count == 0 {
		if p.same, _, err = f.encoder.Value(pid, atom); err != nil {
			return err
		}
	}
	p.count++
	return nil
}

// written returns the values of a part among those of its column, written there if
// they have not been yet.
func (f *filler) written(number int, column []libpcp.Value) []libpcp.Value {
	part := &f.parts[number]
	values := column[f.first : f.first+part.count]
	if !part.varied {
		for i, pid := range f.pids[f.first : f.first+part.count] {
			values[i] = part.same
			values[i].Inst = pid
		}
	}
	return values
}

// value encodes an atom: one like a recent one shares its block, since
// processes have much in common.
func (f *filler) value(p *part, atom libpcp.Atom, seed maphash.Seed) (libpcp.Value, error) {
	var recent *libpcp.Value
	switch atom.Type {
	case libpcp.TypeU64, libpcp.Type64:
		recent = p.like(maphash.Comparable(seed, atom.Uint64()))
	case libpcp.TypeString:
		recent = p.like(maphash.Bytes(seed, atom.Bytes()))
	}
	if recent != nil && holds(*recent, atom) {
		return *recent, nil
	}
	v, _, err := f.encoder.Value(0, atom)
	if recent != nil {
		*recent = v
	}
	return v, err
}

// like returns the recent value whose hash is like another.
func (p *part) like(hash uint64) *libpcp.Value {
	if p.recent == nil {
		p.recent = new([32]libpcp.Value)
	}
	return &p.recent[hash%uint64(len(p.recent))]
}

// holds reports whether a value of an atom's type is that of the atom.
func holds(v libpcp.Value, atom libpcp.Atom) bool {
	switch atom.Type {
	case libpcp.TypeU32, libpcp.Type32:
		return v.Word == uint32(atom.Uint64())
	case libpcp.TypeU64, libpcp.Type64:
		data := v.Block().Data
		return len(data) == 8 && binary.BigEndian.Uint64(data) == atom.Uint64()
	case libpcp.TypeString:
		data, text := v.Block().Data, atom.Bytes()
		return len(data) == len(text)+1 && bytes.Equal(data[:len(text)], text)
	}
	return false
}

// sameOfAll returns the value of a column that all processes have, nil if there is
// none.
func sameOfAll(number int, fillers *[maxWorkers]filler) *libpcp.Value {
	var same *libpcp.Value
	for i := range fillers {
		f := &fillers[i]
		if f.parts == nil {
			continue
		}
		part := &f.parts[number]
		if part.varied || part.count != f.seen {
			return nil
		}
		if value := part.same; same == nil {
			same = &value
		} else if value.Inst = same.Inst; !same.Equal(value) {
			return nil
		}
	}
	return same
}
