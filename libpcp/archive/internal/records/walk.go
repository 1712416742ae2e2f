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
	r, err := s.next(ctx, p)
	if err != nil || r.near(r.volume.cache.before(r.off)) {
		return r, err
	}
	beyond := *p
	after, err := s.next(ctx, &beyond)
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
	before, err := s.previous(ctx, &p)
	if err == ErrEnd {
		before.At, err = s.Label(p.Archive).Start, nil
	}
	if err != nil || farAfter(r.At, before.At) {
		return false
	}
	beyond, err := s.next(ctx, &q)
	return err == ErrEnd || err == nil && !farAfter(beyond.At, after.At)
}

// near reports whether another record is known and not far from r in time.
func (r *Record) near(other *Record) bool {
	return other != nil && !farAfter(r.At, other.At) && !farAfter(other.At, r.At)
}

func farAfter(t, u logfile.Stamp) bool { return t.Sec > u.Sec && uint64(t.Sec-u.Sec) > maxBack }

// next is Next whatever the times are.
func (s *Set) next(ctx context.Context, p *Position) (Record, error) {
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	for {
		v := s.volumeAt(*p)
		err := s.openVolume(ctx, v)
		if err == nil {
			var r Record
			if r, err = v.next(p.Off); err == nil {
				p.Off = r.end()
			}
			if err != errVolumeEnd {
				return r, err
			}
		} else if err != errMissing {
			return Record{}, err
		}
		if err := s.nextVolume(ctx, p); err != nil {
			return Record{}, err
		}
	}
}

// Previous reads the record of an archive before p and moves p before it, as Next
// does in the other direction.
func (s *Set) Previous(ctx context.Context, p *Position) (Record, error) {
	from := *p
	r, err := s.previous(ctx, p)
	if err != nil || r.near(r.volume.cache.at(r.end())) {
		return r, err
	}
	beyond := *p
	before, err := s.previous(ctx, &beyond)
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

// previous is Previous whatever the times are.
func (s *Set) previous(ctx context.Context, p *Position) (Record, error) {
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	for {
		v := s.volumeAt(*p)
		err := s.openVolume(ctx, v)
		if err == nil {
			var r Record
			if r, err = v.previous(p.Off); err == nil {
				p.Off = r.off
			}
			if err != errVolumeEnd {
				return r, err
			}
		} else if err != errMissing {
			return Record{}, err
		}
		if err := s.previousVolume(ctx, p); err != nil {
			return Record{}, err
		}
	}
}

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

// nextVolume moves p to the start of the next existing volume; errEnd is the end
// of the volumes.
func (s *Set) nextVolume(ctx context.Context, p *Position) error {
	volumes := s.logs[p.Archive].volumes
	for i := p.Volume + 1; i < len(volumes); i++ {
		switch err := s.openVolume(ctx, volumes[i]); err {
		case nil:
			p.Volume, p.Off = i, volumes[i].label.Size()
			return nil
		case errMissing:
		default:
			return err
		}
	}
	return ErrEnd
}

// previousVolume moves p to the end of the previous existing volume; errEnd is the
// end of the volumes.
func (s *Set) previousVolume(ctx context.Context, p *Position) error {
	volumes := s.logs[p.Archive].volumes
	for i := p.Volume - 1; i >= 0; i-- {
		err := s.openVolume(ctx, volumes[i])
		var size int64
		if err == nil {
			size, err = volumes[i].end()
		}
		switch err {
		case nil:
			p.Volume, p.Off = i, size
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
	err := s.previousVolume(ctx, &p)
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
