package archive

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

var _ libpcp.Recycler = (*Archive)(nil)

// maxSpare is how many results are kept to be used again: a rate needs two.
const maxSpare = 2

// Recycle implements libpcp.Recycler. Only results with one set are reused.
func (a *Archive) Recycle(r *libpcp.Result) {
	if r != nil && len(r.Sets) == 1 && len(a.spare) < maxSpare && !slices.Contains(a.spare, r) {
		a.spare = append(a.spare, r)
	}
}

// result begins a result of n empty sets, each of which may have memory for
// its values.
func (a *Archive) result(at logfile.Stamp, n int) *libpcp.Result {
	last := len(a.spare) - 1
	if n != 1 || last < 0 {
		r := newResult(at)
		r.Sets = make([]libpcp.ValueSet, n)
		return r
	}
	r := a.spare[last]
	a.spare = a.spare[:last]
	setTime(r, at)
	r.Sets[0] = libpcp.ValueSet{Values: r.Sets[0].Values[:0]}
	return r
}

// newResult is a result of a time, without value sets.
func newResult(at logfile.Stamp) *libpcp.Result {
	r := new(libpcp.Result)
	setTime(r, at)
	return r
}

func setTime(r *libpcp.Result, at logfile.Stamp) {
	r.Time = at.Time()
	r.Uncarried = int(r.Time.Unix() - at.Sec)
}

// room is values with one more, which may have memory for a block.
func room(values []libpcp.Value) ([]libpcp.Value, *libpcp.Value) {
	n := len(values)
	if n < cap(values) {
		values = values[:n+1]
	} else {
		values = append(values, libpcp.Value{})
	}
	return values, &values[n]
}

// piece is n bytes for a block: those it has, or others of a stock that grows
// by as much as the blocks to come will need, too.
func piece(has []byte, n int, stock *[]byte, blocks int) []byte {
	if n <= len(has) {
		return has[:n]
	}
	if n > len(*stock) {
		*stock = make([]byte, n*max(blocks, 1))
	}
	b := (*stock)[:n:n]
	*stock = (*stock)[n:]
	return b
}
