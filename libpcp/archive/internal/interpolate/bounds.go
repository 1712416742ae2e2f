package interpolate

import (
	"context"
	"slices"

	"pcptools/libpcp/archive/internal/replay"
)

// findBounds finds the bounds that the active metrics lack.
func (p *Interpolator) findBounds(ctx context.Context) error {
	if p.cur.Placed() {
		if !p.lacks(sidePrior) && !p.lacks(sideNext) {
			return nil
		}
		p.jump(ctx)
	}
	if err := p.place(ctx); err != nil {
		return err
	}
	if p.cur.Forward() {
		return p.findForward(ctx)
	}
	return p.findBackward(ctx)
}

func (p *Interpolator) findForward(ctx context.Context) error {
	if p.lacks(sidePrior) {
		if p.catchesUp(sidePrior) {
			if err := p.catchUp(ctx); err != nil {
				return err
			}
		}
		if err := p.look(ctx, sidePrior, false); err != nil {
			return err
		}
	}
	return p.lookAhead(ctx, sideNext)
}

// findBackward finds bounds where the replay goes backwards or stays where it is, as the
// position then does too.
func (p *Interpolator) findBackward(ctx context.Context) error {
	caught := p.lacks(sidePrior) && p.catchesUp(sidePrior)
	if err := p.lookAhead(ctx, sidePrior); err != nil {
		return err
	}
	if !p.lacks(sideNext) {
		return nil
	}
	if !p.cur.Stays() && !caught && p.catchesUp(sideNext) {
		if err := p.catchUp(ctx); err != nil {
			return err
		}
	}
	return p.look(ctx, sideNext, false)
}

// lookAhead finds the bounds that lie in the direction of replay.
func (p *Interpolator) lookAhead(ctx context.Context, s side) error {
	atMark := !p.several() && p.atMark()
	if p.lacks(s) {
		if err := p.look(ctx, s, !p.cur.Stays()); err != nil {
			return err
		}
	}
	if atMark {
		return p.readsOn(ctx, s == sideNext)
	}
	return nil
}

// atMark reports whether the current time is the time of a mark for any instance.
func (p *Interpolator) atMark() bool {
	for t := range p.tracks() {
		if t.atMark(p.now) && t.listed.has(p.now) {
			return true
		}
	}
	return false
}

// readsOn fails if there is damage on the way to the end of the archive: at the time of
// a mark, libpcp (C) looks for values as far as that.
func (p *Interpolator) readsOn(ctx context.Context, forward bool) error {
	for at := p.cur.At(); ; {
		if _, err := p.cur.Read(ctx, &at, forward); stops(err) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// place moves the position to the right side of the current time. As in libpcp
// (C), values that are skipped count, but marks do not.
func (p *Interpolator) place(ctx context.Context) error {
	looked, err := p.cur.Seek(ctx, func(ev replay.Event) error {
		if ev.Mark() {
			return nil
		}
		return p.note(ctx, ev, p.seconds(ev.At), false)
	})
	if looked {
		for _, m := range p.active {
			m.count = 0
		}
	}
	return err
}

// lacks reports whether any active track lacks a bound.
func (p *Interpolator) lacks(s side) bool {
	for t := range p.tracks() {
		if p.lacking(t, s) {
			return true
		}
	}
	return false
}

// lacking reports whether a track lacks a bound that a search may find. At the time of a
// mark it finds nothing else, but a mark between archives is read again.
func (p *Interpolator) lacking(t *track, s side) bool {
	return t.lacks(s, p.now) && (!t.atMark(p.now) || p.several())
}

// catchesUp reports whether a replay gets to the current time before it looks for a
// bound. The first track that lacks a bound decides, of the last metric first, as
// in libpcp (C): a track that has a value at just that time, and a mark on the
// other side, looks from the present position.
func (p *Interpolator) catchesUp(s side) bool {
	for _, m := range slices.Backward(p.active) {
		for i := range m.tracks {
			if t := &m.tracks[i]; t.lacks(s, p.now) {
				return t.bound(s).kind == boundNone || !p.reached(t.bound(s).t, s == sidePrior)
			}
		}
	}
	return true
}

// catchUp moves the position, in the direction of replay, over the records up to the
// current time.
func (p *Interpolator) catchUp(ctx context.Context) error {
	c, forward := p.cur, p.cur.Forward()
	for {
		before := c.At()
		ev, err := c.Step(ctx, forward)
		if stops(err) {
			return nil
		}
		r := p.seconds(ev.At)
		if err != nil || !p.reached(r, forward) {
			if archive := c.At().Archive; err == nil && !ev.Between() && archive != before.Archive {
				if before, err = p.set.Entry(ctx, archive, forward); err != nil {
					return err
				}
			}
			c.MoveTo(before)
			return err
		}
		if err := p.note(ctx, ev, r, true); err != nil {
			return err
		}
	}
}

// reached reports whether a time is not beyond the current one in a direction.
func (p *Interpolator) reached(r float64, forward bool) bool {
	if forward {
		return r <= p.now
	}
	return r >= p.now
}
