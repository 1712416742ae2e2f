package archive

import (
	"cmp"
	"slices"
	"sort"

	"pcptools/libpcp/internal/logfile"
)

// seek puts the position near the current time, with the help of the index,
// unless that has been done. When the index leads nowhere the position stays.
func (c *cursor) seek() error {
	if c.seeked {
		return nil
	}
	c.aligned = true
	c.dropLast()
	log := c.logFor(c.origin)
	if log != c.pos.log {
		c.pos, c.spent, c.ended = c.set.startOf(log), spentMark{}, -1
	}
	find := c.seekIndexed
	if c.set.logs[log].index.len() == 0 {
		find = c.seekUnindexed
	}
	err := find(log)
	c.seeked = err == nil
	return err
}

// logFor chooses the archive in which to look for a time.
func (c *cursor) logFor(t logfile.Stamp) int {
	i := sort.Search(len(c.set.logs), func(i int) bool { return !c.set.logs[i].label.Start.Before(t) })
	if c.forward() {
		return max(i-1, 0)
	}
	return min(i, len(c.set.logs)-1)
}

func (c *cursor) seekUnindexed(log int) error {
	edge, err := c.edge(log, c.forward())
	if err == nil {
		c.pos = edge
	}
	return err
}

func (c *cursor) seekIndexed(log int) error {
	l := c.set.logs[log]
	first, usable := l.index.search(c.origin, l.minVolume(), func(e logfile.IndexEntry) bool { return c.beyond(l, e) })
	if usable == 0 {
		return l.index.failed()
	}
	chosen := l.index.nearest(c.origin, first, usable)
	i, volume, err := c.reachable(l, chosen)
	err = cmp.Or(l.index.failed(), err)
	if i < 0 || err != nil {
		return err
	}
	c.pos = position{log: log, volume: volume, off: l.index.at(i).Off}
	if err := l.index.failed(); err != nil {
		return err
	}
	after := chosen == first && l.index.at(first).At != c.origin
	c.aligned = first == 0 && after || after != c.forward()
	if c.forward() && i == first-1 && first < l.index.len() {
		c.previous(&c.pos) // the entry may point to the end of its record
	}
	return nil
}

// beyond reports whether an entry lies past the end of the last volume. Once
// the end of the archive has been looked for it is the size of the current
// volume that counts: a slip of libpcp (C), which shows where records
// have the same time or are damaged.
func (c *cursor) beyond(l *log, e logfile.IndexEntry) bool {
	if e.Volume != l.maxVolume() || e.Off <= 0 {
		return false
	}
	v := l.volumes[len(l.volumes)-1]
	if !c.set.usable(v) {
		return v.failed
	}
	if l.end.done {
		v = c.set.volumeAt(c.pos)
	}
	return c.set.usable(v) && !v.f.Reaches(e.Off)
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
// volume is there, with the position of its volume in the list; or -1.
func (c *cursor) reachable(l *log, i int) (entry, at int, err error) {
	step := 1
	if !c.forward() {
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
			if err := c.enter(l.volumes[v]); err != errSkip {
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

// align moves the position, against the direction of replay, to where the first
// record that counts is next; exact says to stop at a record of just the
// current time. What is skipped is shown to visit.
func (c *cursor) align(exact bool, visit func(event) error) error {
	forward := c.forward()
	for !c.aligned {
		before, removed := c.pos, c.removal.count
		ev, err := c.step(!forward)
		if c.removal.count > removed {
			return c.removedLooking(exact)
		}
		if err != nil {
			if !exact {
				c.pos = before
			}
			break // what stops it need not be in the way of the replay
		}
		order := ev.at.Compare(c.origin)
		if !forward {
			order = -order
		}
		if order < 0 || order == 0 && forward && !exact {
			c.pos = before
			break
		}
		if visit != nil {
			if err := visit(ev); err != nil {
				return err
			}
		}
		c.aligned = order == 0 && exact
	}
	c.aligned = true
	return nil
}

// edge is the position where a replay comes into an archive.
func (c *cursor) edge(log int, forward bool) (position, error) {
	if forward {
		return c.set.startOf(log), nil
	}
	return c.endPosition(log)
}
