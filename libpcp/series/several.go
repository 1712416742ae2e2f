package series

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

const (
	// budget is how many values are held at a time, if sources have not more at
	// one time.
	budget = 50_000
	// atOnce is how many batches of sources are recorded at a time.
	atOnce = 2
	// batchSources and batchSeries are how many of them a batch has, unless a
	// source has more: so that not too many files are open, and a request has
	// room for all.
	batchSources = 32
	batchSeries  = 136
)

// batches divides sources into batches of nearly the same size; few sources make
// smaller batches, so that several are recorded at a time. Pmproxy answers one
// request with many series faster than many requests.
func batches(sources []*recorder) (all [][]*recorder) {
	series := 0
	for _, r := range sources {
		series += len(r.series)
	}
	parts := max(atOnce, (len(sources)+batchSources-1)/batchSources, (series+batchSeries-1)/batchSeries)
	size := max(minBatch, (len(sources)+parts-1)/parts)
	series = 0
	for _, r := range sources {
		series += len(r.series)
		if n := len(all) - 1; n >= 0 && len(all[n]) < size && series <= batchSeries {
			all[n] = append(all[n], r)
		} else {
			all = append(all, []*recorder{r})
			series = len(r.series)
		}
	}
	return all
}

// minBatch is how many sources are too few to divide.
const minBatch = 4

// recordAll makes the archives of sources, several at a time, and describes the
// sources that have values, in order. The first error ends all.
func (c *Client) recordAll(ctx context.Context, sources []*recorder, s Selection) (recordings []Recording, err error) {
	all := batches(sources)
	err = atATime(ctx, len(all), func(ctx context.Context, i int) error {
		h := &history{client: c, selection: s, sources: slices.Clone(all[i])}
		err := h.recordBatch(ctx, budget/min(atOnce, len(all)))
		for _, r := range all[i] {
			r.series, r.insts = nil, nil // all that was learned
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, r := range sources {
		if r.w != nil {
			recordings = append(recordings, Recording{Host: r.host, Base: r.base, Samples: r.samples})
		}
	}
	return recordings, nil
}

// atATime calls do with the numbers below n, several at a time. The first error ends
// all.
func atATime(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slots := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			if err := do(ctx, i); err != nil {
				cancel(err)
			}
		})
	}
	running.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// recordBatch makes the archives of all sources, with no more values held than
// budget.
func (h *history) recordBatch(ctx context.Context, budget int) error {
	if err := h.learn(ctx); err != nil {
		return err
	}
	for _, part := range h.narrow(budget / 2) {
		if err := part.recordTogether(ctx, budget); err != nil {
			return err
		}
	}
	return nil
}

// narrow divides the sources into histories that have no more than some values at
// one time, unless one source has more.
func (h *history) narrow(most int) (parts []*history) {
	values := 0
	for _, r := range h.sources {
		width := r.width()
		if n := len(parts) - 1; n >= 0 && values+width <= most {
			parts[n].sources = append(parts[n].sources, r)
			values += width
			continue
		}
		part := *h
		part.sources = []*recorder{r}
		parts = append(parts, &part)
		values = width
	}
	return parts
}

// width is how many values the source has at one time at most.
func (r *recorder) width() (values int) {
	for _, p := range r.series {
		values += max(1, p.width)
	}
	return values
}

// recordTogether makes the archives of sources that are not too many to be asked for
// one sample together.
func (h *history) recordTogether(ctx context.Context, budget int) error {
	if err := h.lasts(ctx); err != nil {
		return err
	}
	if err := h.firsts(ctx); err != nil {
		return err
	}
	parts, err := h.windows()
	for _, part := range parts {
		if err == nil {
			err = part.record(ctx, budget)
		}
	}
	return err
}

// windows places the windows of the sources, and divides these by them.
func (h *history) windows() (parts []*history, err error) {
	for _, r := range h.sources {
		if r.start, r.finish, err = h.selection.window(r.first, r.last); err != nil {
			return nil, err
		}
	}
	return h.divide(), nil
}

// divide divides the sources into histories of those whose windows are close to each
// other.
func (h *history) divide() (parts []*history) {
	slices.SortStableFunc(h.sources, func(a, b *recorder) int { return a.start.Compare(b.start) })
	for _, r := range h.sources {
		if n := len(parts) - 1; n < 0 || !parts[n].join(r) {
			part := *h
			part.sources, part.start, part.finish = []*recorder{r}, r.start, r.finish
			parts = append(parts, &part)
		}
	}
	return parts
}

// join adds a source, unless its window begins or ends too long after the first
// source's.
func (h *history) join(r *recorder) bool {
	first := h.sources[0]
	near := max(h.near, r.extentOfWindow()/8)
	if h.selection.firstPage() {
		near = 0
	}
	if r.start.Sub(h.start) > near || r.finish.Sub(first.finish).Abs() > near {
		return false
	}
	h.sources = append(h.sources, r)
	if r.finish.After(h.finish) {
		h.finish = r.finish
	}
	return true
}

// extentOfWindow is how long the window is.
func (r *recorder) extentOfWindow() time.Duration {
	if r.finish.IsZero() {
		return r.last.Sub(r.start)
	}
	return r.finish.Sub(r.start)
}

// record makes the archives.
func (h *history) record(ctx context.Context, budget int) (err error) {
	defer func() {
		for _, r := range h.sources {
			if r.w != nil {
				err = errors.Join(err, r.w.Close())
			}
		}
	}()
	h.page = h.pageFor(budget)
	for r, err := range h.results(ctx) {
		if err != nil {
			return err
		}
		if err := r.append(&h.selection); err != nil {
			return err
		}
	}
	for _, r := range h.sources {
		if err := r.finishArchive(); err != nil {
			return err
		}
	}
	return nil
}

// pageFor is how many samples of each series a page has.
func (h *history) pageFor(budget int) int {
	values := 0
	for _, r := range h.sources {
		values += r.width()
	}
	page := max(1, budget/max(1, values))
	switch {
	case h.selection.firstPage():
		page = 1
	case h.selection.Samples > 0:
		page = min(page, h.selection.Samples)
	}
	return page
}
