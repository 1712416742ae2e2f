// Package replay reads the records of a set of archives one after another, in either
// direction. A [Cursor] has a position, a time and a direction, and delivers a mark
// between two archives. An archive of several ends where it is damaged.
package replay

import (
	"context"
	"maps"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/internal/logfile"
)

// Cursor replays the records of a set of archives. It has a position between two
// records, the current time, and the direction in which it goes on from there.
// Interpolation reads ahead of it with positions of its own.
type Cursor struct {
	set   *records.Set
	mode  libpcp.Mode
	now   logfile.Stamp // current time
	delta time.Duration
	pos   records.Position

	placed  placement
	crossed bool // whether records have been read backwards across volumes

	marks   libpcpMarks
	left    map[int]bool                  // archives of which the rest has been left out
	removed func(name string, volume int) // is called for each; nil leaves out none
}

// placement is how pos lies to the current time, in the direction of replay.
type placement uint8

const (
	placedAnywhere placement = iota // the mode has been set
	placedNear                      // where the index leads: records may have to be passed, or be behind
	placedRight                     // no record behind it is still to come
)

// New makes a cursor at the start of a set, going forward.
func New(set *records.Set, removed func(name string, volume int)) *Cursor {
	return &Cursor{set: set, removed: removed, left: make(map[int]bool), mode: libpcp.ModeForw, now: set.Begin(), pos: set.Start(0)}
}

// At is the position.
func (c *Cursor) At() records.Position { return c.pos }

// MoveTo sets the position.
func (c *Cursor) MoveTo(p records.Position) { c.pos = p }

// Now is the current time.
func (c *Cursor) Now() logfile.Stamp { return c.now }

// Tick makes the current time the one an interval after another. Going forward, a second
// is not carried until the nanoseconds exceed a second: a quirk of libpcp (C) that shows.
func (c *Cursor) Tick(t logfile.Stamp) {
	t.Sec, t.Nsec = t.Sec+int64(c.delta/time.Second), t.Nsec+int64(c.delta%time.Second)
	switch {
	case t.Nsec > logfile.Second:
		t.Sec, t.Nsec = t.Sec+1, t.Nsec-logfile.Second
	case t.Nsec < 0:
		t.Sec, t.Nsec = t.Sec-1, t.Nsec+logfile.Second
	}
	c.now = t
}

// Interpolates reports whether the replay is of values at any time.
func (c *Cursor) Interpolates() bool { return c.mode == libpcp.ModeInterp }

// Stays reports whether the time of replay does not move.
func (c *Cursor) Stays() bool { return c.delta == 0 }

// Follow makes c replay as another cursor is about to: from the same position
// between two records, if their sets are of the same files.
func (c *Cursor) Follow(other *Cursor) {
	if !c.set.Agrees(other.set, other.pos) {
		c.mode, c.now, c.delta = other.mode, other.now, other.delta
		return
	}
	set := c.set
	*c = *other
	c.set, c.left = set, maps.Clone(other.left)
}

// SetMode sets mode, interval and, but for the zero Time, the current time.
func (c *Cursor) SetMode(ctx context.Context, mode libpcp.Mode, origin time.Time, delta time.Duration) {
	if !origin.IsZero() {
		c.now = logfile.StampOf(origin)
	}
	c.mode, c.delta = mode, delta
	c.placed = placedAnywhere
	if c.set.Len() > 1 {
		c.Locate(ctx) // at once, as libpcp (C) does: it may read a mark between archives
	}
}

// Restart makes a time the current one.
func (c *Cursor) Restart(at time.Time) { c.now, c.placed = logfile.StampOf(at), placedAnywhere }

// Forward reports whether replay goes forward.
func (c *Cursor) Forward() bool {
	return c.mode == libpcp.ModeForw || c.mode == libpcp.ModeInterp && c.delta > 0
}

// Advance reads the next record in the direction of replay that is not on
// the wrong side of the current time, which becomes its time.
func (c *Cursor) Advance(ctx context.Context) (Event, error) {
	if err := c.Locate(ctx); err != nil {
		return Event{}, err
	}
	if err := c.stepBack(ctx, true, nil); err != nil {
		return Event{}, err
	}
	forward := c.Forward()
	for {
		ev, err := c.Step(ctx, forward)
		if err != nil {
			return Event{}, err
		}
		if order := ev.At.Compare(c.now); forward && order >= 0 || !forward && order <= 0 {
			c.now = ev.At
			return ev, nil
		}
	}
}

// Event is a record as it is read: one of a volume, or the mark between two
// archives.
type Event struct {
	records.Record
	left    int  // for a mark between archives: the number of the one left, counted from 1
	crossed bool // it was read backwards, after a move into another volume
}

// Between reports whether it is the mark between two archives.
func (ev *Event) Between() bool { return ev.left > 0 }

// Step reads the next record forwards or backwards.
func (c *Cursor) Step(ctx context.Context, forward bool) (Event, error) {
	return c.Read(ctx, &c.pos, forward)
}

// Read reads the next record after or before p, a position of the reader's own, and
// moves p beyond it. The cursor stays.
func (c *Cursor) Read(ctx context.Context, p *records.Position, forward bool) (ev Event, err error) {
	if c.mode == libpcp.ModeInterp {
		if mark, ok := c.marks.again(forward); ok {
			return mark, nil
		}
	}
	if forward {
		ev, err = c.next(ctx, p)
	} else {
		ev, err = c.previous(ctx, p)
	}
	if err == nil && !ev.Between() {
		c.marks.delivered = false
	}
	return ev, err
}

// next reads the record after p and moves p behind it.
func (c *Cursor) next(ctx context.Context, p *records.Position) (Event, error) {
	r, err := c.set.Next(ctx, p)
	switch {
	case err == nil:
		return Event{Record: r}, nil
	case err == records.ErrEnd:
		return c.markAfter(ctx, p, c.endOf)
	case c.leavesOut(*p, true, err):
		return c.markAfter(ctx, p, func(ctx context.Context, _ int) (logfile.Stamp, error) { return c.endAt(ctx, *p) })
	}
	return Event{}, err
}

// previous reads the record before p and moves p before it.
func (c *Cursor) previous(ctx context.Context, p *records.Position) (Event, error) {
	from := *p
	r, err := c.set.Previous(ctx, p)
	c.crossed = c.crossed || p.Volume != from.Volume
	if err == nil && c.mode == libpcp.ModeBack && c.set.FarBefore(r) {
		*p, err = from, r.Corrupt("time far before the start")
	}
	switch {
	case err == nil:
		return Event{Record: r, crossed: c.crossed}, nil
	case err == records.ErrEnd || c.leavesOut(*p, false, err):
		return c.markBefore(ctx, p)
	}
	return Event{}, err
}
