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

	firstMark, lastMark float64  // that have been met
	sound               [2]proof // backwards, forwards
	wrap                bool     // whether counters wrap
	earlier             bool     // not the nearest of two values
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
	if a.mode == libpcp.ModeInterp {
		a.origin = a.delta.add(at)
	} else {
		at = a.origin // an archive was removed
	}
	result := a.result(at, len(ids))
	for i, id := range ids {
		m := p.metrics[id]
		if m.set == nil {
			m.set = &result.Sets[i]
			m.values(p, m.set)
		}
		result.Sets[i] = *m.set
	}
	return result, nil
}

// outside is ErrEOL when the current time is before the first or after the
// last record.
func (a *Archive) outside() error {
	p := &a.interp
	if p.now >= -slack && p.now <= p.end+slack {
		return nil
	}
	if err := a.seek(); err != nil { // from here, even if later fetches are within
		return err
	}
	if p.now < -slack {
		return libpcp.ErrEOL
	}
	if end, err := a.endOf(a.place.log); err == nil {
		p.end = a.seconds(end)
	} else if err != libpcp.ErrLogRec {
		return err
	}
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
		m.active, m.marked, m.set = false, false, nil
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
