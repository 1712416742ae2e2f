package archive

import (
	"encoding/binary"
	"sort"

	"pcptools/libpcp/internal/logfile"
)

// minSkip is how many bytes of records must lie between two fetches for the
// index to be used rather than reading them all.
const minSkip = 1 << 20

// indexedPosition is the position of the index entry next to the current time, on
// the side from which the replay comes.
func (c *cursor) indexedPosition() (position, bool) {
	l := c.set.logs[c.pos.log]
	n := l.index.len()
	if !l.index.sorted() || n == 0 {
		return position{}, false
	}
	i := sort.Search(n, func(i int) bool { return !l.index.at(i).At.Before(c.origin) })
	if c.forward() {
		i--
	}
	if l.index.failed() != nil || i < 0 || i >= n {
		return position{}, false
	}
	e := l.index.at(i)
	for v := range l.volumes {
		if l.volumes[v].num == e.Volume {
			return position{log: c.pos.log, volume: v, off: e.Off}, true
		}
	}
	return position{}, false
}

// far reports whether a position lies at least minSkip ahead in the direction of
// replay.
func (c *cursor) far(to position) bool {
	from := c.pos
	if !c.forward() {
		from, to = to, from
	}
	ahead := to.off - from.off
	for ; from.volume < to.volume && ahead < minSkip; from.volume++ {
		v := c.set.volumeAt(from)
		if !c.set.usable(v) {
			continue
		}
		if size, err := v.f.Size(); err == nil {
			ahead += size
		}
	}
	return ahead >= minSkip
}

// marksBetween reads the lengths of the records from a position to another one, and
// reports whether there are marks among them; it fails if it does not get
// there.
func (c *cursor) marksBetween(from, to position) (marks, ok bool) {
	for ; from.volume < to.volume; from.volume++ {
		v := c.set.volumeAt(from)
		if !c.set.usable(v) {
			continue
		}
		m, end := v.marksBetween(max(from.off, v.label.Size()), 1<<62)
		if size, err := v.f.Size(); err != nil || end != size {
			return false, false
		}
		marks, from.off = marks || m, 0
	}
	v := c.set.volumeAt(to)
	if !c.set.usable(v) {
		return false, false
	}
	m, end := v.marksBetween(max(from.off, v.label.Size()), to.off)
	return marks || m, end == to.off
}

// marksBetween reads the lengths of the records from an offset on until it is past
// another one or can go no further.
func (v *volume) marksBetween(off, to int64) (marks bool, end int64) {
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
