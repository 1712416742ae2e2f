package records

import (
	"context"
	"slices"
	"sort"

	"pcptools/libpcp/internal/logfile"
)

// Seek moves p near a time in its archive, with the help of the index. Aligned says
// that the record before p, against the direction of replay, need not be looked at;
// beyond, that p may lie at the end of the record it should be before. When the index
// leads nowhere p stays.
func (s *Set) Seek(ctx context.Context, p *Position, t logfile.Stamp, forward bool) (aligned, beyond bool, err error) {
	l := s.logs[p.Archive]
	first, usable := l.index.search(t, l.minVolume(), func(e logfile.IndexEntry) bool { return s.beyond(ctx, l, e) })
	if usable == 0 {
		to, err := s.Entry(ctx, p.Archive, forward)
		if err == nil {
			*p = to
		}
		return true, false, err
	}
	chosen := l.index.nearest(t, first, usable)
	i, volume, err := s.reachable(ctx, l, chosen, forward)
	if i < 0 || err != nil {
		return true, false, err
	}
	p.Volume, p.Off = volume, max(l.index.at(i).Off, 0) // where no record is, if the entry is damaged
	after := chosen == first && l.index.at(first).At != t
	return first == 0 && after || after != forward, forward && i == first-1 && first < l.index.len(), nil
}

// beyond reports whether an entry lies past the end of the last volume.
func (s *Set) beyond(ctx context.Context, l *log, e logfile.IndexEntry) bool {
	if e.Volume != l.maxVolume() || e.Off <= 0 {
		return false
	}
	v := l.volumes[len(l.volumes)-1]
	if !s.usable(ctx, v) {
		return v.missing != nil
	}
	return !v.f.Reaches(e.Off)
}

// reachable is entry i, or the next one in the direction of replay whose
// volume is there, with the position of its volume in the list; or -1.
func (s *Set) reachable(ctx context.Context, l *log, i int, forward bool) (entry, at int, err error) {
	step := 1
	if !forward {
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
			if err := s.openVolume(ctx, l.volumes[v]); err != errMissing {
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

// minSkip is how many bytes of records must lie between two fetches for the
// index to be used rather than reading them all.
const minSkip = 1 << 20

// Ahead is where the index leads for a time that is far ahead of p in its archive,
// in the direction of replay: before that time as the replay comes to it.
func (s *Set) Ahead(ctx context.Context, p Position, t logfile.Stamp, forward bool) (to Position, ok bool) {
	to, ok = s.indexed(p.Archive, t, forward)
	if !ok || !s.far(ctx, p, to, forward) {
		return to, false
	}
	v := s.volumeAt(to)
	if !s.usable(ctx, v) {
		return to, false
	}
	_, err := v.next(to.Off)
	return to, err == nil // or else this index is not to be trusted
}

// indexed is the position of the index entry next to a time, on the side from which
// a replay comes.
func (s *Set) indexed(archive int, t logfile.Stamp, forward bool) (Position, bool) {
	l := s.logs[archive]
	n := l.index.len()
	if !l.index.sorted || n == 0 {
		return Position{}, false
	}
	i := sort.Search(n, func(i int) bool { return !l.index.at(i).At.Before(t) })
	if forward {
		i--
	}
	if i < 0 || i >= n {
		return Position{}, false
	}
	e := l.index.at(i)
	for v := range l.volumes {
		if l.volumes[v].num == e.Volume {
			return Position{Archive: archive, Volume: v, Off: e.Off}, true
		}
	}
	return Position{}, false
}

// far reports whether a position lies at least minSkip ahead of another one in the
// direction of replay.
func (s *Set) far(ctx context.Context, from, to Position, forward bool) bool {
	if !forward {
		from, to = to, from
	}
	ahead := to.Off - from.Off
	for ; from.Volume < to.Volume && ahead < minSkip; from.Volume++ {
		v := s.volumeAt(from)
		if !s.usable(ctx, v) {
			continue
		}
		if size, err := v.f.Size(); err == nil {
			ahead += size
		}
	}
	return ahead >= minSkip
}

// MarksBetween reads the lengths of the records from a position to another one, and
// reports whether any is a mark; it fails if it does not get there.
func (s *Set) MarksBetween(ctx context.Context, from, to Position) (marks, ok bool) {
	for ; from.Volume < to.Volume; from.Volume++ {
		v := s.volumeAt(from)
		if !s.usable(ctx, v) {
			continue
		}
		m, end := v.marksBetween(max(from.Off, v.label.Size()), 1<<62)
		if size, err := v.f.Size(); err != nil || end != size {
			return false, false
		}
		marks, from.Off = marks || m, 0
	}
	v := s.volumeAt(to)
	if !s.usable(ctx, v) {
		return false, false
	}
	m, end := v.marksBetween(max(from.Off, v.label.Size()), to.Off)
	return marks || m, end == to.Off
}
