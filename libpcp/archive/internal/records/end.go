package records

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// LastTime is the time of the last valid record of an archive, in the last volume that
// has one. The error is ErrLogRec if no record is valid; any other error may be gone next
// time.
func (s *Set) LastTime(ctx context.Context, archive int) (logfile.Stamp, error) {
	l := s.logs[archive]
	for i := len(l.volumes) - 1; i >= 0; i-- {
		v := l.volumes[i]
		err := s.openVolume(ctx, v)
		var size int64
		if err == nil {
			size, err = v.end()
		}
		switch {
		case v.missing != nil || err == errMissing || err == nil && size <= v.label.Size():
			continue
		case err != nil:
			return logfile.MaxStamp, err
		}
		r, err := v.previous(size)
		if err == nil {
			return r.At, nil
		} else if passing(err) {
			return logfile.MaxStamp, err
		}
		at, found, err := l.lastIndexed(v, size)
		if found || err != nil {
			return at, err
		}
	}
	return logfile.MaxStamp, libpcp.ErrLogRec
}

// lastIndexed looks for the last valid record of a volume whose end is
// damaged, from the last index entry that lies within it.
func (l *log) lastIndexed(v *volume, size int64) (at logfile.Stamp, found bool, err error) {
	off := int64(-1)
	for i := range l.index.len() {
		if e := l.index.at(i); e.Volume == v.num && e.Off <= size {
			off = e.Off
		}
	}
	if off < 0 {
		return logfile.Stamp{}, false, nil
	}
	if off > v.label.Size() {
		r, err := v.previous(off)
		if passing(err) {
			return logfile.MaxStamp, false, err
		} else if err != nil {
			return logfile.MaxStamp, false, libpcp.ErrLogRec
		}
		at, found = r.At, true
	}
	for {
		r, err := v.next(off)
		if passing(err) {
			return logfile.MaxStamp, false, err
		} else if err != nil {
			return at, found, nil
		}
		at, off, found = r.At, r.end(), true
	}
}
