package archive

import (
	"context"
	"errors"
	"math"

	"pcptools/libpcp"
)

// bracket finds the bounds that the active metrics lack.
func (a *Archive) bracket(ctx context.Context) error {
	if a.seeked && a.tuned {
		if !a.interp.lacks(sidePrior) && !a.interp.lacks(sideNext) {
			return nil
		}
		a.leap()
	}
	if err := a.seek(); err != nil {
		return err
	}
	if !a.tuned {
		a.seeked = false // as the genuine library does: there may have been fetches outside
		if err := a.seek(); err != nil {
			return err
		}
		a.tuned = false
	}
	if err := a.tuneInterp(); err != nil {
		return err
	}
	if a.forward() {
		if a.interp.lacks(sidePrior) {
			if err := a.roll(ctx, true); err != nil {
				return err
			}
			if err := a.scan(ctx, false, false); err != nil {
				return err
			}
		}
		return a.proceed(ctx, sideNext)
	}
	if err := a.proceed(ctx, sidePrior); err != nil {
		return err
	}
	if a.interp.lacks(sideNext) {
		if a.delta.negative { // else, in replays that stay where they are, the place does too
			if err := a.roll(ctx, false); err != nil {
				return err
			}
		}
		return a.scan(ctx, true, false)
	}
	return nil
}

// proceed finds the bounds of a side that lie in the direction of replay.
func (a *Archive) proceed(ctx context.Context, s side) error {
	atMark := a.interp.atMark()
	if a.interp.lacks(s) {
		if err := a.scan(ctx, s == sideNext, a.delta != interval{}); err != nil {
			return err
		}
	}
	if atMark {
		return a.prove(ctx, s == sideNext)
	}
	return nil
}

// tuneInterp moves the place to the right side of the current time. As in the
// genuine library, values that are passed count, but marks do not.
func (a *Archive) tuneInterp() error {
	p := &a.interp
	if a.tuned {
		return nil
	}
	for _, m := range p.active {
		m.count = 0
	}
	return a.tune(false, func(ev event) error {
		if ev.mark() {
			return nil
		}
		return a.visit(ev, a.seconds(ev.at), false)
	})
}

// lacks notes which active tracks need a scan for one of their bounds. It
// reports whether any lacks it, scan or not.
func (p *interpolator) lacks(s side) (lacking bool) {
	p.seeking, p.missing = s, 0
	p.round++
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			if !t.included || !t.lacks(s, p.now) {
				continue
			}
			lacking = true
			if t.sought(s) {
				t.wanted = p.round
				p.missing++
			}
		}
	}
	return lacking
}

// roll moves the place over the records up to the current time, or, backwards,
// over those from it on.
func (a *Archive) roll(ctx context.Context, forward bool) error {
	for n := 0; ; n++ {
		if n&0xff == 0xff && ctx.Err() != nil {
			return ctx.Err()
		}
		before, removed := a.place, a.removal.count
		ev, err := a.step(forward)
		if a.removal.count > removed {
			before = a.removal.resumed
		}
		if stops(err) {
			return nil
		}
		r := a.seconds(ev.at)
		if err != nil || !a.reached(r, forward) {
			if ev.volume != nil && a.place.log != before.log {
				if before, err = a.edgeOf(a.place.log, forward); err != nil {
					return err
				}
			}
			a.place = before
			return err
		}
		if err := a.visit(ev, r, true); err != nil {
			return err
		}
	}
}

// reached reports whether a record at r is not beyond the current time.
func (a *Archive) reached(r float64, forward bool) bool {
	if forward {
		return r <= a.interp.now
	}
	return r >= a.interp.now
}

// scan reads on from the place until nothing is missing; what still is at the
// end of the archive will not be looked for again. A scan that moves takes
// the place along over records that are not beyond the current time.
//
// One that gets to another archive leaves the place there, or at the mark
// before if it only had to look how far apart the two are: the genuine library
// does not find back.
func (a *Archive) scan(ctx context.Context, forward, moves bool) error {
	at := a.place
	home := at.log
	a.strayed = false
	err := a.search(ctx, &at, &home, forward, moves)
	switch {
	case a.strayed && a.spent.set:
		a.place = a.spent.place
	case home != a.place.log:
		edge, lost := a.edgeOf(home, forward)
		if lost != nil {
			return lost
		}
		a.place = edge
	}
	return err
}

// edgeOf is the place where a replay comes into an archive.
func (a *Archive) edgeOf(log int, forward bool) (place, error) {
	if forward {
		return a.startOf(log), nil
	}
	return a.endPlace(log)
}

// search is the scan itself, with a place of its own; home is the archive of
// the last record.
func (a *Archive) search(ctx context.Context, at *place, home *int, forward, moves bool) error {
	p := &a.interp
	limit := p.limit(forward)
	for n := 0; p.missing > 0; n++ {
		if n&0xff == 0xff && ctx.Err() != nil {
			return ctx.Err()
		}
		removed := a.removal.count
		ev, err := a.read(at, forward)
		if a.removal.count > removed {
			*home = a.place.log
		}
		if errors.Is(err, libpcp.ErrLogOverlap) {
			p.exhausted()
			return nil
		}
		if stops(err) {
			p.completed()
			return nil
		}
		if err != nil {
			return err
		}
		r := a.seconds(ev.at)
		if !forward && r <= limit && r < p.now || forward && r >= limit && r > p.now {
			p.exhausted()
			return nil
		}
		if ev.volume != nil {
			*home = at.log
		}
		passed := moves && a.reached(r, forward)
		if passed {
			a.place = *at
		}
		if err := a.visit(ev, r, passed); err != nil {
			return err
		}
	}
	return nil
}

// lifeMargin is how far the values of an instance may lie outside its life as
// the instance domain has it, in seconds.
const lifeMargin = 600

// limit is the time from which on it is known that a scan will find nothing.
// Backwards, this is never before the start: there the genuine library stops
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
			default:
				limit = min(limit, max(t.first, t.floor, t.birth-lifeMargin))
			}
		}
	}
	return max(limit, below(0))
}

// stops reports whether an error is only that there is nothing more to read.
func stops(err error) bool {
	return err != nil && (errors.Is(err, libpcp.ErrEOL) || errors.Is(err, libpcp.ErrLogOverlap))
}

// exhausted notes that the bounds still missing do not exist.
func (p *interpolator) exhausted() {
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			switch {
			case t.wanted != p.round:
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

// completed notes what a scan to the end of the archive has shown of all
// metrics, so that there need not be another for each of their instances.
func (p *interpolator) completed() {
	p.exhausted()
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
