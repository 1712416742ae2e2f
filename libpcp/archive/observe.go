package archive

import "pcptools/libpcp/internal/logfile"

// observe lets a record at r update bounds; skipped says that the position has
// moved over it.
func (p *interpolator) observe(ev event, r float64, skipped bool) error {
	if ev.mark() {
		if !p.ignored(ev) {
			p.markAt(r, skipped)
		}
		return nil
	}
	uses := p.uses(ev.schema)
	if len(uses) == 0 {
		return nil
	}
	body, err := ev.volume.body(ev.record)
	if err != nil {
		return err
	}
	pos, set, ok := ev.volume.setsOffset(), 0, false
	for _, u := range uses {
		if pos, ok = logfile.FindSet(u.metric.desc.PMID, body, pos, u.set-set); !ok {
			return changed(ev.volume.path, ev.off, "record has changed")
		}
		set = u.set
		if !u.metric.observe(p, r, body, pos) {
			return ev.volume.corrupt(ev.off, "value of the wrong format")
		}
	}
	return nil
}

// markAt lets a mark update the bounds of the active tracks; interrupts says
// that counters are not to have values across it.
func (p *interpolator) markAt(r float64, interrupts bool) {
	p.firstMark, p.lastMark = min(p.firstMark, r), max(p.lastMark, r)
	for _, m := range p.active {
		for i := range m.tracks {
			if t := &m.tracks[i]; t.included && p.update(t, sample{t: r, kind: boundMark}) {
				m.marked = m.marked || interrupts
			}
		}
	}
}

// schemaUse is the remembered metrics that records of a schema have.
type schemaUse struct {
	version int
	uses    []use
}

// use says that a value set of a schema is for a metric.
type use struct {
	set    int
	metric *metric
}

// uses finds the remembered metrics in a schema.
func (p *interpolator) uses(s *schema) []use {
	if s.use.version == p.version {
		return s.use.uses
	}
	s.use = schemaUse{version: p.version}
	for i, id := range s.ids {
		if m := p.metrics[id]; m != nil && m.known {
			s.use.uses = append(s.use.uses, use{i, m})
		}
	}
	return s.use.uses
}
