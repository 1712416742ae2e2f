package interpolate

import (
	"math"

	"pcptools/libpcp"
)

// track is one instance of a metric through time.
type track struct {
	inst          int32
	wanted        uint // the round that looks for a bound
	prior, next   bound
	first         float64 // no value up to here
	last          float64 // no value from here on
	listedFrom    float64
	listedUntil   float64
	earliest      float64 // value that has been read
	latest        float64
	nothingBefore float64 // scans need not go beyond
	nothingAfter  float64
}

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
	inf := math.Inf(1)
	return track{
		inst: inst, first: -inf, last: inf, listedFrom: -inf, listedUntil: inf,
		earliest: inf, latest: -inf, nothingBefore: -inf, nothingAfter: inf,
	}
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

// needs reports whether a bound is not known, or is a mark at the current time.
func (t *track) needs(s side, now float64) bool {
	if now < t.listedFrom || now > t.listedUntil {
		return false
	}
	if s == sidePrior {
		return now >= t.first && (t.prior.kind == boundNone || t.prior.t > now ||
			t.next.kind == boundMark && t.prior.t == now)
	}
	return now <= t.last && (t.next.kind == boundNone || t.next.t < now ||
		t.prior.kind == boundMark && t.next.t == now)
}

// worthScanning reports whether a bound that a track lacks must be looked for.
func (t *track) worthScanning(s side) bool {
	if s == sidePrior {
		return t.prior.kind != boundNone || !t.prior.none
	}
	return t.next.kind != boundNone || !t.next.none
}

// narrow lets a value or mark take the position of a bound that is farther from the
// current time, or on the wrong side of it; the latter becomes the other bound
// if that is no better. It reports whether that changes a bound.
func (p *Interpolator) narrow(t *track, s sample) (used bool) {
	if s.t <= p.now && (t.prior.kind == boundNone || s.t >= t.prior.t || t.prior.t > p.now) {
		if s.kind == boundValue && t.prior.kind != boundNone && t.prior.t > p.now && !t.next.closer(t.prior.t-p.now, p.now) {
			t.prior, t.next = t.next, t.prior
		}
		t.prior.set(s)
		p.found(t, sidePrior)
		used = true
	}
	if s.t >= p.now && (t.next.kind == boundNone || s.t <= t.next.t || t.next.t < p.now) {
		if s.kind == boundValue && t.next.kind != boundNone && t.next.t < p.now && !t.prior.closer(t.next.t-p.now, p.now) {
			t.prior, t.next = t.next, t.prior
		}
		t.next.set(s)
		p.found(t, sideNext)
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

func (p *Interpolator) found(t *track, s side) {
	if t.wanted == p.round && p.seeking == s {
		t.wanted = 0
		p.missing--
	}
}
