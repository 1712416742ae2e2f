package records

import (
	"context"
	"errors"
	"slices"

	"pcptools/libpcp/internal/logfile"
)

// ErrEnd says that an archive has no further record.
var ErrEnd = errors.New("end of archive")

// errMissing says that a volume is skipped, as libpcp (C) does.
var errMissing = errors.New("no volume to read")

// Next reads the record of an archive after p and moves p behind it. Where that
// fails p is before what cannot be read. Its error is ErrEnd at the end of the
// archive, and a *Damage where that is damaged.
func (s *Set) Next(ctx context.Context, p *Position) (Record, error) {
	from := *p
	r, err := s.step(ctx, p, true)
	if err != nil || r.near(r.volume.cache.before(r.off)) {
		return r, err
	}
	beyond := *p
	after, err := s.step(ctx, &beyond, true)
	if err == nil && farAfter(r.At, after.At) && !s.setBack(ctx, from, r, after, beyond) {
		*p = from
		return Record{}, r.Corrupt("time far beyond that of the next record")
	}
	return r, nil
}

// maxBack is how many seconds times may go back from one record to the next. Where they
// go back further and it is no clock that has been set back, the time of a record is
// damaged, for which readers would pass over all records that follow.
const maxBack = 24 * 3600

// setBack reports whether a clock was set back between two records: then each is near the
// next on its other side, from p or q, in time. A damaged time is far from both.
func (s *Set) setBack(ctx context.Context, p Position, r, after Record, q Position) bool {
	before, err := s.step(ctx, &p, false)
	if err == ErrEnd {
		before.At, err = s.Label(p.Archive).Start, nil
	}
	if err != nil || farAfter(r.At, before.At) {
		return false
	}
	beyond, err := s.step(ctx, &q, true)
	return err == ErrEnd || err == nil && !farAfter(beyond.At, after.At)
}

// near reports whether another record is known and not far from r in time.
func (r *Record) near(other *Record) bool {
	return other != nil && !farAfter(r.At, other.At) && !farAfter(other.At, r.At)
}

func farAfter(t, u logfile.Stamp) bool { return t.Sec > u.Sec && uint64(t.Sec-u.Sec) > maxBack }

// step is Next, or Previous, whatever the times are.
func (s *Set) step(ctx context.Context, p *Position, forward bool) (Record, error) {
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	for {
		v := s.volumeAt(*p)
		err := s.openVolume(ctx, v)
		if err == nil {
			var r Record
			off := p.Off
			if forward {
				r, err = v.next(off)
				off = r.end()
			} else {
				r, err = v.previous(off)
				off = r.off
			}
			if err == nil {
				p.Off = off
			}
			if err != errVolumeEnd {
				return r, err
			}
		} else if err != errMissing {
			return Record{}, err
		}
		if err := s.turn(ctx, p, forward); err != nil {
			return Record{}, err
		}
	}
}

// Previous reads the record of an archive before p and moves p before it, as Next
// does in the other direction.
func (s *Set) Previous(ctx context.Context, p *Position) (Record, error) {
	from := *p
	r, err := s.step(ctx, p, false)
	if err != nil || r.near(r.volume.cache.at(r.end())) {
		return r, err
	}
	beyond := *p
	before, err := s.step(ctx, &beyond, false)
	first := err == ErrEnd && p.Archive > 0
	if first {
		before.At, err = s.Label(p.Archive).Start, nil
	}
	if err == nil && farAfter(before.At, r.At) && !s.FarBefore(r) && (first || !s.setBack(ctx, beyond, before, r, from)) {
		*p = from
		return Record{}, r.Corrupt("time far before that of the record before")
	}
	return r, nil
}

// FarBefore reports whether the time of a record is damaged so that it is far before the
// first archive. Interpolation has no use for such records, and libpcp (C) reads on.
func (s *Set) FarBefore(r Record) bool { return farAfter(s.Begin(), r.At) }

// Around reads the records before and after one, in its archive.
func (s *Set) Around(ctx context.Context, r Record) (before, after Record, err error) {
	err = ErrEnd
	for i, l := range s.logs {
		volume := slices.Index(l.volumes, r.volume)
		if volume < 0 {
			continue
		}
		from, to := Position{i, volume, r.off}, Position{i, volume, r.end()}
		if before, err = s.Previous(ctx, &from); err == nil {
			after, err = s.Next(ctx, &to)
		}
	}
	return before, after, err
}

// turn moves p to the start of the next existing volume, or to the end of the previous
// one; ErrEnd is the end of the volumes.
func (s *Set) turn(ctx context.Context, p *Position, forward bool) error {
	volumes, step := s.logs[p.Archive].volumes, 1
	if !forward {
		step = -1
	}
	for i := p.Volume + step; i >= 0 && i < len(volumes); i += step {
		var off int64
		err := s.openVolume(ctx, volumes[i])
		if err == nil && forward {
			off = volumes[i].label.Size()
		} else if err == nil {
			off, err = volumes[i].end()
		}
		switch err {
		case nil:
			p.Volume, p.Off = i, off
			return nil
		case errMissing:
		default:
			return err
		}
	}
	return ErrEnd
}

// Start is the position before the first record of an archive.
func (s *Set) Start(archive int) Position {
	return Position{Archive: archive, Off: s.logs[archive].volumes[0].label.Size()}
}

// End is the position after the last record of an archive.
func (s *Set) End(ctx context.Context, archive int) (Position, error) {
	p := Position{Archive: archive, Volume: len(s.logs[archive].volumes)}
	err := s.turn(ctx, &p, false)
	if err == ErrEnd {
		return s.Start(archive), nil
	}
	return p, err
}

// Entry is the position where a replay comes into an archive.
func (s *Set) Entry(ctx context.Context, archive int, forward bool) (Position, error) {
	if forward {
		return s.Start(archive), nil
	}
	return s.End(ctx, archive)
}
