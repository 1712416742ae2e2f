package archive

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// cursor replays the records of a set of archives. It has a position between two
// records, the current time, and the direction in which it goes on from there.
// Interpolation reads ahead of it with positions of its own.
type cursor struct {
	set    *logSet
	mode   libpcp.Mode
	origin logfile.Stamp // current time
	delta  interval
	pos    position

	seeked  bool // whether pos is right for mode and origin
	aligned bool // whether the first step need not look behind
	crossed bool // into the other archive, to see how far away it is
	spent   spentMark
	ended   int // archive whose end libpcp (C) knows, or -1
	reading reading
	removal removal
}

// newCursor makes a cursor at the start of a set, going forward.
func newCursor(set *logSet) *cursor {
	c := &cursor{set: set, mode: libpcp.ModeForw, origin: set.logs[0].label.Start, pos: set.startOf(0), ended: -1}
	c.enter(set.logs[0].volumes[0]) // which is open
	return c
}

// setMode sets mode, interval and, but for the zero Time, the current time.
func (c *cursor) setMode(mode libpcp.Mode, origin time.Time, delta time.Duration) {
	if !origin.IsZero() {
		c.origin = logfile.StampOf(origin)
	}
	c.mode, c.delta = mode, intervalOf(delta)
	c.seeked = false
	if len(c.set.logs) > 1 {
		c.seek() // at once, as libpcp (C) does: it may read a mark between archives
	}
}

// forward reports whether replay goes forward.
func (c *cursor) forward() bool {
	return c.mode == libpcp.ModeForw || c.mode == libpcp.ModeInterp && c.delta.positive()
}

// advance reads the next record in the direction of replay that is not on
// the wrong side of the current time, which becomes its time.
func (c *cursor) advance() (event, error) {
	if err := c.seek(); err != nil {
		return event{}, err
	}
	if err := c.align(true, nil); err != nil {
		return event{}, err
	}
	forward := c.forward()
	for n := 0; ; n++ {
		if err := c.set.interrupted(n); err != nil {
			return event{}, err
		}
		ev, err := c.step(forward)
		if err != nil {
			return event{}, err
		}
		if order := ev.at.Compare(c.origin); forward && order >= 0 || !forward && order <= 0 {
			c.origin = ev.at
			return ev, nil
		}
	}
}

// event is a record as it is read: one of a volume, or the mark between two
// archives.
type event struct {
	record
	volume *volume // nil for a mark between archives
	log    int     // before such a mark
}

// step reads the next record forwards or backwards.
func (c *cursor) step(forward bool) (event, error) { return c.read(&c.pos, forward) }

func (c *cursor) read(p *position, forward bool) (ev event, err error) {
	if c.mode == libpcp.ModeInterp && c.spent.set && c.spent.forward != forward {
		ev, c.spent = c.spent.mark, spentMark{}
		return ev, nil
	}
	if forward {
		ev, err = c.next(p)
	} else {
		ev, err = c.previous(p)
	}
	if ev.volume != nil {
		c.spent = spentMark{}
	}
	return ev, err
}
