// Package interpolate finds the values of metrics at any time, from the values
// recorded before and after. An [Interpolator] reads ahead of a cursor in both
// directions, with positions of its own, and remembers the values read of each
// instance.
package interpolate

import (
	"context"
	"errors"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/archive/internal/replay"
	"pcptools/libpcp/internal/logfile"
)

// Interpolator finds the values of metrics at any time, from those recorded before
// and after. It remembers, for every metric that has been asked for and each of its
// instances, the values or marks around the current time. All times are seconds
// from the start of the first archive.
//
// A fetch looks for what it lacks from the position of a cursor, which is kept
// between the records up to the current time and those after it (replaying
// backwards, between those from it on and those before): one search against and
// one along the direction of replay serve all metrics. Records that are
// skipped update all metrics that are remembered, asked for now or not, but only the instances
// that the profile included when the metric was asked for.
//
// The order of the searches, and what they leave to later fetches, are those of libpcp
// (C), whose results depend on both.
type Interpolator struct {
	cur     *replay.Cursor
	set     *records.Set
	meta    *records.Metadata
	metrics map[libpcp.PMID]*metric
	active  []*metric      // asked for in this fetch, each once
	known   []*metric      // of those with a descriptor, in the order in which they were asked for
	wanted  records.Wanted // the known ones

	now       float64
	end       float64 // of the archive, as last looked up
	search    search
	marks     markRule
	marksRead span

	wrap      bool // whether counters wrap
	nearest   bool // of two values, not the earlier one
	newSeries bool // begins with each mode that is set
}

// Rules is how values are interpolated.
type Rules struct {
	WrapCounters bool // a counter that has decreased has wrapped
	Nearest      bool // instant and discrete metrics have the value nearer in time, not the earlier one
	NewSeries    bool // SetMode begins another series of values: a mark between the two leaves none out
	IgnoreMarks  func() (gap time.Duration, ok bool)
}

// New makes an interpolator that reads ahead of a cursor.
func New(cur *replay.Cursor, set *records.Set, meta *records.Metadata, rules Rules) Interpolator {
	return Interpolator{
		cur: cur, set: set, meta: meta,
		wrap: rules.WrapCounters, nearest: rules.Nearest, newSeries: rules.NewSeries, marks: markRule{ask: rules.IgnoreMarks},
		marksRead: never,
	}
}

// Follow makes p know the end that another interpolator knows.
func (p *Interpolator) Follow(other *Interpolator) { p.end = other.end }

// side is one of the two bounds of a track.
type side uint8

const (
	sidePrior side = iota
	sideNext
)

// slack is how far a time may be outside the archive, in seconds.
const slack = 0.001

// Fetch finds what values the metrics of a fetch have at the current time, to which
// it then adds the interval. It returns the time of the values.
func (p *Interpolator) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (logfile.Stamp, error) {
	p.deactivate()
	c := p.cur
	at := c.Now()
	p.now = p.seconds(at)
	if err := p.outside(ctx); err != nil {
		if errors.Is(err, libpcp.ErrEOL) {
			c.Tick(at)
		}
		return at, err
	}
	if err := p.activate(ids, profile); err != nil {
		return at, err
	}
	if err := p.findBounds(ctx); err != nil {
		return at, err
	}
	c.Tick(at)
	return at, nil
}

// Values fills empty value sets with the values of the metrics that were sought. It
// reports whether one of them was interrupted by a mark since its last values.
func (p *Interpolator) Values(sets []libpcp.ValueSet, ids []libpcp.PMID) (marked bool) {
	for i, id := range ids {
		m := p.metrics[id]
		if m.set == nil {
			m.set = &sets[i]
			m.values(p, m.set)
			marked = marked || m.marked
			m.marked = false
		}
		sets[i] = *m.set
	}
	return marked
}

// outside is ErrEOL when the current time is before the first or after the
// last record.
func (p *Interpolator) outside(ctx context.Context) error {
	if p.now >= -slack && p.now <= p.end+slack {
		return nil
	}
	c := p.cur
	if err := c.Locate(ctx); err != nil { // from here, even if later fetches are within
		return err
	}
	if p.now < -slack {
		return libpcp.ErrEOL
	}
	if end, err := c.LastTime(ctx); err == nil {
		p.end = p.seconds(end)
	} else if err != libpcp.ErrLogRec {
		return err
	}
	if p.now > p.end && c.At().Archive == p.set.Len()-1 {
		return libpcp.ErrEOL
	}
	return nil
}

// deactivate ends the fetch before.
func (p *Interpolator) deactivate() {
	for _, m := range p.active {
		m.active = false
	}
	p.active = p.active[:0]
}

// activate makes the metrics of a fetch the active ones.
func (p *Interpolator) activate(ids []libpcp.PMID, profile *libpcp.Profile) error {
	if p.metrics == nil {
		p.metrics = make(map[libpcp.PMID]*metric)
	}
	for _, id := range ids {
		m := p.metrics[id]
		if m == nil {
			var err error
			if m, err = p.newMetric(id, profile); err != nil {
				return err
			}
			p.metrics[id] = m
			if m.known {
				p.known = append(p.known, m)
				p.wanted.Add(id)
			}
		}
		if !m.active {
			m.active = true
			p.active = append(p.active, m)
		}
	}
	for _, m := range p.active {
		m.set = nil
		if err := p.include(m, profile); err != nil {
			return err
		}
	}
	return nil
}

// Restart forgets bounds that do not enclose the current time, which is another one.
func (p *Interpolator) Restart() {
	t := p.seconds(p.cur.Now())
	for _, m := range p.metrics {
		if p.newSeries {
			m.count = 0
		}
		for i := range m.tracks {
			m.tracks[i].reset(t)
		}
	}
}
