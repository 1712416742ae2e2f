package replay

import (
	"context"
	"errors"
	"sort"

	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/internal/logfile"
)

// Locate puts the position near the current time, with the help of the index,
// unless that has been done. When the index leads nowhere the position stays.
func (c *Cursor) Locate(ctx context.Context) error {
	if c.placed != placedAnywhere {
		return nil
	}
	c.crossed = false
	archive := c.archiveFor(c.now)
	if archive != c.pos.Archive {
		c.pos, c.marks = c.set.Start(archive), libpcpMarks{}
	}
	right, beyond, err := c.set.Seek(ctx, &c.pos, c.now, c.Forward())
	var damage *records.Damage
	if beyond {
		at := c.pos
		_, before := c.previous(ctx, &at)
		damaged := errors.As(before, &damage)
		if damaged && at.Volume == c.pos.Volume {
			return damage // which the index has led behind
		}
		if !damaged { // or else at the end of the volume before
			c.pos = at
		}
	}
	switch cancelled := ctx.Err(); {
	case cancelled != nil:
		return cancelled
	case err != nil:
		return err
	case right:
		c.placed = placedRight
	default:
		c.placed = placedNear
	}
	return nil
}

// Placed reports whether the position is the position of the current time.
func (c *Cursor) Placed() bool { return c.placed == placedRight }

// Seek moves the position to where the replay meets the first record beyond the
// current time, and shows what it passes on the way. It reports whether it had to
// look behind the place where the index leads.
func (c *Cursor) Seek(ctx context.Context, see func(Event) error) (looked bool, err error) {
	if err := c.Locate(ctx); err != nil || c.Placed() {
		return false, err
	}
	c.placed = placedAnywhere // as libpcp (C) does: there may have been fetches outside
	if err := c.Locate(ctx); err != nil {
		return false, err
	}
	c.placed = placedNear
	return true, c.stepBack(ctx, false, see)
}

// archiveFor chooses the archive in which to look for a time.
func (c *Cursor) archiveFor(t logfile.Stamp) int {
	n := c.set.Len()
	i := sort.Search(n, func(i int) bool { return !c.set.Label(i).Start.Before(t) })
	if c.Forward() {
		return max(i-1, 0)
	}
	return min(i, n-1)
}

// stepBack moves a position that is only near, against the direction of replay, until the
// first record that counts is next; with exact it stops at a record of just the current
// time. It passes skipped records to see.
func (c *Cursor) stepBack(ctx context.Context, exact bool, see func(Event) error) error {
	forward := c.Forward()
	for c.placed == placedNear {
		before := c.pos
		ev, err := c.Step(ctx, !forward)
		if cancelled := ctx.Err(); cancelled != nil {
			return cancelled
		}
		order := ev.At.Compare(c.now)
		if !forward {
			order = -order
		}
		// What stops it need not be in the way of the replay.
		if err != nil || order < 0 || order == 0 && forward && !exact {
			c.pos, c.placed = before, placedRight
			break
		}
		if see != nil {
			if err := see(ev); err != nil {
				return err
			}
		}
		if order == 0 && exact {
			c.placed = placedRight
		}
	}
	return nil
}
