package series

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// A Feed records how histories go on, piece by piece, as values come to the key
// server. A replay that continues in each piece has the samples of a later run:
// a piece ends where all values are known to have arrived. What it holds does not
// grow with their length. It serves one goroutine at a time.
type Feed struct {
	// Ended, unless nil, is called when all metrics of a host, or else some, have
	// had no values for longer than before, while others have. Clocks of hosts may
	// differ: metrics of one host are compared by the times of their values, hosts by
	// when these are found.
	Ended func(host string, metrics []string, all bool, last time.Time)

	client  *Client
	sources []*recorder // sorted by host
	parts   []*history  // of these, which are asked about together
	window  func(first, last time.Time) (start, finish time.Time, err error)
	newest  time.Time     // value of all when it began, but of hosts whose clocks are ahead
	grown   time.Time     // when there was a new value, on the clock of this host
	usual   time.Duration // the shortest interval of a series
}

// A Piece is an archive with a part of the history of one source.
type Piece struct {
	Base  string    // of the archive
	Until time.Time // all values up to then are in the pieces so far
	From  time.Time // unless zero, the history begins then: its host's clock turned out to be behind
}

// progress is how far the history of a source has been recorded by a Feed.
type progress struct {
	root    string // of the bases of its pieces
	pieces  int
	dropped bool
	known   time.Time // last value
	found   time.Time // when that was, on the clock of this host; zero if it may have been long ago
	until   time.Time // the next piece for interpolation is complete up to then
	upTo    time.Time // has been recorded, or is before the window
	settled time.Time // all values up to then are in the key server
	pending time.Time // the same, if no value of an earlier time comes any more
	since   time.Time // when pending was last in doubt, on the clock of this host
	ended   map[*pages]bool
	begin   time.Time // of the window, while the source has had no value since long before; else zero
	from    time.Time // of the next piece
}

const (
	// settling is how long a source has for the other values of the time of one.
	settling = 500 * time.Millisecond
	// A series is late if it has had no sample for so many of its intervals, and
	// some time, while others have.
	lateIntervals = 3
	lateTime      = 10 * time.Second
	// rare is the interval of a series for which interpolation does not wait.
	rare = 15 * time.Minute
)

