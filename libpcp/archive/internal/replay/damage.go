package replay

import (
	"context"
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/internal/logfile"
)

// leavesOut reports whether an error while an archive of several is read is damage,
// which ends that archive there: replay goes on in the next one, after a mark. It says
// so, once for each archive. Where no archive follows, damage is an error, unless the
// archive ends there anyway; in the only one that remains it always is.
func (c *Cursor) leavesOut(p records.Position, forward bool, err error) bool {
	var damage *records.Damage
	if c.set.Len() < 2 || c.removed == nil || !errors.As(err, &damage) {
		return false
	}
	if forward && p.Archive == c.set.Len()-1 && !damage.Tail || !forward && p.Archive == 0 {
		return false
	}
	if !c.left[p.Archive] {
		if len(c.left) == c.set.Len()-1 {
			return false // no archive would remain
		}
		c.left[p.Archive] = true
		c.removed(c.set.File(p))
	}
	return true
}

// endAt is the time of the last record of an archive before damage.
func (c *Cursor) endAt(ctx context.Context, p records.Position) (logfile.Stamp, error) {
	archive := p.Archive
	if r, err := c.set.Previous(ctx, &p); err == nil {
		return r.At, nil
	}
	return c.endOf(ctx, archive)
}

// endOf is the time of the last record of an archive, or, if it is damaged and has none,
// of its start.
func (c *Cursor) endOf(ctx context.Context, archive int) (logfile.Stamp, error) {
	end, err := c.set.LastTime(ctx, archive)
	if err == libpcp.ErrLogRec && c.removed != nil {
		return c.set.Label(archive).Start, nil
	}
	return end, err
}
