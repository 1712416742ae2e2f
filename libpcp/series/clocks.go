package series

import (
	"slices"
	"time"

	"pcptools/libpcp"
)

// newestInStep is the time of the newest value, but of sources whose clocks are ahead of
// this host's, or, if that is in step with none, of the slowest one's.
func (f *Feed) newestInStep() (newest time.Time) {
	var lasts []time.Time
	limit := f.grown.Add(lateTime)
	inStep := false
	for _, h := range f.parts {
		for _, r := range h.sources {
			if !r.last.IsZero() {
				lasts = append(lasts, r.last)
			}
			inStep = inStep || !r.last.After(limit) && slices.ContainsFunc(r.series, func(p *pages) bool { return !p.behind(f.grown) })
		}
	}
	if len(lasts) == 0 {
		return newest
	}
	slices.SortFunc(lasts, time.Time.Compare)
	if !inStep {
		limit = lasts[0].Add(lateTime)
	}
	for _, last := range lasts {
		if !last.After(limit) {
			newest = last
		}
	}
	return newest
}

// settle takes in when the source had its last value: values of one time arrive one
// after the other.
func (r *recorder) settle(now time.Time) {
	if now.Sub(r.since) >= settling {
		r.settled = r.pending
	}
	if r.settled.Equal(r.pending) && r.last.After(r.pending) {
		r.pending, r.since = r.last, now
	}
}

// patience is for how long a series may have no sample before it is late.
func (p *pages) patience() time.Duration { return lateIntervals*p.interval + lateTime }

// behind reports whether a series that goes on should have had a sample by that time.
func (p *pages) behind(at time.Time) bool { return at.Sub(p.last) > p.patience() }

// late reports whether a series has had no sample for longer than before: while others
// of its source have, or while other sources have.
func (f *Feed) late(p *pages) bool {
	return p.behind(p.r.last) || f.grown.Sub(p.r.found) > p.patience()
}

// complete finds the times up to which values can be interpolated, also of sources that
// are not wanted for now. A source waits for the series of all, but for those that are
// behind it or behind others whose clocks are in step with it: their hosts may have other
// clocks, or have ended.
func (f *Feed) complete() {
	var awaited []*pages // the first one is behind last
	for _, r := range f.sources {
		for _, p := range r.series {
			if !r.dropped && p.interval > 0 && p.interval < rare && p.desc.Sem != libpcp.SemDiscrete {
				awaited = append(awaited, p)
			}
		}
	}
	slices.SortFunc(awaited, func(a, b *pages) int { return b.last.Add(b.patience()).Compare(a.last.Add(a.patience())) })
	sources := slices.SortedFunc(slices.Values(f.sources), func(a, b *recorder) int { return b.last.Compare(a.last) })
	var slowest, newest time.Time
	for i, r := range sources {
		if i == 0 || sources[i-1].last.Sub(r.last) > lateTime {
			newest = r.last
		}
		for len(awaited) > 0 && !awaited[0].behind(newest) {
			if slowest.IsZero() || awaited[0].last.Before(slowest) {
				slowest = awaited[0].last
			}
			awaited = awaited[1:]
		}
		until := r.last
		if !slowest.IsZero() && slowest.Before(until) {
			until = slowest
		}
		r.until = later(r.until, until)
	}
}

// noteEnded reports the metrics that have become late.
func (f *Feed) noteEnded(parts []*history) {
	for _, h := range parts {
		for _, r := range h.sources {
			var last time.Time
			var names []string
			all := true
			for _, p := range r.series {
				if f.usual == 0 || p.interval > 0 && p.interval < f.usual {
					f.usual = p.interval
				}
				was := r.ended[p]
				r.ended[p] = p.interval > 0 && f.late(p)
				if all = all && f.late(p); r.ended[p] && !was {
					names, last = append(names, p.names...), later(last, p.last)
				}
			}
			if len(names) > 0 && f.Ended != nil {
				slices.Sort(names)
				f.Ended(r.host, names, all, last)
			}
		}
	}
}
