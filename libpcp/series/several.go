package series

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// budget is how many values are held at a time, if sources have not more at
	// one time.
	budget = 50_000
	// atOnce is how many histories are recorded at a time, each with its share of
	// the budget.
	atOnce = 2
	share  = budget / atOnce
	// batchSources and batchSeries are how many of them a batch has, unless a
	// source has more: so that not too many files are open, and a request has
	// room for all.
	batchSources = 32
	batchSeries  = 136
)

// batches divides sources into batches of nearly the same size. Pmproxy answers one
// request with many series faster than many requests.
func batches(sources []*recorder) (all [][]*recorder) {
	series := 0
	for _, r := range sources {
		series += len(r.series)
	}
	parts := max(1, (len(sources)+batchSources-1)/batchSources, (series+batchSeries-1)/batchSeries)
	size := (len(sources) + parts - 1) / parts
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

// recordAll makes the archives of sources, several at a time and the first ones first.
// What the next ones need is learned meanwhile. The first error ends all.
func (c *Client) recordAll(ctx context.Context, sources []*recorder, s Selection) {
	g, within := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, batch := range batches(sources) {
		h := &history{client: c, selection: s, sources: slices.Clone(batch)}
		for part, err := range h.parts(within) {
			g.Go(func() error {
				if err != nil {
					return err
				}
				return part.record(within, share)
			})
		}
	}
	err := g.Wait()
	for _, r := range sources {
		r.end(err)
	}
}

// atATime calls do with the numbers below n, several at a time. The first error ends
// all.
func atATime(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for i := range n {
		g.Go(func() error { return do(ctx, i) })
	}
	return g.Wait()
}

// parts yields the histories that are recorded together, one after the other. A source
// without values has none.
func (h *history) parts(ctx context.Context) iter.Seq2[*history, error] {
	return func(yield func(*history, error) bool) {
		if err := h.learn(ctx); err != nil {
			yield(nil, err)
			return
		}
		for _, narrow := range h.narrow(share / 2) {
			all := slices.Clone(narrow.sources)
			parts, err := narrow.place(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, r := range all {
				if !slices.Contains(narrow.sources, r) {
					r.end(nil)
				}
			}
			for _, part := range parts {
				if !yield(part, nil) {
					return
				}
			}
		}
	}
}

// place leaves out sources without values, and places the windows of the others.
func (h *history) place(ctx context.Context) (parts []*history, err error) {
	if err := h.lasts(ctx); err != nil {
		return nil, err
	}
	if err := h.firsts(ctx); err != nil {
		return nil, err
	}
	return h.windows()
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

// divide divides the sources into histories of those whose windows are close to each
// other, and have not more values than are asked for together.
func (h *history) divide() (parts []*history) {
	slices.SortStableFunc(h.sources, func(a, b *recorder) int { return a.start.Compare(b.start) })
	for _, r := range h.sources {
		if n := len(parts) - 1; n < 0 || !parts[n].join(r) {
			part := *h
			part.sources, part.start, part.finish, part.values = []*recorder{r}, r.start, r.finish, h.expected(r)
			parts = append(parts, &part)
		}
	}
	return parts
}

// join adds a source, unless its window begins or ends too long after the first
// source's or has too many values.
func (h *history) join(r *recorder) bool {
	first := h.sources[0]
	near := max(h.near, r.extentOfWindow()/8)
	if h.selection.firstPage() {
		near = 0
	}
	if r.start.Sub(h.start) > near || r.finish.Sub(first.finish).Abs() > near {
		return false
	}
	values := h.expected(r)
	if h.values+values > share {
		return false
	}
	h.sources, h.values = append(h.sources, r), h.values+values
	if r.finish.After(h.finish) {
		h.finish = r.finish
	}
	return true
}

// expected is how many values the window of a source has, by all that is known.
func (h *history) expected(r *recorder) (values float64) {
	for _, p := range r.series {
		samples := 1.0
		if p.interval > 0 && !h.selection.firstPage() {
			samples += float64(r.extentOfWindow()) / float64(p.interval)
		}
		if most := h.selection.Samples; most > 0 {
			samples = min(samples, float64(most))
		}
		values += samples * float64(max(1, p.width))
	}
	return values
}

// extentOfWindow is how long the window is.
func (r *recorder) extentOfWindow() time.Duration {
	if r.finish.IsZero() {
		return r.last.Sub(r.start)
	}
	return r.finish.Sub(r.start)
}

// record makes the archives, with no more values held than budget.
func (h *history) record(ctx context.Context, budget int) (err error) {
	defer func() {
		for _, r := range h.sources {
			if r.w != nil {
				err = errors.Join(err, r.w.Close())
			}
		}
		if err == nil {
			for _, r := range h.sources {
				r.end(nil)
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
