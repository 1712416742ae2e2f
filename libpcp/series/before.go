package series

import (
	"context"
	"time"

	"pcptools/libpcp/internal/rest"
)

// A search looks for the last sample of some series before a time. A sample
// exists at low, and none from high on.
type search struct {
	low, high time.Time
	step      time.Duration // how far before high it looks next
}

const (
	firstStep   = time.Minute
	searchLimit = 64  // samples of one series in an answer at most
	maxLooks    = 100 // more than halve all of time to a microsecond
)

// before fetches the last sample of each series before the window. Because
// pmproxy finds only the first sample in a window, before lengthens the window
// until it contains a sample, and then shortens it until that sample is the
// last.
func (h *history) before(ctx context.Context) error {
	first := search{h.start, h.start, firstStep}
	var of []*pages
	for _, p := range h.series() {
		if p.more && p.first.Before(h.start) {
			of = append(of, p)
			first.low = earlier(first.low, p.first)
		}
	}
	searches := map[search][]*pages{first: of}
	for range maxLooks {
		left := make(map[search][]*pages)
		for s, of := range searches {
			if len(of) == 0 {
				continue
			}
			if err := h.look(ctx, s, of, left); err != nil {
				return err
			}
		}
		if searches = left; len(left) == 0 {
			return nil
		}
	}
	return rest.Malformed("timestamps", "without an order")
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// look looks once for the samples of series, and adds those for which it takes
// more to left.
func (h *history) look(ctx context.Context, s search, of []*pages, left map[search][]*pages) error {
	from := s.high.Add(-s.step)
	if !from.After(s.low) {
		from = s.low
	}
	last, counts := make(map[*pages]sample), make(map[*pages]int)
	limit := max(2, min(searchLimit, h.page))
	w := window{start: stamp(from.Add(-time.Microsecond)), finish: stamp(s.high), samples: limit}
	err := h.ask(ctx, of, w, func(p *pages, found sample) error {
		counts[p]++
		if found.time().Before(h.start) {
			last[p] = found
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range of {
		found, ok := last[p]
		next := s
		switch {
		case ok && counts[p] < limit:
			p.hold(found)
			continue
		case ok:
			next.low = found.time()
			next.step = max(s.high.Sub(found.time())/2, time.Microsecond)
		case from.Equal(s.low):
			continue // it has gone meanwhile
		default:
			next.high, next.step = from, 4*s.step
		}
		left[next] = append(left[next], p)
	}
	return nil
}

// hold has the series hold the sample before the window.
func (p *pages) hold(s sample) {
	p.held = []sample{s}
	if at := s.time(); at.After(p.until) { // within a microsecond
		p.until = at
	}
}
