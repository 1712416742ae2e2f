package interpolate

import (
	"encoding/binary"

	"pcptools/libpcp"
)

// values fills an empty value set with the values of a metric at the current time.
func (m *metric) values(p *Interpolator, set *libpcp.ValueSet) {
	set.PMID = m.desc.PMID
	if !m.known {
		if m.desc.PMID != libpcp.NullPMID {
			set.Err = libpcp.ErrPMIDLog
		}
		return
	}
	counter := m.desc.Sem == libpcp.SemCounter
	if counter && m.marked && m.count > 0 {
		m.count = 0 // no rate is to be computed across the gap
		return
	}
	m.appendValues(p, set)
	m.count = len(set.Values)
	switch {
	case counter && m.count > 0 && !m.desc.Type.Numeric():
		*set, m.count = libpcp.ValueSet{PMID: m.desc.PMID, Err: libpcp.ErrType}, 0
	case m.count > 0 && libpcp.Format(m.format) != libpcp.InSitu:
		set.Format = libpcp.PointerDynamic
	}
}

// appendValues appends the values of the instances that have one.
func (m *metric) appendValues(p *Interpolator, set *libpcp.ValueSet) {
	var stock []byte
	for n, i := range m.order {
		t := &m.tracks[i]
		if !m.exists(t, p.now) {
			continue
		}
		if cap(set.Values) == 0 {
			set.Values = make([]libpcp.Value, 0, len(m.order))
		}
		var v *libpcp.Value
		set.Values, v = room(set.Values)
		v.Inst = t.inst
		m.value(v, t, p, &stock, len(m.order)-n)
	}
}

// exists reports whether an instance has a value now.
func (m *metric) exists(t *track, now float64) bool {
	if t.prior.kind != boundValue || t.prior.t > now {
		return false
	}
	if m.desc.Sem == libpcp.SemDiscrete {
		return t.listed.has(now)
	}
	return t.next.kind == boundValue && t.next.t >= now
}

// blockSize is the size of the metric's values if they are numbers in blocks.
func (m *metric) blockSize() int {
	switch {
	case !m.desc.Type.Numeric() || libpcp.Format(m.format) == libpcp.InSitu:
		return 0
	case m.desc.Type == libpcp.TypeFloat:
		return 4
	}
	return 8
}

// value sets a value to the present value of an instance. It allocates memory for
// its block, or takes it out of a stock for so many blocks.
func (m *metric) value(v *libpcp.Value, t *track, p *Interpolator, stock *[]byte, blocks int) {
	if !m.desc.Type.Numeric() {
		b := libpcp.Block{Type: t.prior.typ, Data: t.prior.data}
		own := piece(v.Encoded(), 4+len(b.Data), stock, 1)
		*v = libpcp.EncodedValue(v.Inst, libpcp.AppendBlock(own[:0], b))
		return
	}
	b := m.bits(t, p)
	size := m.blockSize()
	if size == 0 {
		*v = libpcp.Value{Inst: v.Inst, Word: uint32(b)}
		return
	}
	own := piece(v.Encoded(), 4+size, stock, blocks)
	binary.BigEndian.PutUint32(own, uint32(m.desc.Type)<<24|uint32(4+size))
	if size == 4 {
		binary.BigEndian.PutUint32(own[4:], uint32(b))
	} else {
		binary.BigEndian.PutUint64(own[4:], b)
	}
	*v = libpcp.EncodedValue(v.Inst, own)
}

// bits is the number that an instance has now.
func (m *metric) bits(t *track, p *Interpolator) uint64 {
	switch {
	case t.prior.t == p.now:
		return t.prior.bits
	case t.next.kind == boundValue && t.next.t == p.now, t.next.markAt(p.now) && m.blockSize() == 0:
		return t.next.bits
	case m.desc.Sem != libpcp.SemInstant && m.desc.Sem != libpcp.SemDiscrete: // a counter, or unheard of
		return between(m.desc.Type, t.prior.bits, t.next.bits, p.now-t.prior.t, t.next.t-t.prior.t, p.wrap)
	case t.nextNearer(p.now) && p.nearest:
		return t.next.bits
	}
	return t.prior.bits
}

// nextNearer reports whether a track that has a prior value has a next value
// nearer in time: the middle between the two is past. A skipped value counts, as
// in libpcp (C): a value before it may be shown behind the last value of a
// discrete metric.
func (t *track) nextNearer(now float64) bool {
	return t.next.kind == boundValue && now > (t.prior.t+t.next.t)/2
}
