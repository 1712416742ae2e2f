package archive

import (
	"errors"
	"math"

	"pcptools/libpcp"
)

// scan reads on from the position until nothing is missing; what still is at the
// end of the archive will not be looked for again. A scan that moves takes
// the position along over records that are not beyond the current time.
//
// One that gets to another archive leaves the position there, or at the mark
// before if it only had to look how far apart the two are: libpcp (C)
// does not find back.
func (p *interpolator) scan(forward, moves bool) error {
	c := p.cur
	at := c.pos
	home := at.log
	c.crossed = false
	err := p.search(&at, &home, forward, moves)
	switch {
	case c.crossed && c.spent.set:
		c.pos = at
	case home != c.pos.log:
		edge, lost := c.edge(home, forward)
		if lost != nil {
			return lost
		}
		c.pos = edge
	}
	return err
}

// search is the scan itself, with a position of its own; home is the archive of
// the last record.
func (p *interpolator) search(at *position, home *int, forward, moves bool) error {
	c, limit := p.cur, p.limit(forward)
	for n := 0; p.missing > 0; n++ {
		if err := c.set.interrupted(n); err != nil {
			return err
		}
		removed := c.removal.count
		ev, err := c.read(at, forward)
		if c.removal.count > removed {
			*home = c.pos.log
		}
		if err != nil {
			if errors.Is(err, libpcp.ErrLogOverlap) {
				*home = at.log
			}
			return p.endSearch(err)
		}
		r := c.set.seconds(ev.at)
		if ev.volume != nil {
			*home = at.log
		}
		reached := p.reached(r, forward)
		if moves && reached {
			c.pos = *at
		}
		if err := p.observe(ev, r, reached); err != nil {
			return err
		}
		switch {
		case !forward && r <= limit && r < p.now, forward && r >= limit && r > p.now:
			p.exhausted()
			return nil
		case p.several():
			p.giveUp(r)
		}
	}
	return nil
}

// endSearch ends a search that cannot read on. Its error is nil if that is only
// because there is nothing more.
func (p *interpolator) endSearch(err error) error {
	switch {
	case errors.Is(err, libpcp.ErrLogOverlap):
		p.exhausted()
	case stops(err):
		p.completed()
	default:
		return err
	}
	return nil
}

// lifeMargin is how far the values of an instance may lie outside its life as
// the instance domain has it, in seconds.
const lifeMargin = 600

// limit is the time from which on it is known that a scan will find nothing.
// Backwards, this is never before the start: there libpcp (C) stops
// too, in archives out of order.
func (p *interpolator) limit(forward bool) float64 {
	limit := math.Inf(1)
	if forward {
		limit = math.Inf(-1)
	}
	for _, m := range p.active {
		for i := range m.tracks {
			switch t := &m.tracks[i]; {
			case t.wanted != p.round:
			case forward:
				limit = max(limit, min(t.ceiling, t.death+lifeMargin))
			case p.several():
				limit = min(limit, max(t.floor, t.birth-lifeMargin))
			default:
				limit = min(limit, max(t.first, t.floor, t.birth-lifeMargin))
			}
		}
	}
	return max(limit, below(0))
}

// several reports whether there are several archives.
func (p *interpolator) several() bool { return len(p.cur.set.logs) > 1 }

// stops reports whether an error is only that there is nothing more to read.
func stops(err error) bool {
	return err != nil && (errors.Is(err, libpcp.ErrEOL) || errors.Is(err, libpcp.ErrLogOverlap))
}

// exhausted notes that the bounds still missing do not exist. At the time of a
// mark that is not known.
func (p *interpolator) exhausted() {
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			switch {
			case t.wanted != p.round || t.atMark(p.now):
			case p.seeking == sidePrior:
				t.first = p.now
				t.prior.none = t.prior.kind == boundNone
			default:
				t.last = p.now
				t.next.none = t.next.kind == boundNone
			}
		}
	}
}

// giveUp stops looking for what is known not to be at r or beyond. Of a single
// archive nothing is, and nothing more comes of it; but of several there may be.
func (p *interpolator) giveUp(r float64) {
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			switch {
			case t.wanted != p.round:
			case p.seeking == sidePrior && t.first >= r:
				t.prior.none = t.prior.kind == boundNone
				p.found(t, sidePrior)
			case p.seeking == sideNext && t.last <= r:
				t.next.none = t.next.kind == boundNone
				p.found(t, sideNext)
			}
		}
	}
}

// completed notes what a scan to the end of the archive has shown of all
// metrics, so that there need not be another for each of their instances.
func (p *interpolator) completed() {
	p.exhausted()
	if p.several() {
		return // another one may find what they have in another archive
	}
	for _, m := range p.metrics {
		for i := range m.tracks {
			t := &m.tracks[i]
			if p.seeking == sidePrior {
				t.floor = max(t.floor, min(p.now, below(min(t.earliest, p.firstMark))))
			} else {
				t.ceiling = min(t.ceiling, max(p.now, above(max(t.latest, p.lastMark))))
			}
		}
	}
}

func above(t float64) float64 { return math.Nextafter(t, math.Inf(1)) }

func below(t float64) float64 { return math.Nextafter(t, math.Inf(-1)) }
