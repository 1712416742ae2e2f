package interpolate

import (
	"encoding/binary"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// note lets the values of the value set at pos of a checked record update
// the bounds of a metric. It fails if their format is not as it should be.
func (m *metric) note(p *Interpolator, r float64, body []byte, pos int) bool {
	n, f, list, ok := logfile.Values(body, pos)
	if !ok || n <= 0 || r < 0 {
		return ok
	}
	format := int(f)
	if !m.accepts(format) {
		return false
	}
	if m.desc.InDom == libpcp.NullInDom {
		n = 1 // of any instance
	} else if n > len(m.seen) {
		m.seen = slices.Grow(m.seen, n-len(m.seen))
	}
	left := len(body) // for blocks, which do not overlap
	for i := range n {
		slot := m.slot(int32(binary.BigEndian.Uint32(list[8*i:])), i)
		if slot == noTrack {
			continue
		}
		s := sample{t: r, kind: boundValue}
		if !m.decode(&s, body, binary.BigEndian.Uint32(list[8*i+4:]), format) {
			return false
		}
		if left -= len(s.data); left < 0 {
			return false
		}
		t := &m.tracks[slot]
		t.read.include(r)
		p.narrow(t, s)
	}
	return true
}

// accepts reports whether a metric of this type can have a format; it must be
// the same all the time.
func (m *metric) accepts(format int) bool {
	inSitu := libpcp.Format(format) == libpcp.InSitu
	switch m.desc.Type {
	case libpcp.Type32, libpcp.TypeU32:
		if !inSitu {
			return false
		}
	case libpcp.TypeFloat:
	default:
		if inSitu {
			return false
		}
	}
	if m.format == noFormat {
		m.format = format
	}
	return (libpcp.Format(m.format) == libpcp.InSitu) == inSitu
}

// slot finds the track of an instance, the i-th of a value set; sets of one
// metric mostly list the same instances in the same order.
func (m *metric) slot(inst int32, i int) int32 {
	if m.desc.InDom == libpcp.NullInDom {
		return 0
	}
	if i < len(m.seen) && m.seen[i].inst == inst {
		return m.seen[i].track
	}
	slot, ok := m.slots[inst]
	if !ok {
		slot = noTrack
	}
	if i < len(m.seen) {
		m.seen[i] = seen{inst, slot}
	} else {
		m.seen = append(m.seen, seen{inst, slot})
	}
	return slot
}

// decode reads a value.
func (m *metric) decode(s *sample, body []byte, word uint32, format int) bool {
	s.typ = m.desc.Type
	if libpcp.Format(format) == libpcp.InSitu {
		s.bits = uint64(word)
		return true
	}
	encoded := logfile.Block(body, word)
	if encoded == nil {
		return false
	}
	b := libpcp.Block{Type: libpcp.Type(encoded[0]), Data: encoded[4:]}
	switch m.desc.Type {
	case libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble:
		if len(b.Data) < 8 {
			return false
		}
		s.bits = number(b, 8)
	case libpcp.TypeFloat:
		if len(b.Data) < 4 {
			return false
		}
		s.bits = number(b, 4)
	default:
		s.typ, s.data = b.Type, b.Data
	}
	return true
}

// number reads a number out of a block. libpcp (C) turns its bytes round if the block says
// that it is one of the types of the size. Others, as in archives of 1995, it
// takes as they are, which on its machine is the wrong way round.
func number(b libpcp.Block, size int) uint64 {
	switch {
	case size == 4 && b.Type == libpcp.TypeFloat:
		return uint64(binary.BigEndian.Uint32(b.Data))
	case size == 4:
		return uint64(binary.LittleEndian.Uint32(b.Data))
	case b.Type == libpcp.Type64 || b.Type == libpcp.TypeU64 || b.Type == libpcp.TypeDouble:
		return binary.BigEndian.Uint64(b.Data)
	}
	return binary.LittleEndian.Uint64(b.Data)
}
