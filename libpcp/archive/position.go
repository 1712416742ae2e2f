package archive

import (
	"slices"
	"sort"

	"pcptools/libpcp"
)

// forward reports whether replay goes forward.
func (a *Archive) forward() bool {
	return a.mode == libpcp.ModeForw || a.mode == libpcp.ModeInterp && a.delta.positive()
}

// seek puts the place near the current time, with the help of the index,
// unless that has been done. When the index leads nowhere the place stays.
func (a *Archive) seek() {
	if a.seeked {
		return
	}
	a.seeked, a.tuned, a.spent = true, true, spentMark{}
	log := a.logFor(a.origin)
	if log != a.place.log {
		a.place = a.startOf(log)
	}
	if a.logs[log].index.len() == 0 {
		a.seekUnindexed(log)
		return
	}
	a.seekIndexed(log)
}

// logFor chooses the archive in which to look for a time.
func (a *Archive) logFor(t stamp) int {
	i := sort.Search(len(a.logs), func(i int) bool { return !a.logs[i].label.start.before(t) })
	if a.forward() {
		return max(i-1, 0)
	}
	return min(i, len(a.logs)-1)
}

func (a *Archive) seekUnindexed(log int) {
	if a.forward() {
		a.place = a.startOf(log)
	} else {
		a.place = a.endPlace(log)
	}
}

func (a *Archive) seekIndexed(log int) {
	l := a.logs[log]
	first, usable := l.index.search(a.origin, l.minVolume(), func(e indexEntry) bool { return a.beyond(l, e) })
	if usable == 0 {
		return
	}
	chosen := l.index.nearest(a.origin, first, usable)
	i, volume := a.reachable(l, chosen)
	if i < 0 {
		return
	}
	a.place = place{log: log, volume: volume, off: l.index.at(i).off}
	after := chosen == first && l.index.at(first).at != a.origin
	a.tuned = first == 0 && after || after != a.forward()
	if a.forward() && i == first-1 && first < l.index.len() {
		a.previous(&a.place) // the entry may point to the end of its record
	}
}

// beyond reports whether an entry lies past the end of the last volume. Once
// the end of the archive has been looked for it is the size of the current
// volume that counts: a slip of the genuine library, which shows where records
// have the same time or are damaged.
func (a *Archive) beyond(l *log, e indexEntry) bool {
	if e.volume != l.maxVolume() || e.off <= 0 {
		return false
	}
	v := l.volumes[len(l.volumes)-1]
	if !a.usable(v) {
		return true
	}
	if l.end.done {
		v = a.volumeAt(a.place)
	}
	return a.usable(v) && !v.f.reaches(e.off)
}

// nearest chooses the usable entry from which a time is reached soonest; first
// is the first that is not before it.
func (x *timeIndex) nearest(t stamp, first, usable int) int {
	if first == usable {
		return usable - 1
	}
	next := x.at(first).at
	if first > 0 && next != t && next.minus(t).after(t.minus(x.at(first-1).at)) {
		return first - 1
	}
	return first
}

// reachable is entry i, or the next one in the direction of replay whose
// volume is there, with the place of its volume in the list; or -1.
func (a *Archive) reachable(l *log, i int) (entry, at int) {
	step := 1
	if !a.forward() {
		step = -1
	}
	tried := -1
	for ; i >= 0 && i < l.index.len(); i += step {
		num := l.index.at(i).volume
		if num < l.minVolume() || num > l.maxVolume() {
			return -1, 0
		}
		if num == tried {
			continue
		}
		v := slices.IndexFunc(l.volumes, func(v *volume) bool { return v.num == num })
		if v >= 0 && a.enter(l.volumes[v]) {
			return i, v
		}
		if v >= 0 && tried >= 0 {
			return -1, 0
		}
		tried = num
	}
	return -1, 0
}

// tune moves the place, against the direction of replay, to where the first
// record that counts is next; exact says to stop at a record of just the
// current time. What is passed is shown to visit.
func (a *Archive) tune(exact bool, visit func(event) error) error {
	forward := a.forward()
	for !a.tuned {
		before := a.place
		ev, err := a.step(!forward)
		if err != nil {
			if !exact {
				a.place = before
			}
			break // what stops it need not be in the way of the replay
		}
		c := ev.at.compare(a.origin)
		if !forward {
			c = -c
		}
		if c < 0 || c == 0 && forward && !exact {
			a.place = before
			break
		}
		if visit != nil {
			if err := visit(ev); err != nil {
				return err
			}
		}
		a.tuned = c == 0 && exact
	}
	a.tuned = true
	return nil
}

// step reads the next record forwards or backwards.
func (a *Archive) step(forward bool) (event, error) { return a.read(&a.place, forward) }

func (a *Archive) read(p *place, forward bool) (ev event, err error) {
	if forward {
		ev, err = a.next(p)
	} else {
		ev, err = a.previous(p)
	}
	if ev.volume != nil {
		a.spent = spentMark{}
	}
	return ev, err
}
