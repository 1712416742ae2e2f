package archive

import "context"

// proof says that what lies beyond a place, in one direction, can be read.
type proof struct {
	from place
	done bool
}

// prove reads all that lies ahead when the current time is that of a mark, to
// fail where that is damaged: looking for what comes after the mark, the
// genuine library takes nothing for an answer and gets there. Once is enough.
func (a *Archive) prove(ctx context.Context, forward bool) error {
	proof := &a.interp.sound[0]
	if forward {
		proof = &a.interp.sound[1]
	}
	if proof.done && !a.place.ahead(proof.from, !forward) {
		return nil
	}
	from, at := a.place, a.place
	for n := 0; ; n++ {
		if n&0xff == 0xff && ctx.Err() != nil {
			return ctx.Err()
		}
		removed := a.removal.count
		ev, err := a.read(&at, forward)
		if a.removal.count > removed {
			return nil
		}
		if stops(err) {
			proof.from, proof.done = from, true
			return nil
		}
		if err != nil {
			return err
		}
		r := a.seconds(ev.at)
		passed := a.reached(r, forward) // out of order
		if passed {
			a.place = at
		}
		if err := a.visit(ev, r, passed); err != nil {
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
			if t.included && t.prior.markAt(p.now) && t.next.markAt(p.now) && p.now >= t.birth && p.now <= t.death {
				return true
			}
		}
	}
	return false
}

// ahead reports whether p comes after q in a direction.
func (p place) ahead(q place, forward bool) bool {
	if !forward {
		p, q = q, p
	}
	switch {
	case p.log != q.log:
		return p.log > q.log
	case p.volume != q.volume:
		return p.volume > q.volume
	}
	return p.off > q.off
}
