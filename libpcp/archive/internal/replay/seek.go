package replay

import (
	"context"
	"errors"
	"pcptools/libpcp/archive/internal/records"
	"sort"

	"pcptools/libpcp/internal/logfile"
)

// Locate puts the position near the current time, with the help of the index,
// unless that has been done. When the index leads nowhere the position stays.
func (c *Cursor) Locate(ctx context.Context) error {
	if c.seeked {
		return nil
	}
	c.aligned, c.crossed = true, false
	archive := c.archiveFor(c.now)
	if archive != c.pos.Archive {
		c.pos, c.marks = c.set.Start(archive), libpcpMarks{}
	}
	aligned, beyond, err := c.set.Seek(ctx, &c.pos, c.now, c.Forward())
	var damage *records.Damage
	if c.aligned = aligned; beyond {
		if _, before := c.previous(ctx, &c.pos); errors.As(before, &damage) {
			return damage // which the index has led behind
		}
	}
	if cancelled := ctx.Err(); cancelled != nil {
		return cancelled
	}
	c.seeked = err == nil
	return err
}

// Settled reports whether the position is the position of the current time.
func (c *Cursor) Settled() bool { return c.seeked && c.aligned }

// Seek moves the position to where the replay meets the first record beyond the
// current time, and shows what it passes on the way. It reports whether it had to
// look behind the place where the index leads.
func (c *Cursor) Seek(ctx context.Context, see func(Event) error) (looked bool, err error) {
	if err := c.Locate(ctx); err != nil {
		return false, err
	}
	if c.aligned {
		return false, nil
	}
	c.seeked = false // as libpcp (C) does: there may have been fetches outside
	if err := c.Locate(ctx); err != nil {
		return false, err
	}
	c.aligned = false
	return true, c.align(ctx, false, see)
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

// align moves the position, against the direction of replay, until the first
// record that counts is next; with exact it stops at a record of just the current
// time. It passes skipped records to see.
func (c *Cursor) align(ctx context.Context, exact bool, see func(Event) error) error {
	forward := c.Forward()
	for !c.aligned {
		before := c.pos
		ev, err := c.Step(ctx, !forward)
		if cancelled := ctx.Err(); cancelled != nil {
			return cancelled
		}
		if err != nil {
			c.pos = before
			break // what stops it need not be in the way of the replay
		}
		order := ev.At.Compare(c.now)
		if !forward {
			order = -order
		}
		if order < 0 || order == 0 && forward && !exact {
			c.pos = before
			break
		}
		if see != nil {
			if err := see(ev); err != nil {
				return err
			}
		}
		c.aligned = order == 0 && exact
	}
	c.aligned = true
	return nil
}
