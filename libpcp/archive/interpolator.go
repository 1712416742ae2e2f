package archive

import (
	"errors"
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// interpolator finds the values of metrics at any time, from those recorded before
// and after. It remembers, for every metric that has been asked for and each of its
// instances, the values or marks around the current time. All times are seconds
// from the start of the first archive.
//
// A fetch looks for what it lacks from the position of a cursor, which is kept
// between the records up to the current time and those after it (replaying
// backwards, between those from it on and those before): one scan against and
// one along the direction of replay serve all metrics. Records that are
// skipped update all metrics that are remembered, asked for now or not.
type interpolator struct {
	cur     *cursor
	meta    *metadata
	metrics map[libpcp.PMID]*metric
	active  []*metric // asked for in this fetch, each once
	version int       // grows with metrics
	now     float64
	end     float64 // of the archive, as last looked up
	seeking side    // what a scan is looking for
	missing int     // tracks that still lack it
	round   uint    // of looking; goes with track.wanted
	marks   markRule

	firstMark, lastMark float64     // that have been read
	verified            [2]verified // backwards, forwards
	wrap                bool        // whether counters wrap
	earlier             bool        // not the nearest of two values
}

func newInterpolator(cur *cursor, meta *metadata, opts Options) interpolator {
	return interpolator{
		cur: cur, meta: meta,
		wrap: opts.WrapCounters, earlier: opts.EarlierValues, marks: markRule{ask: opts.IgnoreMarks},
		firstMark: math.Inf(1), lastMark: math.Inf(-1),
	}
}

// side is one of the two bounds of a track.
type side uint8

const (
	sidePrior side = iota
	sideNext
)

// slack is how far a time may be outside the archive, in seconds.
const slack = 0.001

// seek finds what values the metrics of a fetch have at the current time, to which
// it then adds the interval. It returns the time of the values.
func (p *interpolator) seek(ids []libpcp.PMID, profile *libpcp.Profile) (logfile.Stamp, error) {
	c := p.cur
	at := c.origin
	p.now = c.set.seconds(at)
	if err := p.outside(); err != nil {
		if errors.Is(err, libpcp.ErrEOL) {
			c.origin = c.delta.add(at)
		}
		return at, err
	}
	if err := p.activate(ids, profile); err != nil {
		return at, err
	}
	if err := p.bracket(); err != nil {
		return at, err
	}
	if c.mode == libpcp.ModeInterp {
		c.origin = c.delta.add(at)
	} else {
		at = c.origin // an archive was removed
	}
	return at, nil
}

// values makes empty value sets those of the metrics that were sought.
func (p *interpolator) values(sets []libpcp.ValueSet, ids []libpcp.PMID) {
	for i, id := range ids {
		m := p.metrics[id]
		if m.set == nil {
			m.set = &sets[i]
			m.values(p, m.set)
		}
		sets[i] = *m.set
	}
}

// outside is ErrEOL when the current time is before the first or after the
// last record.
func (p *interpolator) outside() error {
	if p.now >= -slack && p.now <= p.end+slack {
		return nil
	}
	c := p.cur
	if err := c.seek(); err != nil { // from here, even if later fetches are within
		return err
	}
	if p.now < -slack {
		return libpcp.ErrEOL
	}
	c.lookForEnd(c.pos.log)
	if end, err := c.set.endOf(c.pos.log); err == nil {
		p.end = c.set.seconds(end)
	} else if err != libpcp.ErrLogRec {
		return err
	}
	if p.now > p.end && c.pos.log == len(c.set.logs)-1 {
		return libpcp.ErrEOL
	}
	return nil
}

// deactivate ends the fetch before.
func (p *interpolator) deactivate() {
	for _, m := range p.active {
		m.active = false
	}
	p.active = p.active[:0]
}

// activate makes the metrics of a fetch the active ones.
func (p *interpolator) activate(ids []libpcp.PMID, profile *libpcp.Profile) error {
	if p.metrics == nil {
		p.metrics = make(map[libpcp.PMID]*metric)
	}
	for _, id := range ids {
		m := p.metrics[id]
		if m == nil {
			var err error
			if m, err = p.newMetric(id); err != nil {
				return err
			}
			p.metrics[id] = m
			p.version++
		}
		if !m.active {
			m.active, m.before = true, m.count
			p.active = append(p.active, m)
		}
	}
	for _, m := range p.active {
		m.marked, m.set = false, nil
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
