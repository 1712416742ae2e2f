package mmvfile

import (
	"cmp"
	"slices"
)

// Row is a metric with its name, and where its values are.
type Row struct {
	Metric
	Index  int // among the file's metrics
	Name   string
	Values []Place // of each instance once, in order of instance
	First  Place   // of them in the file
	Last   Place
	Known  bool // the file has values of it, be it of no instance
}

// Place is where the file has a value: the offset of its record.
type Place struct {
	Inst   int32 // anything, for a singular metric
	Offset uint64
}

// readValues finds the value of each metric and instance: the first that the
// file has.
func (c *Contents) readValues(b []byte, s, metrics section) {
	rows := make([]*Row, metrics.count)
	for i := range c.Rows {
		rows[c.Rows[i].Index] = &c.Rows[i]
	}
	s.records(b, func(record []byte, at uint64) {
		var v Value
		if v.Decode(record) != nil {
			return
		}
		index, ok := metrics.index(v.Metric)
		if !ok || rows[index] == nil {
			return
		}
		rows[index].Known = true
		if place := (Place{Offset: at}); c.placeInst(b, rows[index], &v, &place) {
			rows[index].add(place)
		}
	})
	for i := range c.Rows {
		c.Rows[i].sortValues()
	}
}

// placeInst fills in the instance of a value, and reports whether it has one
// if it needs one. All but the first value of a singular metric are dropped.
func (c *Contents) placeInst(b []byte, row *Row, v *Value, place *Place) bool {
	if row.Singular() {
		return len(row.Values) == 0
	}
	size := uint64(Instances.Size(c.Version))
	if v.Instance == 0 || v.Instance > uint64(len(b)) || uint64(len(b))-v.Instance < size {
		return false
	}
	var i Instance
	err := i.Decode(b[v.Instance:v.Instance+size], c.Version, v.Instance)
	place.Inst = i.ID
	return err == nil
}

func (r *Row) add(p Place) {
	if len(r.Values) == 0 {
		r.First = p
	}
	r.Last = p
	r.Values = append(r.Values, p)
}

func (r *Row) sortValues() {
	byInst := func(x, y Place) int { return cmp.Compare(x.Inst, y.Inst) }
	if !slices.IsSortedFunc(r.Values, byInst) {
		slices.SortStableFunc(r.Values, byInst)
	}
	r.Values = slices.CompactFunc(r.Values, func(x, y Place) bool { return x.Inst == y.Inst })
}

// Run returns the length of all values, from the first one on, or zero if the file
// has other bytes between them.
func (r *Row) Run() int {
	if n := len(r.Values) * ValueSize; n > 0 && r.Last.Offset-r.First.Offset == uint64(n-ValueSize) {
		return n
	}
	return 0
}

// noInst is the instance of a singular metric.
const noInst = -1

// Value returns where the value of an instance is. Without an instance, -1,
// and for a singular metric it is the first in the file.
func (r *Row) Value(inst int32) (Place, bool) {
	if inst == noInst || r.Singular() {
		return r.First, len(r.Values) > 0
	}
	at, ok := slices.BinarySearchFunc(r.Values, inst, func(p Place, inst int32) int { return cmp.Compare(p.Inst, inst) })
	if !ok {
		return Place{}, false
	}
	return r.Values[at], true
}
