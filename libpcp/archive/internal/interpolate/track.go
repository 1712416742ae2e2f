package interpolate

import (
	"math"

	"pcptools/libpcp"
)

// track is one instance of a metric through time. A fetch needs its bounds: the nearest
// values or marks on either side of the current time, or at it.
//
//	               prior     now     next
//	--v-----v--------v--------+-------v-----------v-------v---> time
//	  |<--- read -->                                      |
//	|<------------------- possible ------------------------->|
//
// Once a fetch has found its bounds, prior is not after now and next not before it; each
// that is unknown, or on the wrong side, lies outside of what is possible, listed or
// worth a search. As the current time moves on, records update the bounds of all tracks.
type track struct {
	inst        int32
	wanted      uint // the search that looks for a bound of it
	prior, next bound

	listed   span // in which its instance domain has the instance
	possible span // outside of which it has no values, as searches have shown
	worth    span // outside of which searches find nothing of it, not even marks
	read     span // of the values that have been read
}

// span is the times from one to another.
type span struct{ from, to float64 }

var (
	always = span{math.Inf(-1), math.Inf(1)}
	never  = span{math.Inf(1), math.Inf(-1)}
)

// has reports whether a time is within the span.
func (s span) has(t float64) bool { return t >= s.from && t <= s.to }

// include widens the span to a time.
func (s *span) include(t float64) { s.from, s.to = min(s.from, t), max(s.to, t) }

// bound is the value or mark before or after the current time.
type bound struct {
	t    float64
	bits uint64 // of a number
	data []byte // of anything else; the bound's own
	typ  libpcp.Type
	kind boundKind
	none bool // looked for in vain: what there will be, the replay meets
}

type boundKind uint8

const (
	boundNone boundKind = iota
	boundMark
	boundValue
)

// sample is a value or mark that has been read; data alias the record.
type sample bound

func newTrack(inst int32) track {
	return track{inst: inst, listed: always, possible: always, worth: always, read: never}
}

// reset forgets the bounds if they do not enclose a time. An unknown time is, as
// in libpcp (C), a second before the start.
func (t *track) reset(now float64) {
	if t.prior.time() > now || t.next.time() < now {
		t.forget()
	}
}

// time is when a bound is.
func (b *bound) time() float64 {
	if b.kind == boundNone {
		return -1
	}
	return b.t
}

// forget makes both bounds unknown.
func (t *track) forget() {
	t.prior.kind, t.next.kind = boundNone, boundNone
	t.prior.none, t.next.none = false, false
}

// lacks reports whether a bound is not known, or is a mark at the current time.
func (t *track) lacks(s side, now float64) bool {
	switch {
	case !t.listed.has(now):
		return false
	case s == sidePrior:
		return now >= t.possible.from && (t.prior.kind == boundNone || t.prior.t > now ||
			t.next.kind == boundMark && t.prior.t == now)
	}
	return now <= t.possible.to && (t.next.kind == boundNone || t.next.t < now ||
		t.prior.kind == boundMark && t.next.t == now)
}

// bound is the one on a side.
func (t *track) bound(s side) *bound {
	if s == sidePrior {
		return &t.prior
	}
	return &t.next
}

// miss notes that the bound has been looked for, unless it is known.
func (b *bound) miss() { b.none = b.kind == boundNone }

// vain reports whether a bound that a track lacks has been looked for in vain.
func (b *bound) vain() bool { return b.kind == boundNone && b.none }

// narrow lets a value or mark take the position of a bound that is farther from the
// current time, or on the wrong side of it; the latter becomes the other bound
// if that is no better. It reports whether that changes a bound.
func (p *Interpolator) narrow(t *track, s sample) (used bool) {
	if s.t <= p.now && (t.prior.kind == boundNone || s.t >= t.prior.t || t.prior.t > p.now) {
		if s.kind == boundValue && t.prior.kind != boundNone && t.prior.t > p.now && !t.next.closer(t.prior.t-p.now, p.now) {
			t.prior, t.next = t.next, t.prior
		}
		t.prior.set(s)
		p.search.found(t, sidePrior)
		used = true
	}
	if s.t >= p.now && (t.next.kind == boundNone || s.t <= t.next.t || t.next.t < p.now) {
		if s.kind == boundValue && t.next.kind != boundNone && t.next.t < p.now && !t.prior.closer(t.next.t-p.now, p.now) {
			t.prior, t.next = t.next, t.prior
		}
		t.next.set(s)
		p.search.found(t, sideNext)
		used = true
	}
	return used
}

// closer reports whether a bound is on the side of now that an offset from it
// points to, and nearer.
func (b *bound) closer(offset, now float64) bool {
	d := b.t - now
	return b.kind != boundNone && (d == 0 || d < 0 == (offset < 0)) && math.Abs(d) <= math.Abs(offset)
}

func (b *bound) markAt(now float64) bool { return b.kind == boundMark && b.t == now }

// atMark reports whether now is the time of a mark.
func (t *track) atMark(now float64) bool { return t.prior.markAt(now) && t.next.markAt(now) }

// set makes a bound of the value or mark that has been read. A mark leaves the
// number as it was: at the very time of a mark, libpcp (C) returns this number for
// discrete metrics whose values need no block, and crashes for others.
func (b *bound) set(s sample) {
	b.t, b.kind = s.t, s.kind
	if s.kind == boundMark {
		return
	}
	b.typ, b.bits = s.typ, s.bits
	b.data = append(b.data[:0], s.data...)
}
