package archive_test

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/libpcp"
)

// reference interpolates as PMAPI's PM_MODE_INTERP is meant to: slowly, looking
// at every record for every value, without an index, a position or memory,
// but for the one thing that depends on the fetch before.
type reference struct {
	*archivetest.History
	previous time.Time                 // time of the fetch before
	had      map[libpcp.PMID]bool      // whether it gave values
	unions   map[libpcp.InDom][]member // instances in the order of results
	earlier  bool                      // not the nearest of two values
}

func newReference(h *archivetest.History) *reference {
	r := &reference{History: h, had: make(map[libpcp.PMID]bool), unions: make(map[libpcp.InDom][]member)}
	for i := range h.Domains {
		r.unions[h.Domains[i].InDom] = members(&h.Domains[i])
	}
	r.unions[libpcp.NullInDom] = []member{{id: libpcp.NullInst}}
	return r
}

// member is an instance and, in large domains, when it was there.
type member struct {
	id           int32
	birth, death time.Time
}

// members is every instance a domain ever had, in the order of results:
// identifiers are spread over as many buckets as there are of them.
func members(d *archivetest.Domain) []member {
	var union []member
	large := false
	for v := len(d.Versions) - 1; v >= 0; v-- {
		large = large || len(d.Versions[v].Instances) >= 16
		for _, inst := range d.Versions[v].Instances {
			m := member{id: inst.ID, birth: d.Versions[v].From}
			if v+1 < len(d.Versions) {
				m.death = d.Versions[v+1].From
			}
			i := slices.IndexFunc(union, func(m member) bool { return m.id == inst.ID })
			if i < 0 {
				union = append(union, m)
			} else {
				union[i].birth = m.birth
			}
		}
	}
	var ordered []member
	for bucket := range len(union) {
		for i := len(union) - 1; i >= 0; i-- {
			if int(uint32(union[i].id)%uint32(len(union))) == bucket {
				ordered = append(ordered, union[i])
			}
		}
	}
	if !large {
		for i := range ordered {
			ordered[i].birth, ordered[i].death = time.Time{}, time.Time{}
		}
	}
	return ordered
}

// seconds is the time between two instants, with the rounding of the 80-bit
// numbers in which libpcp (C) computes it.
func seconds(a, b time.Time) float64 {
	number := func(n int64) *big.Float { return new(big.Float).SetPrec(64).SetInt64(n) }
	fraction := number(int64(a.Nanosecond() - b.Nanosecond()))
	fraction.Quo(fraction, number(1e9))
	s, _ := fraction.Add(number(a.Unix()-b.Unix()), fraction).Float64()
	return s
}

// bound is a value of an instance, or a mark.
type bound struct {
	at   float64
	mark bool
	set  *libpcp.ValueSet
	v    libpcp.Value
}

// bounds finds what is nearest to t, at it or before and at it or after.
func (r *reference) bounds(id libpcp.PMID, inst int32, t float64) (prior, next *bound) {
	for _, rec := range r.Records {
		b := bound{at: seconds(rec.Time, r.Start), mark: rec.Mark()}
		if !b.mark {
			i := slices.IndexFunc(rec.Sets, func(s libpcp.ValueSet) bool { return s.PMID == id })
			if i < 0 {
				continue
			}
			set := &rec.Sets[i]
			j := slices.IndexFunc(set.Values, func(v libpcp.Value) bool { return v.Inst == inst })
			if j < 0 {
				continue
			}
			b.set, b.v = set, set.Values[j]
		}
		if b.at <= t {
			prior = &b
		}
		if b.at >= t && next == nil {
			next = &b
		}
	}
	return prior, next
}

// fetch is what a fetch at a time returns for a metric. All metrics are asked
// for, in any order, before done.
func (r *reference) fetch(d *libpcp.Desc, at time.Time) libpcp.ValueSet {
	set := libpcp.ValueSet{PMID: d.PMID}
	if d.Type == libpcp.TypeNoSupport {
		set.Err = libpcp.ErrPMIDLog
		return set
	}
	t := seconds(at, r.Start)
	for _, m := range r.unions[d.InDom] {
		if !m.birth.IsZero() && t < seconds(m.birth, r.Start) || !m.death.IsZero() && t > seconds(m.death, r.Start) {
			continue
		}
		prior, next := r.bounds(d.PMID, m.id, t)
		if v, ok := r.between(d, prior, next, t); ok {
			set.Values = append(set.Values, v)
			set.Format = prior.set.Format
		}
	}
	if d.Sem == libpcp.SemCounter && r.had[d.PMID] && r.interrupted(at) {
		set.Values = nil
	}
	r.had[d.PMID] = len(set.Values) > 0
	if len(set.Values) > 0 && d.Sem == libpcp.SemCounter && !d.Type.Numeric() {
		set.Values, set.Err = nil, libpcp.ErrType
	}
	return set
}

