package interpolate

import (
	"context"

	"pcptools/libpcp/archive/internal/replay"
)

// note lets a record at r update bounds; skipped says that the position has
// moved over it.
func (p *Interpolator) note(ctx context.Context, ev replay.Event, r float64, skipped bool) error {
	if ev.Mark() {
		if !p.ignored(ctx, ev) {
			p.markAt(r, skipped)
		}
		return ctx.Err()
	}
	matches := p.wanted.In(ev.Schema())
	if len(matches) == 0 {
		return nil
	}
	values, err := ev.Values()
	if err != nil {
		return err
	}
	for _, match := range matches {
		m := p.known[match.Metric]
		body, pos, err := values.Find(m.desc.PMID, match.Set)
		if err != nil {
			return err
		}
		if !m.note(p, r, body, pos) {
			return ev.Corrupt("value of the wrong format")
		}
	}
	return nil
}

// markAt lets a mark update the bounds of the active tracks; interrupts says
// that counters are not to have values across it.
func (p *Interpolator) markAt(r float64, interrupts bool) {
	p.marksRead.include(r)
	for _, m := range p.active {
		for i := range m.tracks {
			if t := &m.tracks[i]; p.narrow(t, sample{t: r, kind: boundMark}) {
				m.marked = m.marked || interrupts
			}
		}
	}
}
