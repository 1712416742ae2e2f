package archive

import (
	"cmp"
	"slices"
	"sort"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// forward reports whether replay goes forward.
func (a *Archive) forward() bool {
	return a.mode == libpcp.ModeForw || a.mode == libpcp.ModeInterp && a.delta.positive()
}

// seek puts the place near the current time, with the help of the index,
// unless that has been done. When the index leads nowhere the place stays.
func (a *Archive) seek() error {
	if a.seeked {
		return nil
	}
	a.tuned, a.spent = true, spentMark{}
	a.dropLast()
	log := a.logFor(a.origin)
	if log != a.place.log {
		a.place = a.startOf(log)
	}
	find := a.seekIndexed
	if a.logs[log].index.len() == 0 {
		find = a.seekUnindexed
	}
	err := find(log)
	a.seeked = err == nil
	return err
}

// logFor chooses the archive in which to look for a time.
func (a *Archive) logFor(t logfile.Stamp) int {
	i := sort.Search(len(a.logs), func(i int) bool { return !a.logs[i].label.Start.Before(t) })
	if a.forward() {
		return max(i-1, 0)
	}
	return min(i, len(a.logs)-1)
}

func (a *Archive) seekUnindexed(log int) error {
	edge, err := a.edgeOf(log, a.forward())
	if err == nil {
		a.place = edge
	}
	return err
}

func (a *Archive) seekIndexed(log int) error {
	l := a.logs[log]
	first, usable := l.index.search(a.origin, l.minVolume(), func(e logfile.IndexEntry) bool { return a.beyond(l, e) })
	if usable == 0 {
		return l.index.failed()
	}
	chosen := l.index.nearest(a.origin, first, usable)
	i, volume, err := a.reachable(l, chosen)
	err = cmp.Or(l.index.failed(), err)
	if i < 0 || err != nil {
		return err
	}
	a.place = place{log: log, volume: volume, off: l.index.at(i).Off}
	if err := l.index.failed(); err != nil {
		return err
	}
	after := chosen == first && l.index.at(first).At != a.origin
	a.tuned = first == 0 && after || after != a.forward()
	if a.forward() && i == first-1 && first < l.index.len() {
		a.previous(&a.place) // the entry may point to the end of its record
	}
	return nil
}

// beyond reports whether an entry lies past the end of the last volume. Once
// the end of the archive has been looked for it is the size of the current
// volume that counts: a slip of the genuine library, which shows where records
// have the same time or are damaged.
func (a *Archive) beyond(l *log, e logfile.IndexEntry) bool {
	if e.Volume != l.maxVolume() || e.Off <= 0 {
		return false
	}
	v := l.volumes[len(l.volumes)-1]
	if !a.usable(v) {
		return v.failed
	}
	if l.end.done {
		v = a.volumeAt(a.place)
	}
	return a.usable(v) && !v.f.Reaches(e.Off)
}

// nearest chooses the usable entry from which a time is reached soonest; first
// is the first that is not before it.
func (x *timeIndex) nearest(t logfile.Stamp, first, usable int) int {
	if first == usable {
		return usable - 1
	}
	next := x.at(first).At
	if first > 0 && next != t && next.Sub(t).After(t.Sub(x.at(first-1).At)) {
		return first - 1
	}
	return first
}

// reachable is entry i, or the next one in the direction of replay whose
// volume is there, with the place of its volume in the list; or -1.
func (a *Archive) reachable(l *log, i int) (entry, at int, err error) {
	step := 1
	if !a.forward() {
		step = -1
	}
	tried := -1
	for ; i >= 0 && i < l.index.len(); i += step {
		num := l.index.at(i).Volume
		if num < l.minVolume() || num > l.maxVolume() {
			break
		}
		if num == tried {
			continue
		}
		v := slices.IndexFunc(l.volumes, func(v *volume) bool { return v.num == num })
		if v >= 0 {
			if err := a.enter(l.volumes[v]); err != errSkip {
				return i, v, err
			}
		}
		if v >= 0 && tried >= 0 {
			break
		}
		tried = num
	}
	return -1, 0, nil
}

// tune moves the place, against the direction of replay, to where the first
// record that counts is next; exact says to stop at a record of just the
// current time. What is passed is shown to visit.
func (a *Archive) tune(exact bool, visit func(event) error) error {
	forward := a.forward()
	for !a.tuned {
		before, removed := a.place, a.removal.count
		ev, err := a.step(!forward)
		if a.removal.count > removed {
			return a.removedLooking(exact)
		}
		if err != nil {
			if !exact {
				a.place = before
			}
			break // what stops it need not be in the way of the replay
		}
		c := ev.at.Compare(a.origin)
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
