package series

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// results yields each source when it has taken a result, in the order of time.
func (h *history) results(ctx context.Context) iter.Seq2[*recorder, error] {
	return func(yield func(*recorder, error) bool) {
		err := h.begin(ctx)
		for yielded := true; err == nil && yielded; {
			if err = h.fill(ctx); err != nil {
				break
			}
			yielded = false
			for _, r := range h.sources {
				for r.take() {
					if yielded = true; !yield(r, nil) {
						return
					}
				}
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// within reports whether no samples on either side of the window are wanted.
func (s *Selection) within() bool { return s.WindowOnly || s.FirstOnly || s.CountSamples }

// firstPage reports whether no more is wanted than the first samples.
func (s *Selection) firstPage() bool { return s.FirstOnly && !s.CountSamples }

// enough reports whether a series has had all samples that are wanted of it.
func (s *Selection) enough(p *pages) bool { return s.Samples > 0 && p.samples >= s.Samples }

// begin fetches the sample of each series before the window, if requested.
// Pages follow.
func (h *history) begin(ctx context.Context) error {
	for _, p := range h.series() {
		p.more, p.from = true, h.start.Add(-time.Microsecond)
		p.until = p.from
	}
	if h.selection.within() {
		return nil
	}
	return h.before(ctx)
}

// fill requests the next page of each series that has used up its page, until
// all series have a page or have ended. Each turn continues from the first
// series it serves.
func (h *history) fill(ctx context.Context) error {
	for {
		empty := h.usedUp()
		if len(empty) == 0 {
			return nil
		}
		slices.SortStableFunc(empty, func(a, b *pages) int { return a.until.Compare(b.until) })
		if err := h.turn(ctx, empty[:together(empty)]); err != nil {
			return err
		}
	}
}

// usedUp are the series that must have their next page.
func (h *history) usedUp() (empty []*pages) {
	for _, p := range h.series() {
		if p.next < len(p.held) || !p.more {
			continue
		}
		if len(p.held) > 0 {
			p.from = p.held[0].time()
		}
		p.held, p.next = p.held[:0], 0
		empty = append(empty, p)
	}
	return empty
}

// together is how many series have their next pages together with the first:
// those whose last ones ended less than an eighth of a page later, so that not
// much is asked for again.
func together(empty []*pages) int {
	near := empty[0].until.Sub(empty[0].from) / 8
	for i, p := range empty {
		if p.until.Sub(empty[0].until) > near {
			return i
		}
	}
	return len(empty)
}

// turn requests the next page of series, from where the first of them
// continues. The last page of the window includes the sample after the window.
func (h *history) turn(ctx context.Context, of []*pages) error {
	w := Window{Samples: h.page + 1} // one may be there already
	if !h.finish.IsZero() {
		w.Finish = stamp(h.finish.Add(time.Microsecond))
	}
	if err := h.hold(ctx, of, of[0].until, w); err != nil {
		return err
	}
	var behind []*pages
	for _, p := range of {
		if !p.more && p.last.After(h.finish) {
			behind = append(behind, p)
		}
	}
	if len(behind) == 0 || h.selection.within() || h.finish.IsZero() {
		return nil
	}
	err := h.hold(ctx, behind, h.finish.Add(time.Microsecond), Window{Samples: 2})
	for _, p := range behind {
		p.more = false
	}
	return err
}

// hold requests samples from a time on, and gives each series its new samples:
// those after the samples it has held, and not after its last sample when the
// run began. A series that has held later samples may receive none, and then
// has its turn.
func (h *history) hold(ctx context.Context, of []*pages, from time.Time, w Window) error {
	w.Start = stamp(from)
	counts := make(map[*pages]int, len(of))
	latest := make(map[*pages]int64, len(of))
	err := h.ask(ctx, of, w, func(p *pages, s sample) error {
		if counts[p]++; counts[p] > w.Samples { // more than was asked for is asked for again
			return nil
		}
		if counts[p] > 1 && s.micros <= latest[p] {
			return backwards()
		}
		latest[p] = s.micros
		at := s.time()
		if w.Finish != "" && at.Sub(h.finish) > rounding {
			return rest.Malformed("timestamps", "after the end of what was asked for")
		}
		if at.After(p.until) && !at.After(p.last) && !h.selection.enough(p) {
			p.held, p.until = append(p.held, s), at
			if !at.Before(p.r.start) {
				p.samples++
			}
		}
		return nil
	})
	for _, p := range of {
		p.more = counts[p] >= w.Samples && p.until.Before(p.last) && !h.selection.firstPage() && !h.selection.enough(p)
		if err == nil && p.more && len(p.held) == 0 && !p.until.After(from) {
			err = backwards()
		}
	}
	return err
}

// rounding is how much pmproxy may be wrong about the end of a window.
const rounding = time.Millisecond

// backwards is the error of samples that are not in order.
func backwards() error { return rest.Malformed("timestamps", "that do not ascend") }

// take takes the samples of the earliest time that the source holds. It returns
// false if the source holds none, or if a series needs its next page first. A
// metric with two names is two series and has one of the two samples.
func (r *recorder) take() bool {
	var first *sample
	for _, p := range r.series {
		switch {
		case p.next < len(p.held):
			if s := &p.held[p.next]; first == nil || s.micros < first.micros {
				first = s
			}
		case p.more:
			return false
		}
	}
	if first == nil {
		return false
	}
	result := &r.taken
	result.Time, result.Sets = first.time(), result.Sets[:0]
	for _, p := range r.series {
		if p.next == len(p.held) || p.held[p.next].micros != first.micros {
			continue
		}
		s := &p.held[p.next]
		if p.next++; !p.twin || result.Set(p.desc.PMID) == nil {
			result.Sets = append(result.Sets, libpcp.ValueSet{PMID: p.desc.PMID, Format: s.format, Values: s.values})
		}
	}
	return true
}

// stamp is a time as a query has it: in seconds.
func stamp(t time.Time) string {
	us := max(0, t.UnixMicro())
	return fmt.Sprintf("%d.%06d", us/1e6, us%1e6)
}
