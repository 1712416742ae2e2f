package archive

import "slices"

// bracket finds the bounds that the active metrics lack.
func (p *interpolator) bracket() error {
	c := p.cur
	if c.seeked && c.aligned {
		if !p.lacks(sidePrior) && !p.lacks(sideNext) {
			return nil
		}
		p.skipAhead()
	}
	if err := c.seek(); err != nil {
		return err
	}
	if !c.aligned {
		c.seeked = false // as libpcp (C) does: there may have been fetches outside
		if err := c.seek(); err != nil {
			return err
		}
		c.aligned = false
	}
	if err := p.align(); err != nil {
		return err
	}
	if c.forward() {
		return p.bracketForward()
	}
	return p.bracketBackward()
}

func (p *interpolator) bracketForward() error {
	if p.lacks(sidePrior) {
		if p.rolls(sidePrior) {
			if err := p.roll(true); err != nil {
				return err
			}
			p.lacks(sidePrior) // a mark that has been passed is read again
		}
		if err := p.scan(false, false); err != nil {
			return err
		}
	}
	return p.proceed(sideNext)
}

func (p *interpolator) bracketBackward() error {
	decided := p.lacks(sidePrior) && p.rolls(sidePrior)
	if err := p.proceed(sidePrior); err != nil {
		return err
	}
	if !p.lacks(sideNext) {
		return nil
	}
	// otherwise, in replays that stay where they are, the position does too
	if p.cur.delta.negative && !decided && p.rolls(sideNext) {
		if err := p.roll(false); err != nil {
			return err
		}
		p.lacks(sideNext)
	}
	return p.scan(true, false)
}

// proceed finds the bounds of a side that lie in the direction of replay.
func (p *interpolator) proceed(s side) error {
	atMark := !p.several() && p.atMark()
	if p.lacks(s) {
		if err := p.scan(s == sideNext, p.cur.delta != interval{}); err != nil {
			return err
		}
	}
	if atMark {
		return p.verify(s == sideNext)
	}
	return nil
}

// align moves the position to the right side of the current time. As in libpcp
// (C), values that are skipped count, but marks do not.
func (p *interpolator) align() error {
	if p.cur.aligned {
		return nil
	}
	for _, m := range p.active {
		m.count = 0
	}
	return p.cur.align(false, func(ev event) error {
		if ev.mark() {
			return nil
		}
		return p.observe(ev, p.cur.set.seconds(ev.at), false)
	})
}

// lacks notes which active tracks need a scan for one of their bounds. It
// reports whether any lacks it, scan or not. At the time of a mark there is
// nothing else to find (see verify), but one between archives is read again.
func (p *interpolator) lacks(s side) (lacking bool) {
	p.seeking, p.missing = s, 0
	p.round++
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			if !t.included || !t.lacks(s, p.now) || t.atMark(p.now) && !p.several() {
				continue
			}
			lacking = true
			if t.sought(s) || s == sideNext && p.several() && p.now < t.last && p.cur.forward() {
				t.wanted = p.round
				p.missing++
			}
		}
	}
	return lacking
}

// rolls reports whether a replay gets to the current time before it looks for a
// bound. The first track that lacks one decides, of the last metric first, as in
// libpcp (C): one that has a value at just that time, and a mark on the other side,
// looks from the position there is.
func (p *interpolator) rolls(s side) bool {
	for _, m := range slices.Backward(p.active) {
		for i := range m.tracks {
			t := &m.tracks[i]
			if !t.included || !t.lacks(s, p.now) {
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

// roll moves the position over the records up to the current time, or, backwards,
// over those from it on.
func (p *interpolator) roll(forward bool) error {
	c := p.cur
	for n := 0; ; n++ {
		if err := c.set.interrupted(n); err != nil {
			return err
		}
		before, removed := c.pos, c.removal.count
		ev, err := c.step(forward)
		if c.removal.count > removed {
			before = c.removal.resumed
		}
		if stops(err) {
			return nil
		}
		r := c.set.seconds(ev.at)
		if err != nil || !p.reached(r, forward) {
			if ev.volume != nil && c.pos.log != before.log {
				if before, err = c.edge(c.pos.log, forward); err != nil {
					return err
				}
			}
			c.pos = before
			return err
		}
		if err := p.observe(ev, r, true); err != nil {
			return err
		}
	}
}

// reached reports whether a record at r is not beyond the current time.
func (p *interpolator) reached(r float64, forward bool) bool {
	if forward {
		return r <= p.now
	}
	return r >= p.now
}
