package interpolate

import (
	"context"

	"pcptools/libpcp"
)

// jump takes the position of an interpolated replay close to the current time
// when that is far away, with the help of the index. Bounds on the other side of
// the skipped part are forgotten, and looked for from there.
//
// Marks in between matter to counters that have just had values. For them the
// headers of the records are read, and nothing else.
func (p *Interpolator) jump(ctx context.Context) {
	c := p.cur
	to, ok := p.set.Ahead(ctx, c.At(), c.Now(), c.Forward())
	if !ok {
		return
	}
	if p.counting() {
		from, end := c.At(), to
		if !c.Forward() {
			from, end = end, from
		}
		marks, ok := p.set.MarksBetween(ctx, from, end)
		if !ok || marks && p.rule().ignore {
			return
		}
		for _, m := range p.active {
			m.marked = m.marked || marks
		}
	}
	c.MoveTo(to)
	p.forget(c.Forward())
}

// counting reports whether a mark would make a difference to a counter.
func (p *Interpolator) counting() bool {
	for _, m := range p.active {
		if m.desc.Sem == libpcp.SemCounter && m.count > 0 {
			return true
		}
	}
	return false
}

// forget drops bounds that skipped records may have superseded: the bounds of
// tracks for which a scan in that direction might find more.
func (p *Interpolator) forget(forward bool) {
	for _, m := range p.metrics {
		for i := range m.tracks {
			t := &m.tracks[i]
			stale := t.next.kind == boundNone && p.now < t.possible.to || t.next.kind != boundNone && t.next.t < p.now
			if !forward {
				stale = t.prior.kind == boundNone && p.now > t.possible.from || t.prior.kind != boundNone && t.prior.t > p.now
			}
			if stale {
				t.forget()
			}
		}
	}
}
