package archive

import "pcptools/libpcp"

// skipAhead takes the position of an interpolated replay close to the current time
// when that is far away, with the help of the index. Bounds on the other side
// of what has been skipped are forgotten, and looked for from there.
//
// Marks in between matter to counters that have just had values. For them the
// headers of the records are read, and nothing else.
func (p *interpolator) skipAhead() {
	c := p.cur
	to, ok := c.indexedPosition()
	if !ok || !c.far(to) {
		return
	}
	if v := c.set.volumeAt(to); !c.set.usable(v) {
		return
	} else if _, err := v.next(to.off); err != nil {
		return // this index is not to be trusted
	}
	if p.counting() {
		from, end := c.pos, to
		if !c.forward() {
			from, end = to, c.pos
		}
		marks, ok := c.marksBetween(from, end)
		if !ok || marks && p.rule().ignore {
			return
		}
		for _, m := range p.active {
			m.marked = m.marked || marks
		}
	}
	c.pos = to
	p.forget(c.forward())
}

// counting reports whether a mark would make a difference to a counter.
func (p *interpolator) counting() bool {
	for _, m := range p.active {
		if m.desc.Sem == libpcp.SemCounter && m.count > 0 {
			return true
		}
	}
	return false
}

// forgetAll drops all bounds, as if this fetch had not been.
func (p *interpolator) forgetAll() {
	for _, m := range p.metrics {
		for i := range m.tracks {
			m.tracks[i].restart()
		}
	}
	for _, m := range p.active {
		m.count = m.before
	}
	p.verified = [2]verified{}
}

// forget drops the bounds that may have been superseded by what has been
// skipped: those of tracks for which a scan in that direction might find more.
func (p *interpolator) forget(forward bool) {
	for _, m := range p.metrics {
		for i := range m.tracks {
			t := &m.tracks[i]
			stale := t.next.kind == boundNone && p.now < t.last || t.next.kind != boundNone && t.next.t < p.now
			if !forward {
				stale = t.prior.kind == boundNone && p.now > t.first || t.prior.kind != boundNone && t.prior.t > p.now
			}
			if stale {
				t.forget()
			}
		}
	}
}