// Follow begins to record the histories of the sources of series that match an expression,
// in dir, from the start of their windows on. Selection.Window is given the time of the
// last value of all sources as the last, or that of the source itself if its clock is
// ahead of the others, or turns out to be behind them as new values come. With WindowOnly
// values are read as they were recorded, without it they are interpolated. Other fields
// than Window, WindowOnly and WithoutLabels have no effect.
func (c *Client) Follow(ctx context.Context, expression, dir string, s Selection) (*Feed, error) {
	f := &Feed{client: c, window: s.Window, grown: time.Now()}
	sources, err := c.find(ctx, expression)
	if err != nil {
		return nil, err
	}
	all := batches(sources)
	narrow := make([][]*history, len(all))
	err = atATime(ctx, len(all), func(ctx context.Context, i int) error {
		h := &history{client: c, selection: s, recorded: s.WindowOnly, sources: slices.Clone(all[i])}
		if err := h.learn(ctx); err != nil {
			return err
		}
		narrow[i] = h.narrow(budget / atOnce / 2)
		for _, part := range narrow[i] {
			if err := part.latest(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	f.parts = slices.Concat(narrow...)
	if err := f.place(ctx); err != nil {
		return nil, err
	}
	for i, r := range f.sources {
		r.root = filepath.Join(dir, strconv.Itoa(i))
	}
	return f, nil
}

// place places the windows of all sources that have values.
func (f *Feed) place(ctx context.Context) error {
	f.newest = f.newestInStep()
	for _, h := range f.parts {
		every := make(map[*recorder][]*pages) // also without values yet
		for _, r := range h.sources {
			every[r] = slices.Clone(r.series)
		}
		h.leaveOut(func(p *pages) bool { return p.last.IsZero() })
		if f.window != nil {
			h.selection.Window = func(first, last time.Time) (start, finish time.Time, err error) {
				return f.window(first, later(last, f.newest))
			}
		}
		if err := h.firsts(ctx); err != nil {
			return err
		}
		for _, r := range h.sources {
			var err error
			if r.start, _, err = h.selection.window(r.first, r.last); err != nil {
				return err
			}
			r.series = every[r]
			r.upTo, r.ended = r.start.Add(-time.Microsecond), make(map[*pages]bool)
			if f.window != nil && r.start.Sub(r.last) > lateTime {
				r.begin = r.start
			}
			f.sources = append(f.sources, r)
		}
	}
	for _, r := range f.sources {
		r.known = r.last
		if slices.ContainsFunc(r.series, func(p *pages) bool { return !p.behind(f.newest) }) {
			r.found = f.grown
		}
		for _, p := range r.series {
			r.ended[p] = f.late(p)
		}
	}
	slices.SortStableFunc(f.sources, func(a, b *recorder) int { return cmp.Compare(a.host, b.host) })
	return nil
}

// Sources are the sources, with the bases of their first pieces, and the times of
// their first and last values.
func (f *Feed) Sources() (sources []*Recording) {
	known := make(chan struct{})
	close(known)
	for _, r := range f.sources {
		sources = append(sources, &Recording{Host: r.host, Base: r.piece(), First: r.first, Last: later(r.last, f.newest), ended: known, values: true})
	}
	return sources
}

// Silence is for how long there have been no new values of any source, and whether that
// is longer than usual.
func (f *Feed) Silence() (silence time.Duration, unusual bool) {
	silence = time.Since(f.grown)
	return silence, silence > lateIntervals*f.usual+lateTime
}

// piece is the base of the next piece: one of two, of which the reader has the
// other.
func (r *recorder) piece() string { return r.root + string("ab"[r.pieces%2]) }

// Drop announces that a source is not wanted any more.
func (f *Feed) Drop(source int) { f.sources[source].dropped = true }

// Next records the next pieces of the histories of the sources that are wanted, by
// their number, and that have new values; of each source the first time it is
// wanted. It removes the pieces before the last ones. After an error, which may have
// come after some pieces were made, it can be called again.
func (f *Feed) Next(ctx context.Context, wanted func(source int) bool) (made map[int]Piece, err error) {
	some := make(map[*recorder]int)
	for i, r := range f.sources {
		if wanted(i) {
			some[r] = i
		}
	}
	parts := f.partsOf(some)
	made = make(map[int]Piece)
	err = f.round(ctx, parts, some, made)
	if errors.Is(err, errUnknown) {
		if err = f.learnAgain(ctx, parts); err == nil {
			err = f.round(ctx, parts, some, made)
		}
	}
	return made, err
}

// partsOf are histories of some sources.
func (f *Feed) partsOf(some map[*recorder]int) (parts []*history) {
	for _, h := range f.parts {
		part := *h
		part.sources = nil
		for _, r := range h.sources {
			if _, wanted := some[r]; wanted {
				part.sources = append(part.sources, r)
			}
		}
		if len(part.sources) > 0 {
			parts = append(parts, &part)
		}
	}
	return parts
}

// learnAgain learns of instances that are new.
func (f *Feed) learnAgain(ctx context.Context, parts []*history) error {
	return atATime(ctx, len(parts), func(ctx context.Context, i int) error {
		h, known := parts[i], make(map[ID]*pages)
		for _, p := range h.series() {
			known[p.id] = p
		}
		found, err := h.learnInstances(ctx, known)
		if err != nil || h.selection.WithoutLabels {
			return err
		}
		labels, err := h.client.Labels(ctx, slices.Sorted(maps.Keys(found)))
		for _, p := range h.series() {
			for id, i := range p.r.insts {
				if set, ok := labels[id.id]; ok && i.own == nil {
					i.own = maps.Clone(set)
					maps.DeleteFunc(i.own, func(name, value string) bool { return p.r.labels[name] == value })
				}
			}
		}
		return err
	})
}

// round looks for new values, and records them.
func (f *Feed) round(ctx context.Context, parts []*history, some map[*recorder]int, made map[int]Piece) error {
	err := atATime(ctx, len(parts), func(ctx context.Context, i int) error { return f.look(ctx, parts[i]) })
	if err != nil {
		return err
	}
	now := time.Now()
	for _, h := range parts {
		for _, r := range h.sources {
			if r.last.After(r.known) {
				f.beginBehind(r)
				r.known, r.found, f.grown = r.last, now, now
			}
			r.settle(now)
		}
	}
	f.noteEnded(parts)
	f.complete()
	pieces := make([]map[*recorder]Piece, len(parts))
	err = atATime(ctx, len(parts), func(ctx context.Context, i int) (err error) {
		pieces[i], err = f.record(ctx, parts[i])
		return err
	})
	for _, of := range pieces {
		for r, piece := range of {
			made[some[r]] = piece
		}
	}
	return err
}

// beginBehind places the window of a source whose clock is behind the others, now that
// it has a first new value: at the time of that, not of theirs.
func (f *Feed) beginBehind(r *recorder) {
	if r.begin.IsZero() || r.pieces == 0 {
		return
	}
	if start, _, err := f.window(r.first, r.last); err == nil && start.Before(r.begin) {
		r.from, r.upTo = start, earlier(start, r.known).Add(-time.Microsecond)
	}
	r.begin = time.Time{}
}

// look finds where series end now. A series that has lost its last sample is an
// error, unless it had ended: the key server forgets it after a day.
func (f *Feed) look(ctx context.Context, h *history) error {
	was := make(map[*pages]time.Time)
	for _, p := range h.series() {
		was[p], p.tail = p.last, [2]sample{}
	}
	if err := h.latest(ctx); err != nil {
		return err
	}
	for _, r := range h.sources {
		for _, p := range slices.Clone(r.series) {
			there := max(p.tail[0].micros, p.tail[1].micros)
			switch {
			case was[p].IsZero() || there >= was[p].UnixMicro():
			case !f.late(p):
				return gone()
			default:
				r.series = slices.DeleteFunc(slices.Clone(r.series), func(other *pages) bool { return other == p })
			}
		}
	}
	return nil
}

// record records the next pieces of sources, and returns those made.
func (f *Feed) record(ctx context.Context, h *history) (pieces map[*recorder]Piece, err error) {
	pieces = make(map[*recorder]Piece)
	for _, part := range f.due(h) {
		if err := part.recordPieces(ctx); err != nil {
			return pieces, err
		}
		for _, r := range part.sources {
			r.upTo = r.finish
			if !r.at.IsZero() || r.pieces == 0 {
				pieces[r] = Piece{Base: r.piece(), Until: r.until, From: r.from}
				r.pieces, r.from = r.pieces+1, time.Time{}
			}
		}
	}
	return pieces, nil
}

// due are the histories of the sources that have no piece yet, and of those that
// have new values: from what was recorded to what is complete.
func (f *Feed) due(h *history) []*history {
	first, next := *h, *h
	first.sources, next.sources = nil, nil
	first.selection.WindowOnly = false // so that it is not empty
	for _, r := range h.sources {
		until := r.until
		if h.recorded {
			until = r.settled
		}
		r.start, r.finish = r.upTo, later(until, r.upTo)
		switch {
		case r.pieces == 0:
			first.sources = append(first.sources, r)
		case until.After(r.upTo) && r.last.After(r.upTo):
			r.start = r.start.Add(time.Microsecond)
			next.sources = append(next.sources, r)
		}
	}
	next.near = nearPieces
	return slices.Concat(first.divide(), next.divide())
}

// nearPieces is how far apart pieces may begin that are asked for together.
const nearPieces = 10 * time.Second

// recordPieces makes archives, of which the first of a source is empty but for a
// mark where there is no sample.
func (h *history) recordPieces(ctx context.Context) (err error) {
	defer func() {
		for _, r := range h.sources {
			if r.w != nil {
				err = errors.Join(err, r.w.Close())
				r.w = nil
			}
		}
	}()
	for _, r := range h.sources {
		if err := r.restart(); err != nil {
			return err
		}
	}
	h.page = h.pageFor(budget / atOnce)
	for r, err := range h.results(ctx) {
		if err != nil {
			return err
		}
		if h.recorded && r.taken.Time.After(r.finish) {
			continue
		}
		if r.pieces == 0 {
			r.first = earlier(r.first, r.taken.Time)
		}
		if err := r.append(&h.selection); err != nil {
			return err
		}
	}
	for _, r := range h.sources {
		if r.pieces == 0 && r.at.IsZero() {
			r.first = earlier(r.first, r.upTo) // before the window, where nobody reads the mark
			if err := r.create(r.upTo); err != nil {
				return err
			}
			if err := r.w.Mark(r.upTo); err != nil {
				return err
			}
		}
	}
	return nil
}

// restart prepares the source for its next piece.
func (r *recorder) restart() error {
	r.base = r.piece()
	files, err := filepath.Glob(r.base + ".*")
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	r.w, r.at = nil, time.Time{}
	for _, p := range r.series {
		p.first, p.held, p.next, p.until = beginning(), p.held[:0], 0, time.Time{}
		p.more, p.whole, p.samples = false, false, 0
	}
	return nil
}
