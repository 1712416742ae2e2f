package archive

import (
	"encoding/binary"
	"sort"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// minLeap is how many bytes of records must lie between two fetches for the
// index to be used rather than reading them all.
const minLeap = 1 << 20

// leap takes the place of an interpolated replay close to the current time
// when that is far away, with the help of the index. Bounds on the other side
// of what has been leapt over are forgotten, and looked for from there.
//
// Marks in between matter to counters that have just had values. For them the
// headers of the records are read, and nothing else.
func (a *Archive) leap() {
	to, ok := a.indexedPlace()
	if !ok || !a.far(to) {
		return
	}
	if v := a.volumeAt(to); !a.usable(v) {
		return
	} else if _, err := v.next(to.off); err != nil {
		return // this index is not to be trusted
	}
	if a.interp.counting() {
		from, end := a.place, to
		if !a.forward() {
			from, end = to, a.place
		}
		marks, ok := a.hop(from, end)
		if !ok || marks && a.rule().ignore {
			return
		}
		for _, m := range a.interp.active {
			m.marked = m.marked || marks
		}
	}
	a.place = to
	a.interp.forget(a.forward())
}

// indexedPlace is the place of the index entry next to the current time, on
// the side from which the replay comes.
func (a *Archive) indexedPlace() (place, bool) {
	l := a.logs[a.place.log]
	n := l.index.len()
	if !l.index.sorted() || n == 0 {
		return place{}, false
	}
	i := sort.Search(n, func(i int) bool { return !l.index.at(i).At.Before(a.origin) })
	if a.forward() {
		i--
	}
	if l.index.failed() != nil || i < 0 || i >= n {
		return place{}, false
	}
	e := l.index.at(i)
	for v := range l.volumes {
		if l.volumes[v].num == e.Volume {
			return place{log: a.place.log, volume: v, off: e.Off}, true
		}
	}
	return place{}, false
}

// far reports whether a place lies at least minLeap ahead in the direction of
// replay.
func (a *Archive) far(to place) bool {
	from := a.place
	if !a.forward() {
		from, to = to, from
	}
	ahead := to.off - from.off
	for ; from.volume < to.volume && ahead < minLeap; from.volume++ {
		v := a.volumeAt(from)
		if !a.usable(v) {
			continue
		}
		if size, err := v.f.Size(); err == nil {
			ahead += size
		}
	}
	return ahead >= minLeap
}

// counting reports whether a mark would make a difference to a counter.
func (p *interpolator) counting() bool {
	for _, m := range p.active {
		if m.desc.Sem == libpcp.SemCounter && m.count > 0 {
			return true
		}
	}
	return false
}

// forget drops the bounds that may have been superseded by what a leap has
// passed: those of tracks for which a scan in that direction might find more.
func (p *interpolator) forget(forward bool) {
	for _, m := range p.metrics {
		for i := range m.tracks {
			t := &m.tracks[i]
			stale := t.next.kind == boundNone && p.now < t.last || t.next.kind != boundNone && t.next.t < p.now
			if !forward {
				stale = t.prior.kind == boundNone && p.now > t.first || t.prior.kind != boundNone && t.prior.t > p.now
			}
			if stale {
				t.forget()
			}
		}
	}
}

// hop reads the lengths of the records from a place to another one, and
// reports whether there are marks among them; it fails if it does not get
// there.
func (a *Archive) hop(from, to place) (marks, ok bool) {
	for ; from.volume < to.volume; from.volume++ {
		v := a.volumeAt(from)
		if !a.usable(v) {
			continue
		}
		m, end := v.hop(max(from.off, v.label.Size()), 1<<62)
		if size, err := v.f.Size(); err != nil || end != size {
			return false, false
		}
		marks, from.off = marks || m, 0
	}
	v := a.volumeAt(to)
	if !a.usable(v) {
		return false, false
	}
	m, end := v.hop(max(from.off, v.label.Size()), to.off)
	return marks || m, end == to.off
}

// hop reads the lengths of the records from an offset on until it is past
// another one or can go no further.
func (v *volume) hop(off, to int64) (marks bool, end int64) {
	mark := uint32(logfile.Overhead + v.setsOffset())
	var buf [4]byte
	for off < to {
		if n, _ := v.f.ReadAt(buf[:], off); n < len(buf) {
			break
		}
		length := binary.BigEndian.Uint32(buf[:])
		if length < mark || length > 1<<31-1 {
			break
		}
		marks = marks || length == mark
		off += int64(length)
	}
	return marks, off
}
