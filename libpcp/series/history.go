package series

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pcptools/libpcp"
)

// history is the selected part of the histories of some sources. A request
// covers all of them, from the earliest start of their windows to the latest
// finish; these windows are close to each other.
type history struct {
	client        *Client
	selection     Selection
	sources       []*recorder
	start, finish time.Time     // finish is zero without an end
	page          int           // how many samples of each series are asked for at once
	span          time.Duration // in which a series has so many samples, by all that is known; 0 is unknown
}

// pages is a series, of which one page of samples is held at a time.
type pages struct {
	r           *recorder
	id          ID
	desc        libpcp.Desc
	names       []string
	own         map[string]string // labels that not all of the source has
	width       int               // how many instances there are at most
	twin        bool              // a series before it is of the same metric
	first, last time.Time         // samples of the whole history
	interval    time.Duration     // between its last two samples
	held        []sample          // from next on
	next        int
	until       time.Time // all samples up to then were held
	more        bool      // there may be samples after that
	samples     int       // that were held, of its window
}

// sample is what a series has at one time.
type sample struct {
	micros int64 // since 1970, the engine's resolution
	format libpcp.Format
	values []libpcp.Value
}

func (s sample) time() time.Time { return time.UnixMicro(s.micros) }

// series returns the series of all sources.
func (h *history) series() (all []*pages) {
	for _, r := range h.sources {
		all = append(all, r.series...)
	}
	return all
}

// extents finds where series and sources begin and end. Series without values
// are left out.
func (h *history) extents(ctx context.Context) error {
	err := h.ask(ctx, h.series(), Window{Samples: 2}, func(p *pages, s sample) error {
		at := s.time()
		if !p.last.IsZero() {
			p.interval = at.Sub(p.last).Abs()
		}
		if at.After(p.last) {
			p.last = at
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := h.firsts(ctx); err != nil {
		return err
	}
	for _, r := range h.sources {
		r.series = slices.DeleteFunc(r.series, func(p *pages) bool { return p.last.IsZero() || p.first.IsZero() })
		r.extent()
	}
	h.sources = slices.DeleteFunc(h.sources, func(r *recorder) bool { return len(r.series) == 0 })
	return nil
}

// firsts finds the first sample of each series. Pmproxy has the key server read a
// window to its end even if one sample is wanted. So firsts asks about windows
// that begin with all time, and brings their end ever closer to the last sample,
// until a window is no longer empty. One series stands for all: the
// others are asked for samples up to soon after its first.
func (h *history) firsts(ctx context.Context) error {
	left := slices.DeleteFunc(h.series(), func(p *pages) bool { return p.last.IsZero() })
	begin := func(p *pages, s sample) error {
		if p.first.IsZero() {
			p.first = s.time()
		}
		return nil
	}
	var latest time.Time
	for _, p := range left {
		latest = later(latest, p.last)
	}
	for back := longHistory; len(left) > 0; {
		one := left[0]
		if back /= closer; back <= one.interval {
			back = 0
		}
		if err := h.ask(ctx, left[:1], upTo(latest.Add(-back)), begin); err != nil {
			return err
		}
		if one.first.IsZero() {
			if back == 0 {
				left = left[1:] // it has gone meanwhile
			}
			continue
		}
		back *= closer // enough for the next series
		if err := h.ask(ctx, left[1:], upTo(one.first.Add(nearby*one.interval)), begin); err != nil {
			return err
		}
		left = slices.DeleteFunc(left, func(p *pages) bool { return !p.first.IsZero() })
	}
	return nil
}

const (
	longHistory = 4 * 365 * 24 * time.Hour // what begins earlier is found at once
	closer      = 4
	nearby      = 8 // how many intervals after each other series begin together
)

// upTo is the window of the first sample up to a time.
func upTo(end time.Time) Window {
	return Window{Start: "0", Finish: stamp(end.Add(rounding)), Samples: 1}
}

// extent finds where the source begins and ends, as its series do.
func (r *recorder) extent() {
	for _, p := range r.series {
		if r.first.IsZero() || p.first.Before(r.first) {
			r.first = p.first
		}
		if p.last.After(r.last) {
			r.last = p.last
		}
	}
}

// ask asks for samples of some series and gives each to take.
func (h *history) ask(ctx context.Context, of []*pages, w Window, take func(*pages, sample) error) error {
	ids := make([]ID, len(of))
	j := sampleJoiner{known: make(map[ID]*pages, len(of)), take: take}
	for i, p := range of {
		ids[i], j.known[p.id] = p.id, p
	}
	decode := h.client.bounds.newHeld().limit(scanPoints(j.add))
	if err := h.client.values(ctx, ids, w, decode); err != nil {
		return err
	}
	return j.end()
}

// sampleJoiner joins consecutive points of a series that have the same time
// into a sample.
type sampleJoiner struct {
	known map[ID]*pages
	take  func(*pages, sample) error
	of    *pages // the series of the sample at hand; nil before the first
	held  sample
}

// add adds a point to the sample at hand, or begins the next.
func (j *sampleJoiner) add(point *rawPoint) error {
	same := j.of != nil && string(point.series) == string(j.of.id)
	if !same || point.micros != j.held.micros {
		if err := j.end(); err != nil {
			return err
		}
		if !same {
			j.of = j.known[ID(point.series)]
		}
		if j.of == nil {
			return unknown()
		}
		j.held = sample{micros: point.micros, values: make([]libpcp.Value, 0, max(1, len(j.held.values)))}
	}
	inst, err := j.of.instance(point.instance)
	if err != nil {
		return err
	}
	v, f, err := encode(inst, point.value, j.of.desc.Type)
	if err != nil {
		return err
	}
	j.held.format, j.held.values = f, append(j.held.values, v)
	return nil
}

// end gives the sample at hand to take.
func (j *sampleJoiner) end() error {
	if j.of == nil {
		return nil
	}
	return j.take(j.of, j.held)
}

// instance is the number of an instance of the series.
func (p *pages) instance(id []byte) (int32, error) {
	if p.desc.InDom == libpcp.NullInDom {
		return libpcp.NullInst, nil
	}
	i, ok := p.r.insts[instanceID{p.desc.InDom, ID(id)}]
	if !ok {
		return 0, unknown()
	}
	return i.number, nil
}

func unknown() error {
	return fmt.Errorf("a value of an unknown series or instance: %w", libpcp.ErrIPC)
}
