package interpolate

import (
	"cmp"
	"context"
	"slices"

	"pcptools/libpcp/archive/internal/records"
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
	uses := p.usesOf(ev.Schema())
	if len(uses) == 0 {
		return nil
	}
	values, err := ev.Values()
	if err != nil {
		return err
	}
	for _, u := range uses {
		body, pos, err := values.Find(u.metric.desc.PMID, u.set)
		if err != nil {
			return err
		}
		if !u.metric.note(p, r, body, pos) {
			return ev.Corrupt("value of the wrong format")
		}
	}
	return nil
}

// markAt lets a mark update the bounds of the active tracks; interrupts says
// that counters are not to have values across it.
func (p *Interpolator) markAt(r float64, interrupts bool) {
	p.firstMark, p.lastMark = min(p.firstMark, r), max(p.lastMark, r)
	for _, m := range p.active {
		for i := range m.tracks {
			if t := &m.tracks[i]; p.narrow(t, sample{t: r, kind: boundMark}) {
				m.marked = m.marked || interrupts
			}
		}
	}
}

// use says that a value set of a schema is for a metric.
type use struct {
	set    int
	metric *metric
}

// schemaUses are the uses of a schema, for the remembered metrics that have been
// looked for in it.
type schemaUses struct {
	schema *records.Schema
	looked int
	uses   []use
}

// maxUses is the number of schemas of which uses are remembered.
const maxUses = 1 << 12

// usesOf finds the remembered metrics in a schema, in its order.
func (p *Interpolator) usesOf(s *records.Schema) []use {
	u := p.recent
	if u == nil || u.schema != s {
		u = p.uses[s]
		p.recent = u
	}
	if u == nil {
		if len(p.uses) >= maxUses {
			clear(p.uses)
		}
		u = &schemaUses{schema: s}
		p.uses[s], p.recent = u, u
	}
	for ; u.looked < len(p.known); u.looked++ {
		m := p.known[u.looked]
		s.Each(m.desc.PMID, func(set int) {
			i, _ := slices.BinarySearchFunc(u.uses, set, func(u use, set int) int { return cmp.Compare(u.set, set) })
			u.uses = slices.Insert(u.uses, i, use{set, m})
		})
	}
	return u.uses
}
