package archive

import (
	"context"
	"errors"
	"math"

	"pcptools/libpcp"
)

// interpolator is what an archive remembers between interpolating fetches:
// for every metric that has been asked for and each of its instances, the
// values or marks around the current time. All times are seconds from the
// start of the first archive.
//
// A fetch looks for what it lacks from the archive's place, which is kept
// between the records up to the current time and those after it (replaying
// backwards, between those from it on and those before): one scan against and
// one along the direction of replay serve all metrics. Records that are
// passed update all metrics that are remembered, asked for now or not.
type interpolator struct {
	metrics map[libpcp.PMID]*metric
	active  []*metric // asked for in this fetch, each once
	version int       // grows with metrics
	now     float64
	end     float64 // of the archive, as last looked up
	seeking side    // what a scan is looking for
	missing int     // tracks that still lack it
	round   uint    // of looking; goes with track.wanted
	marks   markRule

	firstMark, lastMark float64 // that have been met
	wrap                bool    // whether counters wrap
}

// side is one of the two bounds of a track.
type side uint8

const (
	sidePrior side = iota
	sideNext
)

// slack is how far a time may be outside the archive, in seconds.
const slack = 0.001

// interpolate implements Fetch in ModeInterp.
func (a *Archive) interpolate(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	p := &a.interp
	at := a.origin
	p.now = a.seconds(at)
	if err := a.outside(); err != nil {
		if errors.Is(err, libpcp.ErrEOL) {
			a.origin = a.delta.add(at)
		}
		return nil, err
	}
	if err := a.activate(ids, profile); err != nil {
		return nil, err
	}
	if err := a.bracket(ctx); err != nil {
		return nil, err
	}
	a.origin = a.delta.add(at)
	result := &libpcp.Result{Time: at.time(), Uncarried: at.nsec == second}
	for _, m := range p.active {
		m.set = m.values(p)
	}
	result.Sets = make([]libpcp.ValueSet, len(ids))
	for i, id := range ids {
		result.Sets[i] = p.metrics[id].set
	}
	return result, nil
}

// outside is ErrEOL when the current time is before the first or after the
// last record.
func (a *Archive) outside() error {
	p := &a.interp
	if p.now < -slack {
		return libpcp.ErrEOL
	}
	if p.now <= p.end+slack {
		return nil
	}
	a.seek()
	end, err := a.endOf(a.place.log)
	if err != nil {
		return libpcp.ErrEOL
	}
	p.end = a.seconds(end)
	if p.now > p.end && a.place.log == len(a.logs)-1 {
		return libpcp.ErrEOL
	}
	return nil
}

// activate makes the metrics of a fetch the active ones.
func (a *Archive) activate(ids []libpcp.PMID, profile *libpcp.Profile) error {
	p := &a.interp
	p.active = p.active[:0]
	if p.metrics == nil {
		p.metrics = make(map[libpcp.PMID]*metric)
		p.firstMark, p.lastMark = math.Inf(1), math.Inf(-1)
	}
	for _, id := range ids {
		m := p.metrics[id]
		if m == nil {
			var err error
			if m, err = a.newMetric(id); err != nil {
				return err
			}
			p.metrics[id] = m
			p.version++
		}
		if !m.active {
			m.active = true
			p.active = append(p.active, m)
		}
	}
	for _, m := range p.active {
		m.active, m.marked = false, false
		m.include(profile)
	}
	return nil
}

// reset forgets bounds that do not enclose a time.
func (p *interpolator) reset(t float64) {
	for _, m := range p.metrics {
		for i := range m.tracks {
			m.tracks[i].reset(t)
		}
	}
}

// bracket finds the bounds that the active metrics lack.
func (a *Archive) bracket(ctx context.Context) error {
	if a.seeked && a.tuned {
		a.leap()
	}
	a.seek()
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
		if a.interp.lacks(sideNext) {
			return a.scan(ctx, true, true)
		}
		return nil
	}
	if a.interp.lacks(sidePrior) {
		if err := a.scan(ctx, false, true); err != nil {
			return err
		}
	}
	if a.interp.lacks(sideNext) {
		if err := a.roll(ctx, false); err != nil {
			return err
		}
		return a.scan(ctx, true, false)
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
	for _, m := range p.metrics {
		m.count = 0
	}
	return a.tune(false, func(ev event) error {
		if ev.mark() {
			return nil
		}
		return a.visit(ev, a.seconds(ev.at), false)
	})
}

// lacks notes which active tracks need a scan for one of their bounds, and
// reports whether any does.
func (p *interpolator) lacks(s side) bool {
	p.seeking, p.missing = s, 0
	p.round++
	for _, m := range p.active {
		for i := range m.tracks {
			t := &m.tracks[i]
			if t.included && t.lacks(s, p.now) {
				t.wanted = p.round
				p.missing++
			}
		}
	}
	return p.missing > 0
}

// roll moves the place over the records up to the current time, or, backwards,
// over those from it on.
func (a *Archive) roll(ctx context.Context, forward bool) error {
	for n := 0; ; n++ {
		if n&0xff == 0xff && ctx.Err() != nil {
			return ctx.Err()
		}
		before := a.place
		ev, err := a.step(forward)
		if stops(err) {
			return nil
		}
		r := a.seconds(ev.at)
		if err != nil || !a.reached(r, forward) {
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
func (a *Archive) scan(ctx context.Context, forward, moves bool) error {
	p := &a.interp
	at, limit := a.place, p.limit(forward)
	for n := 0; p.missing > 0; n++ {
		if n&0xff == 0xff && ctx.Err() != nil {
			return ctx.Err()
		}
		ev, err := a.read(&at, forward)
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
		moves = moves && a.reached(r, forward)
		if moves {
			a.place = at
		}
		if err := a.visit(ev, r, moves); err != nil {
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
			default:
				t.last = p.now
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
	pos, set := ev.volume.setsOffset(), 0
	for _, u := range uses {
		for ; set < u.set; set++ {
			_, pos = setID(body, pos)
		}
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
