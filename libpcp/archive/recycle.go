package archive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// reuse keeps a result for the next. Only those with one set are used again.
func (a *Archive) reuse(r *libpcp.Result) {
	if r != nil && len(r.Sets) == 1 {
		a.spare = r
	}
}

// result begins a result of n empty sets, each of which may have memory for
// its values.
func (a *Archive) result(at logfile.Stamp, n int) *libpcp.Result {
	if n != 1 || a.spare == nil {
		r := a.newResult(at)
		r.Sets = make([]libpcp.ValueSet, n)
		return r
	}
	r := a.spare
	a.spare = nil
	a.setTime(r, at)
	r.Changes = 0
	r.Sets[0] = libpcp.ValueSet{Values: r.Sets[0].Values[:0]}
	return r
}

// newResult is a result of a time, without value sets.
func (a *Archive) newResult(at logfile.Stamp) *libpcp.Result {
	r := new(libpcp.Result)
	a.setTime(r, at)
	return r
}

func (a *Archive) setTime(r *libpcp.Result, at logfile.Stamp) {
	r.Time = at.Time()
	a.uncarried = int(r.Time.Unix() - at.Sec)
}

// An UncarriedQuery asks for a function that returns how many whole seconds of
// the last result's time libpcp (C) leaves among the nanoseconds: 1 where an
// interpolating fetch comes upon a full second; others come from damaged archives.
type UncarriedQuery struct {
	Seconds func() int
	libpcp.RecordingAnswer
}
