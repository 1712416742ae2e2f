package archive

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// reuse keeps a result for the next, unless its sets may share memory.
func (a *Archive) reuse(r *libpcp.Result) {
	if len(r.Sets) == 1 || !a.shared {
		a.spare = r
	}
}

// result begins a result of n empty sets, each of which may have memory for
// its values.
func (a *Archive) result(at logfile.Stamp, n int) *libpcp.Result {
	r := a.spare
	if a.spare = nil; r == nil {
		r = new(libpcp.Result)
	}
	r.Time = at.Time()
	r.Uncarried = int(r.Time.Unix() - at.Sec)
	sets := r.Sets[:cap(r.Sets)]
	r.Changes, r.Marked, r.Sets = 0, false, slices.Grow(sets, max(0, n-len(sets)))[:n]
	for i := range r.Sets {
		r.Sets[i] = libpcp.ValueSet{Values: r.Sets[i].Values[:0]}
	}
	return r
}
