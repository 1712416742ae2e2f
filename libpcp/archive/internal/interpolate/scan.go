package interpolate

import (
	"context"
	"errors"
	"iter"
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
)

// search is the present search, or the last one: for the bounds that tracks lack on one
// side of the current time.
type search struct {
	side     side
	number   uint // goes with track.wanted
	missing  int  // wanted tracks that still lack the bound
	measured bool // the gap between two archives
}

// found ends the search for the bound of a track, if it is that one.
func (s *search) found(t *track, found side) {
	if t.wanted == s.number && s.side == found {
		t.wanted = 0
		s.missing--
	}
}

// begin begins a search for the bounds of a side, of the tracks that lack it. What has
// been looked for in vain is looked for again only forwards, in the next archive.
func (p *Interpolator) begin(s side) {
	p.search = search{side: s, number: p.search.number + 1}
	again := s == sideNext && p.several() && p.cur.Forward()
	for t := range p.tracks() {
		if p.lacking(t, s) && (!t.bound(s).vain() || again && p.now < t.possible.to) {
			t.wanted = p.search.number
			p.search.missing++
		}
	}
}

// tracks yields the tracks of the active metrics.
func (p *Interpolator) tracks() iter.Seq[*track] {
	return func(yield func(*track) bool) {
		for _, m := range p.active {
			for i := range m.tracks {
				if !yield(&m.tracks[i]) {
					return
				}
			}
		}
	}
}

// look reads on from the position until no bound of a side is missing; bounds missing at
// the end of the archive will not be looked for again. A search that moves takes
// the position along over records that are not beyond the current time.
//
// A search that gets to another archive leaves the position there, or at the mark
// before if it only had to measure the gap between the two: libpcp (C) does not
// find back.
func (p *Interpolator) look(ctx context.Context, s side, moves bool) error {
	p.begin(s)
	c, forward := p.cur, s == sideNext
	at := c.At()
	home := at.Archive
	err := p.scan(ctx, &at, &home, forward, moves)
	switch {
	case p.search.measured && c.Delivered():
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

// scan is the reading of a search, with a position of its own; home is the archive of
// the last record.
func (p *Interpolator) scan(ctx context.Context, at *records.Position, home *int, forward, moves bool) error {
	limit := p.limit(forward)
	for p.search.missing > 0 {
		ev, err := p.cur.Read(ctx, at, forward)
		if err != nil {
			if errors.Is(err, libpcp.ErrLogOverlap) {
				*home = at.Archive
			}
			return p.endScan(err)
		}
		r := p.seconds(ev.At)
		if !ev.Between() {
			*home = at.Archive
		}
		reached := p.reached(r, forward)
		if moves && reached {
			p.cur.MoveTo(*at)
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

// endScan ends a scan that cannot read on. Its error is nil at the end of the
// records.
func (p *Interpolator) endScan(err error) error {
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
	for t := range p.sought() {
		switch {
		case forward:
			limit = max(limit, min(t.worth.to, t.listed.to+lifeMargin))
		case p.several():
			limit = min(limit, max(t.worth.from, t.listed.from-lifeMargin))
		default:
			limit = min(limit, max(t.possible.from, t.worth.from, t.listed.from-lifeMargin))
		}
	}
	return max(limit, below(0))
}

// sought yields the tracks that still lack what the search looks for.
func (p *Interpolator) sought() iter.Seq[*track] {
	return func(yield func(*track) bool) {
		for t := range p.tracks() {
			if t.wanted == p.search.number && !yield(t) {
				return
			}
		}
	}
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
	for t := range p.sought() {
		if t.atMark(p.now) {
			continue
		}
		if p.search.side == sidePrior {
			t.possible.from = p.now
		} else {
			t.possible.to = p.now
		}
		t.bound(p.search.side).miss()
	}
}

// noneUpTo stops looking for bounds that are known not to be at r or beyond. A
// single archive has no such bounds, and yields no more; several archives may have
// some.
func (p *Interpolator) noneUpTo(r float64) {
	s := p.search.side
	for t := range p.sought() {
		if s == sidePrior && t.possible.from >= r || s == sideNext && t.possible.to <= r {
			t.bound(s).miss()
			p.search.found(t, s)
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
			if p.search.side == sidePrior {
				t.worth.from = max(t.worth.from, min(p.now, below(min(t.read.from, p.marksRead.from))))
			} else {
				t.worth.to = min(t.worth.to, max(p.now, above(max(t.read.to, p.marksRead.to))))
			}
		}
	}
}

func above(t float64) float64 { return math.Nextafter(t, math.Inf(1)) }

func below(t float64) float64 { return math.Nextafter(t, math.Inf(-1)) }
