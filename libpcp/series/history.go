package series

import (
	"cmp"
	"context"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// history is the selected part of the histories of some sources. A request
// covers all of them, from the earliest start of their windows to the latest
// finish; these windows are close to each other.
type history struct {
	client        *Client
	selection     Selection
	sources       []*recorder
	start, finish time.Time     // finish is zero without an end
	recorded      bool          // of a Feed: values are read as they were recorded
	near          time.Duration // windows that begin and end so close to each other are asked for together
	values        float64       // of all windows, by all that is known
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
	first, last time.Time         // no sample is outside
	interval    time.Duration     // between its last two samples
	tail        [2]sample         // these, until it is known whether the window has others
	held        []sample          // from next on
	next        int
	until       time.Time // all samples up to then were held
	more        bool      // there may be samples after that
	got         int       // samples in the last answer,
	latest      int64     // and the time of the last of them
	whole       bool      // the last sample was held
	samples     int       // that were held, of its window
	unread      string    // the first value that was left out; reported once the series has a name
	reported    bool
}

// leftOut notes a value that could not be read, and reports the first.
func (p *pages) leftOut(text string, report func(host, metric, text string)) {
	if p.unread == "" {
		p.unread = cmp.Or(text, `""`)
	}
	if p.unread == "" || p.reported || len(p.names) == 0 || report == nil {
		return
	}
	p.reported = true
	report(p.r.host, p.names[0], p.unread)
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

// lasts finds where series end, and leaves out series without values.
func (h *history) lasts(ctx context.Context) error {
	err := h.latest(ctx)
	h.leaveOut(func(p *pages) bool { return p.last.IsZero() })
	return err
}

// latest finds where series end now, and how close their samples are there.
func (h *history) latest(ctx context.Context) error {
	return h.ask(ctx, h.series(), window{samples: 2}, func(p *pages, s sample) error {
		at := s.time()
		p.last, p.r.last = later(p.last, at), later(p.r.last, at)
		if s.micros < p.tail[1].micros { // they come latest first
			p.tail[0] = s
		} else {
			p.tail = [2]sample{p.tail[1], s}
		}
		if p.tail[0].values != nil {
			p.interval = p.tail[1].time().Sub(p.tail[0].time())
		}
		return nil
	})
}

// leaveOut leaves out series, and sources that have no others.
func (h *history) leaveOut(series func(*pages) bool) {
	for _, r := range h.sources {
		r.series = slices.DeleteFunc(r.series, series)
	}
	h.sources = slices.DeleteFunc(h.sources, func(r *recorder) bool { return len(r.series) == 0 })
}

// firsts finds where series and sources begin, unless the window is the same for
// all that begin earlier.
func (h *history) firsts(ctx context.Context) error {
	if err := h.early(ctx); err != nil {
		return err
	}
	var unknown []*pages
	for _, p := range h.series() {
		if p.first = p.r.first; p.first.IsZero() {
			unknown = append(unknown, p)
		} else {
			p.first = beginning()
		}
	}
	if err := h.searchFirsts(ctx, slices.Clone(unknown)); err != nil {
		return err
	}
	h.leaveOut(func(p *pages) bool { return p.first.IsZero() })
	for _, p := range unknown {
		if r := p.r; r.first.IsZero() || !p.first.IsZero() && p.first.Before(r.first) {
			r.first = p.first
		}
	}
	return nil
}

// beginning is earlier than any sample.
func beginning() time.Time { return time.Unix(0, 0) }

// early finds the sources that have a sample at the start of their window, or
// soon before, where the window is the same wherever they begin: it takes them to
// begin there.
func (h *history) early(ctx context.Context) error {
	asked := make(map[time.Time][]*pages) // one series of each source, by the start
	for _, r := range h.sources {
		start, fixed, err := h.selection.fixedStart(r.last)
		switch {
		case err != nil:
			return err
		case fixed && !r.last.After(start):
			r.first = start
		case fixed:
			asked[start] = append(asked[start], r.series[0])
		}
	}
	for start, of := range asked {
		soon := time.Second
		for _, p := range of {
			soon = max(soon, nearby*p.interval)
		}
		w := window{start: stamp(start.Add(-soon)), finish: stamp(start), samples: 1}
		err := h.ask(ctx, of, w, func(p *pages, s sample) error {
			if !s.time().After(start) {
				p.r.first = start
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fixedStart is the start of the window in a history that ends at a time, if the
// window is the same wherever the history begins before it.
func (s *Selection) fixedStart(last time.Time) (start time.Time, fixed bool, err error) {
	start, finish, err := s.window(beginning(), last)
	if err != nil || !start.After(beginning()) {
		return start, false, err
	}
	sameStart, sameFinish, err := s.window(start, last)
	return start, err == nil && sameStart.Equal(start) && sameFinish.Equal(finish), nil
}

// window is the window in a history between two times.
func (s *Selection) window(first, last time.Time) (start, finish time.Time, err error) {
	if s.Window == nil {
		return first, finish, nil
	}
	return s.Window(first, last)
}

// searchFirsts finds the first sample of series. Pmproxy has the key server read a
// window to its end even if one sample is wanted. So searchFirsts asks about
// windows that begin with all time, and brings their end ever closer to the last
// sample, until a window is no longer empty. One series stands for all: the
// others are asked for samples up to soon after its first.
func (h *history) searchFirsts(ctx context.Context, left []*pages) error {
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
				return gone()
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
func upTo(end time.Time) window {
	return window{start: "0", finish: stamp(end.Add(rounding)), samples: 1}
}

// ask asks for samples of some series and gives each to take.
func (h *history) ask(ctx context.Context, of []*pages, w window, take func(*pages, sample) error) error {
	ids := make([]ID, len(of))
	j := sampleJoiner{known: make(map[ID]*pages, len(of)), take: take, unread: h.selection.Unread}
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
	known  map[ID]*pages
	take   func(*pages, sample) error
	unread func(host, metric, text string) // or nil
	of     *pages                          // the series of the sample at hand; nil before the first
	held   sample
	room   []libpcp.Value // for those of the next samples
}

// valuesAtOnce is for how many values there is room at a time, unless one sample
// has more.
const valuesAtOnce = 256

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
			return errUnknown
		}
		j.begin(point.micros)
	}
	inst, err := j.of.instance(point.instance)
	if err != nil {
		return err
	}
	v, f, err := encode(inst, point.value, j.of.desc.Type)
	if err != nil {
		j.of.leftOut(string(point.value), j.unread)
		return nil
	}
	j.held.format, j.held.values = f, append(j.held.values, v)
	return nil
}

// begin begins a sample, with room for as many values as the last one had.
func (j *sampleJoiner) begin(micros int64) {
	n := max(1, len(j.held.values))
	if len(j.room) < n {
		j.room = make([]libpcp.Value, max(n, valuesAtOnce))
	}
	j.held = sample{micros: micros, values: j.room[:0:n]}
	j.room = j.room[n:]
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
		return 0, errUnknown
	}
	return i.number, nil
}

// errUnknown is the error of a value that belongs to nothing known.
var errUnknown error = &rest.Error{Code: libpcp.ErrIPC, Message: rest.Senseless + "a value of an unknown series or instance"}
