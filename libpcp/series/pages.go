package series

import (
	"context"
	"fmt"
	"iter"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// results yields what is selected in the order of time.
func (h *history) results(ctx context.Context) iter.Seq2[*libpcp.Result, error] {
	return func(yield func(*libpcp.Result, error) bool) {
		err := h.begin(ctx)
		for err == nil {
			if err = h.fill(ctx); err != nil {
				break
			}
			if result := h.take(); result == nil || !yield(result, nil) {
				return
			}
		}
		yield(nil, err)
	}
}

// within reports whether no samples on either side of the window are wanted.
func (s *Selection) within() bool { return s.First || s.Count }

// firstPage reports whether no more is wanted than the first samples.
func (s *Selection) firstPage() bool { return s.First && !s.Count }

// begin has each series hold the sample before the window, behind which its
// pages follow.
func (h *history) begin(ctx context.Context) error {
	for _, p := range h.series {
		p.more, p.until = true, h.start.Add(-time.Microsecond)
	}
	if h.selection.within() {
		return nil
	}
	return h.before(ctx)
}

// fill asks for the next page of each series whose own is used up. Series that
// are sampled together have their pages together.
func (h *history) fill(ctx context.Context) error {
	empty := make(map[time.Time][]*pages)
	for _, p := range h.series {
		if len(p.held) == 0 && p.more {
			empty[p.until] = append(empty[p.until], p)
		}
	}
	for until, of := range empty {
		if err := h.turn(ctx, of, until); err != nil {
			return err
		}
	}
	return nil
}

// turn asks for the page of series that follows a time. With the last one of the
// window comes the sample behind it.
func (h *history) turn(ctx context.Context, of []*pages, until time.Time) error {
	w := Window{Start: stamp(until), Samples: h.page + 1} // one may be there already
	if h.selection.firstPage() {
		w.Samples = 2
	}
	if !h.finish.IsZero() {
		w.Finish = stamp(h.finish.Add(time.Microsecond))
	}
	if err := h.hold(ctx, of, w); err != nil || h.selection.within() || h.finish.IsZero() {
		return err
	}
	var behind []*pages
	for _, p := range of {
		if !p.more && p.last.After(h.finish) {
			behind = append(behind, p)
		}
	}
	if len(behind) == 0 {
		return nil
	}
	err := h.hold(ctx, behind, Window{Start: stamp(h.finish.Add(time.Microsecond)), Samples: 2})
	for _, p := range behind {
		p.more = false
	}
	return err
}

// hold asks for samples, and has series hold those that are new. pmproxy may
// take a microsecond more or less for the start.
func (h *history) hold(ctx context.Context, of []*pages, w Window) error {
	counts := make(map[*pages]int, len(of))
	latest := make(map[*pages]time.Time, len(of))
	backwards := false
	err := h.ask(ctx, of, w, func(p *pages, s sample) {
		backwards = backwards || !s.time.After(latest[p])
		latest[p] = s.time
		counts[p]++
		if s.time.After(p.until) && counts[p] <= w.Samples { // more is asked for again
			p.held, p.until = append(p.held, s), s.time
		}
	})
	for _, p := range of {
		p.more = counts[p] >= w.Samples && !h.selection.firstPage()
		backwards = backwards || p.more && len(p.held) == 0
	}
	if err == nil && backwards {
		err = rest.Nonsense("timestamps", "that do not ascend")
	}
	return err
}

// take takes the samples of the earliest time that is held; nil if there is
// none. A metric with two names is two series and has one of the two samples.
func (h *history) take() *libpcp.Result {
	var result *libpcp.Result
	for _, p := range h.series {
		if len(p.held) > 0 && (result == nil || p.held[0].time.Before(result.Time)) {
			result = &libpcp.Result{Time: p.held[0].time}
		}
	}
	if result == nil {
		return nil
	}
	taken := make(map[libpcp.PMID]bool, len(h.series))
	for _, p := range h.series {
		if len(p.held) == 0 || !p.held[0].time.Equal(result.Time) {
			continue
		}
		if set := p.held[0].set; !taken[set.PMID] {
			taken[set.PMID] = true
			result.Sets = append(result.Sets, set)
		}
		p.held = p.held[1:]
	}
	return result
}

// stamp is a time as a query has it: in seconds.
func stamp(t time.Time) string {
	us := max(0, t.UnixMicro())
	return fmt.Sprintf("%d.%06d", us/1e6, us%1e6)
}
