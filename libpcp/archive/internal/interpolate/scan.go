package interpolate

import (
	"context"
	"errors"
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
)

// scan reads on from the position until no bound is missing; bounds missing at the
// end of the archive will not be looked for again. A scan that moves takes
// the position along over records that are not beyond the current time.
//
// A scan that gets to another archive leaves the position there, or at the mark
// before if it only had to measure the gap between the two: libpcp (C) does not
// find back.
func (p *Interpolator) scan(ctx context.Context, forward, moves bool) error {
	c := p.cur
	at := c.At()
	home := at.Archive
	p.measured = false
	err := p.search(ctx, &at, &home, forward, moves)
	switch {
	case p.measured && c.Delivered():
		c.MoveTo(at)
	case home != c.At().Archive:
		entry, lost := p.set.Entry(ctx, home, forward)
		if lost != nil {
			return lost
		}
		c.MoveTo(entry)
	}
	return err
}

// search is the scan itself, with a position of its own; home is the archive of
// the last record.
func (p *Interpolator) search(ctx context.Context, at *records.Position, home *int, forward, moves bool) error {
	c, limit := p.cur, p.limit(forward)
	for p.missing > 0 {
		ev, err := c.Read(ctx, at, forward)
		if err != nil {
			if errors.Is(err, libpcp.ErrLogOverlap) {
				*home = at.Archive
			}
			return p.endSearch(err)
		}
		r := p.seconds(ev.At)
		if !ev.Between() {
			*home = at.Archive
		}
		reached := p.reached(r, forward)
		if moves && reached {
			c.MoveTo(*at)
		}
		if err := p.note(ctx, ev, r, reached); err != nil {
			return err
		}
		switch {
		case !forward && r <= limit && r < p.now, forward && r >= limit && r > p.now:
			p.noneBeyond()
			return nil
		case p.several():
			p.noneUpTo(r)
		}
	}
	return nil
}

// endSearch ends a search that cannot read on. Its error is nil at the end of the
// records.
func (p *Interpolator) endSearch(err error) error {
	switch {
	case errors.Is(err, libpcp.ErrLogOverlap):
		p.noneBeyond()
	case stops(err):
		p.noneToTheEnd()
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
func (p *Interpolator) limit(forward bool) float64 {
	limit := math.Inf(1)
	if forward {
		limit = math.Inf(-1)
	}
	for _, m := range p.active {
		for i := range m.tracks {
			switch t := &m.tracks[i]; {
			case t.wanted != p.round:
			case forward:
				limit = max(limit, min(t.nothingAfter, t.listedUntil+lifeMargin))
			case p.several():
				limit = min(limit, max(t.nothingBefore, t.listedFrom-lifeMargin))
			default:
				limit = min(limit, max(t.first, t.nothingBefore, t.listedFrom-lifeMargin))
			}
		}
	}
	return max(limit, below(0))
}

// several reports whether the set has several archives.
func (p *Interpolator) several() bool { return p.set.Len() > 1 }

// stops reports whether an error is only the end of the records.
func stops(err error) bool {
	return err != nil && (errors.Is(err, libpcp.ErrEOL) || errors.Is(err, libpcp.ErrLogOverlap))
}

// noneBeyond notes that the bounds still missing do not exist. At the time of a
// mark that is not known.
func (p *Interpolator) noneBeyond() {
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

// noneUpTo stops looking for bounds that are known not to be at r or beyond. A
// single archive has no such bounds, and yields no more; several archives may have
// some.
func (p *Interpolator) noneUpTo(r float64) {
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

// noneToTheEnd notes what a scan to the end of the archive has shown of all
// metrics, so that there need not be another for each of their instances.
func (p *Interpolator) noneToTheEnd() {
	p.noneBeyond()
	if p.several() {
		return // another one may find what they have in another archive
	}
	for _, m := range p.metrics {
		for i := range m.tracks {
			t := &m.tracks[i]
			if p.seeking == sidePrior {
				t.nothingBefore = max(t.nothingBefore, min(p.now, below(min(t.earliest, p.firstMark))))
			} else {
				t.nothingAfter = min(t.nothingAfter, max(p.now, above(max(t.latest, p.lastMark))))
			}
		}
	}
}

func above(t float64) float64 { return math.Nextafter(t, math.Inf(1)) }

func below(t float64) float64 { return math.Nextafter(t, math.Inf(-1)) }
