package series

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
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
		if err == nil {
			err = h.still(ctx)
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
func (s *Selection) enough(p *pages) bool {
	return s.Samples > 0 && p.samples >= s.Samples || s.firstPage() && p.samples > 0
}

// begin fetches the sample of each series before the window, if requested.
// Pages follow.
func (h *history) begin(ctx context.Context) error {
	var interval time.Duration // the shortest, or 0
	for _, p := range h.series() {
		p.more, p.until = true, later(h.start, p.first).Add(-time.Microsecond)
		p.holdTail(h.selection.within())
		if interval == 0 || p.interval > 0 && p.interval < interval {
			interval = p.interval
		}
	}
	if interval > 0 {
		h.setSpan(float64(interval) * float64(h.page))
	}
	if h.selection.within() {
		return nil
	}
	return h.before(ctx)
}

// holdTail has the series hold the samples by which its end was found, if its
// window has no others: of these the last one or, with the sample before the
// window, both.
func (p *pages) holdTail(within bool) {
	before, last := p.tail[0], p.tail[1]
	p.tail = [2]sample{}
	if before.values == nil || !before.time().Before(p.r.start) || !last.time().Equal(p.last) {
		return
	}
	if !within {
		p.held = append(p.held, before)
	}
	p.held, p.until = append(p.held, last), p.last
	p.more, p.whole = false, true
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
		if err := h.turn(ctx, empty[:h.together(empty)]); err != nil {
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
		p.held, p.next = p.held[:0], 0
		empty = append(empty, p)
	}
	return empty
}

// together is how many series have their next pages together with the first:
// those whose last pages ended less than an eighth of a page later, so that not
// much is asked for again.
func (h *history) together(empty []*pages) int {
	for i, p := range empty {
		if p.until.Sub(empty[0].until) > h.span/8 {
			return i
		}
	}
	return len(empty)
}

// turn requests the next page of series, from where the first of them continues.
// The page has an end, because pmproxy has the key server read all samples up to
// there. The last page of the window includes the sample after the window.
func (h *history) turn(ctx context.Context, of []*pages) error {
	from, to := of[0].until, time.Time{}
	if h.span > 0 {
		to = from.Add(h.span)
	}
	last := !h.finish.IsZero() && (to.IsZero() || to.After(h.finish))
	if last {
		to = h.finish.Add(time.Microsecond)
	}
	if err := h.hold(ctx, of, from, to, h.page+1); err != nil { // one may be there already
		return err
	}
	h.adapt(of, from, to)
	if !last {
		return nil
	}
	var ended []*pages
	for _, p := range of {
		if p.got > h.page {
			continue
		}
		if p.more = false; p.last.After(h.finish) && !h.selection.within() {
			ended = append(ended, p)
		}
	}
	return h.after(ctx, ended)
}

// adapt changes the span of pages to what would have brought a page of the
// densest series.
func (h *history) adapt(of []*pages, from, to time.Time) {
	most, took := 1, to.Sub(from)
	for _, p := range of {
		if most = max(most, p.got); p.got > h.page && (to.IsZero() || p.until.Before(to)) {
			took, to = p.until.Sub(from), p.until
		}
	}
	if took > 0 {
		h.setSpan(float64(took) * min(maxGrowth, float64(h.page)/float64(most)))
	}
}

// maxGrowth is the factor by which a page may grow where samples are few.
const maxGrowth = 4

// setSpan sets the span of pages, within limits.
func (h *history) setSpan(span float64) {
	h.span = time.Duration(min(max(span, float64(10*rounding)), float64(math.MaxInt64/8)))
}

// after fetches the first sample of each series after the window.
func (h *history) after(ctx context.Context, of []*pages) error {
	from := h.finish.Add(time.Microsecond)
	for step := max(h.span/time.Duration(h.page), time.Second); len(of) > 0; step *= maxGrowth {
		to := from.Add(step)
		if err := h.hold(ctx, of, from, to, 2); err != nil {
			return err
		}
		of = slices.DeleteFunc(of, func(p *pages) bool {
			n := len(p.held)
			found := n > 0 && p.held[n-1].time().After(h.finish)
			p.more = false
			return found || to.After(p.last)
		})
		from = to.Add(-rounding)
	}
	return nil
}

// hold requests some samples between two times, of which the second may be zero
// for no end, and gives each series its new samples: those after the samples it
// has held, and not after its last sample when the run began. A series that has
// held later samples may receive none, and then has its turn.
func (h *history) hold(ctx context.Context, of []*pages, from, to time.Time, samples int) error {
	w := window{start: stamp(from), samples: samples}
	if !to.IsZero() {
		w.finish = stamp(to)
	}
	for _, p := range of {
		p.got = 0
		p.held = slices.Grow(p.held, p.expected(from, to, samples))
	}
	err := h.ask(ctx, of, w, func(p *pages, s sample) error {
		if p.got++; p.got > samples { // more than was asked for is asked for again
			return nil
		}
		if p.got > 1 && s.micros <= p.latest {
			return backwards()
		}
		p.latest = s.micros
		at := s.time()
		if !to.IsZero() && at.Sub(to) > rounding {
			return rest.Malformed("timestamps", "after the end of what was asked for")
		}
		if at.After(p.until) && !at.After(p.last) && !h.selection.enough(p) {
			p.held, p.until = append(p.held, s), at
			p.whole = at.Equal(p.last)
			if !at.Before(p.r.start) {
				p.samples++
			}
		}
		return nil
	})
	for _, p := range of {
		all := p.got < samples
		if all && !to.IsZero() {
			p.until = later(p.until, to.Add(-rounding))
		}
		p.more = !(all && to.IsZero()) && p.until.Before(p.last) && !h.selection.enough(p)
		short := !to.IsZero() && to.Sub(from) <= rounding // which ends with its first page
		if err == nil && p.more && len(p.held) == 0 && !p.until.After(from) && !short {
			err = backwards()
		}
	}
	return err
}

// expected is how many samples the series has between two times, by all that is known,
// but no more than most.
func (p *pages) expected(from, to time.Time, most int) int {
	if p.interval <= 0 || to.IsZero() {
		return 0
	}
	return int(min(to.Sub(from)/p.interval+1, time.Duration(most)))
}

// still checks that the last sample of each series is still there, if its last page
// was empty: a key server that has lost its data in between looks like a key server
// without samples in the window.
func (h *history) still(ctx context.Context) error {
	lost := make(map[*pages]bool)
	for _, p := range h.series() {
		if p.got == 0 && !p.whole && !h.selection.enough(p) {
			lost[p] = true
		}
	}
	err := h.ask(ctx, slices.Collect(maps.Keys(lost)), window{samples: 1}, func(p *pages, s sample) error {
		if !s.time().Before(p.last) {
			delete(lost, p)
		}
		return nil
	})
	if err == nil && len(lost) > 0 {
		err = gone()
	}
	return err
}

// gone is the error of samples that were there.
func gone() error {
	return &rest.Error{Code: libpcp.ErrNoData, Message: "values have gone from the key server while they were read"}
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
