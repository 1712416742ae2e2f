package archive

import "pcptools/libpcp/internal/logfile"

// visit lets a record at r update bounds; passed says that the place has
// moved over it.
func (a *Archive) visit(ev event, r float64, passed bool) error {
	p := &a.interp
	if ev.mark() {
		if !a.ignored(ev) {
			p.markAt(r, passed || ev.volume == nil)
		}
		return nil
	}
	uses := p.uses(ev.shape)
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
		if !u.metric.update(p, r, body, pos) {
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
		m.marked = m.marked || interrupts
		for i := range m.tracks {
			if t := &m.tracks[i]; t.included {
				p.meet(t, sample{t: r, kind: boundMark})
			}
		}
	}
}

// shapeUse is the remembered metrics that records of a shape have.
type shapeUse struct {
	version int
	uses    []use
}

// use says that a value set of a shape is for a metric.
type use struct {
	set    int
	metric *metric
}

// uses finds the remembered metrics in a shape.
func (p *interpolator) uses(s *shape) []use {
	if s.use.version == p.version {
		return s.use.uses
	}
	s.use = shapeUse{version: p.version}
	for i, id := range s.ids {
		if m := p.metrics[id]; m != nil && m.known {
			s.use.uses = append(s.use.uses, use{i, m})
		}
	}
	return s.use.uses
}
