package interpolate

import (
	"context"
	"slices"

	"pcptools/libpcp/archive/internal/replay"
)

// findBounds finds the bounds that the active metrics lack.
func (p *Interpolator) findBounds(ctx context.Context) error {
	c := p.cur
	if c.Settled() {
		if !p.needs(sidePrior) && !p.needs(sideNext) {
			return nil
		}
		p.jump(ctx)
	}
	if err := p.align(ctx); err != nil {
		return err
	}
	if c.Forward() {
		return p.findForward(ctx)
	}
	return p.findBackward(ctx)
}

func (p *Interpolator) findForward(ctx context.Context) error {
	if p.needs(sidePrior) {
		if p.catchesUp(sidePrior) {
			if err := p.catchUp(ctx, true); err != nil {
				return err
			}
			p.needs(sidePrior) // a mark that has been passed is read again
		}
		if err := p.scan(ctx, false, false); err != nil {
			return err
		}
	}
	return p.proceed(ctx, sideNext)
}

func (p *Interpolator) findBackward(ctx context.Context) error {
	decided := p.needs(sidePrior) && p.catchesUp(sidePrior)
	if err := p.proceed(ctx, sidePrior); err != nil {
		return err
	}
	if !p.needs(sideNext) {
		return nil
	}
	// otherwise, in replays that stay where they are, the position does too
	if !p.cur.Forward() && !p.cur.Stays() && !decided && p.catchesUp(sideNext) {
		if err := p.catchUp(ctx, false); err != nil {
			return err
		}
		p.needs(sideNext)
	}
	return p.scan(ctx, true, false)
}

// proceed finds the bounds of a side that lie in the direction of replay.
func (p *Interpolator) proceed(ctx context.Context, s side) error {
	atMark := !p.several() && p.atMark()
	if p.needs(s) {
		if err := p.scan(ctx, s == sideNext, !p.cur.Stays()); err != nil {
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
	return slices.ContainsFunc(p.active, func(m *metric) bool {
		return slices.ContainsFunc(m.tracks, func(t track) bool {
			return t.atMark(p.now) && p.now >= t.listedFrom && p.now <= t.listedUntil
		})
	})
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

// align moves the position to the right side of the current time. As in libpcp
// (C), values that are skipped count, but marks do not.
func (p *Interpolator) align(ctx context.Context) error {
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

// needs notes which active tracks need a scan for one of their bounds. It reports
// whether any track lacks the bound, scan or not. At the time of a mark a scan
// finds nothing else, but a mark between archives is read again.
func (p *Interpolator) needs(s side) (lacking bool) {
	p.seeking, p.missing = s, 0
	p.round++
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			if !t.needs(s, p.now) || t.atMark(p.now) && !p.several() {
				continue
			}
			lacking = true
			if t.worthScanning(s) || s == sideNext && p.several() && p.now < t.last && p.cur.Forward() {
				t.wanted = p.round
				p.missing++
			}
		}
	}
	return lacking
}

// catchesUp reports whether a replay gets to the current time before it looks for a
// bound. The first track that lacks a bound decides, of the last metric first, as
// in libpcp (C): a track that has a value at just that time, and a mark on the
// other side, looks from the present position.
func (p *Interpolator) catchesUp(s side) bool {
	for _, m := range slices.Backward(p.active) {
		for i := range m.tracks {
			t := &m.tracks[i]
			if !t.needs(s, p.now) {
				continue
			}
			if s == sidePrior {
				return t.prior.kind == boundNone || t.prior.t > p.now
			}
			return t.next.kind == boundNone || t.next.t < p.now
		}
	}
	return true
}

// catchUp moves the position over the records up to the current time, or, backwards,
// over those from it on.
func (p *Interpolator) catchUp(ctx context.Context, forward bool) error {
	c := p.cur
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

// reached reports whether a record at r is not beyond the current time.
func (p *Interpolator) reached(r float64, forward bool) bool {
	if forward {
		return r <= p.now
	}
	return r >= p.now
}
