package archive

// verified says that what lies beyond a position, in one direction, can be read,
// as long as no archive is dropped.
type verified struct {
	from  position
	drops int
	done  bool
}

// verify reads to the end when the current time is that of a mark, and fails
// where that is damaged. Libpcp (C) reads to the end there, looking for what comes
// after the mark, at each fetch; once in each direction is enough.
func (p *interpolator) verify(forward bool) error {
	c, done := p.cur, &p.verified[0]
	if forward {
		done = &p.verified[1]
	}
	if done.done && done.drops == c.removal.drops && !c.pos.ahead(done.from, !forward) {
		return nil
	}
	from, at := c.pos, c.pos
	for n := 0; ; n++ {
		if err := c.set.interrupted(n); err != nil {
			return err
		}
		removed := c.removal.count
		ev, err := c.read(&at, forward)
		if c.removal.count > removed {
			return nil
		}
		if stops(err) {
			*done = verified{from: from, drops: c.removal.drops, done: true}
			return nil
		}
		if err != nil {
			return err
		}
		r := c.set.seconds(ev.at)
		skipped := p.reached(r, forward) // out of order
		if skipped {
			c.pos = at
		}
		if err := p.observe(ev, r, skipped); err != nil {
			return err
		}
	}
}

// atMark reports whether there is an instance for which the current time is
// that of a mark.
func (p *interpolator) atMark() bool {
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			if t.included && t.atMark(p.now) && p.now >= t.birth && p.now <= t.death {
				return true
			}
		}
	}
	return false
}