func (r *reference) done(at time.Time) { r.previous = at }

// interrupted reports whether there is a mark between the fetch before and a
// time.
func (r *reference) interrupted(at time.Time) bool {
	return slices.ContainsFunc(r.Records, func(rec *libpcp.Result) bool {
		if at.After(r.previous) {
			return rec.Mark() && rec.Time.After(r.previous) && !rec.Time.After(at)
		}
		return rec.Mark() && rec.Time.Before(r.previous) && !rec.Time.Before(at)
	})
}

// after reports whether the last value of one of a metric's instances is before
// a time.
func (r *reference) after(d *libpcp.Desc, at time.Time) bool {
	return slices.ContainsFunc(r.unions[d.InDom], func(m member) bool {
		prior, next := r.bounds(d.PMID, m.id, seconds(at, r.Start))
		return prior != nil && next == nil
	})
}

func (r *reference) between(d *libpcp.Desc, prior, next *bound, t float64) (libpcp.Value, bool) {
	if prior == nil || prior.mark {
		return libpcp.Value{}, false
	}
	if next == nil || next.mark || prior.at == t {
		return prior.v, d.Sem == libpcp.SemDiscrete || next != nil && !next.mark
	}
	switch {
	case !d.Type.Numeric():
		return prior.v, true
	case d.Sem == libpcp.SemCounter:
		return linear(d.Type, prior, next, t), true
	case !r.earlier && t > (prior.at+next.at)/2:
		return next.v, true
	}
	return prior.v, true
}

// linear is the value of a counter between two others.
func linear(typ libpcp.Type, prior, next *bound, t float64) libpcp.Value {
	v := libpcp.Value{Inst: prior.v.Inst}
	dt, span := t-prior.at, next.at-prior.at
	part := func(change float64) float64 { return float64(float64(dt*change) / span) }
	word64 := func(n uint64) libpcp.Value {
		return libpcp.BlockValue(v.Inst, libpcp.Block{Type: typ, Data: binary.BigEndian.AppendUint64(nil, n)})
	}
	block64 := func(b *bound) uint64 { return binary.BigEndian.Uint64(b.v.Block().Data) }
	switch typ {
	case libpcp.Type32:
		p, n := int32(prior.v.Word), int32(next.v.Word)
		x := float64(0.5+float64(p)) + part(float64(n-p))
		v.Word = 1 << 31
		if x = math.Trunc(x); x >= math.MinInt32 && x <= math.MaxInt32 {
			v.Word = uint32(int32(x))
		}
		return v
	case libpcp.TypeU32:
		p, n := prior.v.Word, next.v.Word
		v.Word = uint32(int64(rising(float64(p), n >= p, part(float64(max(n, p)-min(n, p))))))
		return v
	case libpcp.Type64:
		p, n := int64(block64(prior)), int64(block64(next))
		return word64(truncated(float64(0.5+float64(p)) + part(float64(n-p))))
	case libpcp.TypeU64:
		p, n := int64(block64(prior)), int64(block64(next))
		x := rising(float64(p), n >= p, part(float64(max(n, p)-min(n, p))))
		if x < 1<<63 {
			return word64(truncated(x))
		}
		return word64(truncated(x-1<<63) ^ 1<<63)
	case libpcp.TypeFloat:
		p, n := float32Of(prior), float32Of(next)
		x := float32(float64(p) + part(float64(n-p)))
		return libpcp.BlockValue(v.Inst, libpcp.Block{Type: typ, Data: binary.BigEndian.AppendUint32(nil, math.Float32bits(x))})
	}
	p, n := math.Float64frombits(block64(prior)), math.Float64frombits(block64(next))
	return word64(math.Float64bits(p + part(n-p)))
}

// rising is a counter that goes up or down by part of a change.
func rising(p float64, up bool, part float64) float64 {
	if up {
		return float64(0.5+p) + part
	}
	return float64(0.5+p) - part
}

// truncated is the 64 bits of an integer, those of the least one when x is out
// of range.
func truncated(x float64) uint64 {
	if x = math.Trunc(x); x >= -1<<63 && x < 1<<63 {
		return uint64(int64(x))
	}
	return 1 << 63
}

func float32Of(b *bound) float32 {
	return math.Float32frombits(binary.BigEndian.Uint32(b.v.Block().Data))
}
