package interpolate

import (
	"context"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/archive/internal/replay"
)

// verified says that what lies beyond a position, in one direction, can be read,
// as long as no archive is dropped.
type verified struct {
	from       records.Position
	generation int
	done       bool
}

// verify reads to the end when the current time is the time of a mark, and fails
// at damage. Libpcp (C) reads to the end there, looking for values after the mark,
// at each fetch; once in each direction is enough.
func (p *Interpolator) verify(ctx context.Context, forward bool) error {
	c, done := p.cur, &p.verified[0]
	if forward {
		done = &p.verified[1]
	}
	if done.done && done.generation == c.Generation() && !c.At().Ahead(done.from, !forward) {
		return nil
	}
	from, at := c.At(), c.At()
	for {
		ev, err := c.Read(ctx, &at, forward)
		if replay.HasDropped(err) {
			return nil
		}
		if stops(err) {
			*done = verified{from: from, generation: c.Generation(), done: true}
			return nil
		}
		if err != nil {
			return err
		}
		r := p.seconds(ev.At)
		skipped := p.reached(r, forward) // out of order
		if skipped {
			c.MoveTo(at)
		}
		if err := p.note(ctx, ev, r, skipped); err != nil {
			return err
		}
	}
}

// atMark reports whether the current time is the time of a mark for any instance.
func (p *Interpolator) atMark() bool {
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			if t.atMark(p.now) && p.now >= t.listedFrom && p.now <= t.listedUntil {
				return true
			}
		}
	}
	return false
}
