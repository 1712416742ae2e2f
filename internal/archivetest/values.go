package archivetest

import (
	"encoding/binary"
	"math"

	"pcptools/libpcp"
)

// series is the values of an instance of a metric.
type series struct {
	id   libpcp.PMID
	inst int32
}

// number is a value that others follow.
type number struct {
	i uint64
	f float64
}

// atom makes up the next value of a series.
func (g *generator) atom(d *libpcp.Desc, inst int32) libpcp.Atom {
	if !d.Type.Numeric() {
		return libpcp.BytesAtom(d.Type, g.bytes(d.Type))
	}
	key := series{d.PMID, inst}
	n, seen := g.last[key]
	switch {
	case d.Sem == libpcp.SemCounter && seen && !g.chance(20):
		n = number{n.i + g.Uint64N(1<<g.IntN(33)), n.f + g.Float64()*100}
	case d.Sem == libpcp.SemCounter && seen && g.chance(2):
		n = number{n.i / 3, 0} // reset
	default:
		n = number{g.bits(), g.float()}
	}
	g.last[key] = n
	return numberAtom(d.Type, n)
}

func numberAtom(t libpcp.Type, n number) libpcp.Atom {
	switch t {
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(n.i))
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(n.i))
	case libpcp.Type64:
		return libpcp.Int64Atom(int64(n.i))
	case libpcp.TypeU64:
		return libpcp.Uint64Atom(n.i)
	case libpcp.TypeFloat:
		return libpcp.FloatAtom(float32(n.f))
	}
	return libpcp.DoubleAtom(n.f)
}

// bits is an integer of any size, near the limits more often than chance has
// it.
func (g *generator) bits() uint64 {
	if g.chance(4) {
		return oneOf[uint64](g, 0, math.MaxUint64, 1<<31, 1<<32-1, 1<<63, 1<<63-1) + g.Uint64N(100) - 50
	}
	return g.Uint64() >> g.IntN(64)
}

func (g *generator) float() float64 {
	if g.chance(10) {
		return oneOf(g, 0, math.Copysign(0, -1), math.Inf(1), math.NaN(), math.MaxFloat64, 5e-324, 1e38, 1e15)
	}
	return (g.Float64() - 0.3) * math.Pow10(g.IntN(20)-6)
}

// bytes is a value that is no number.
func (g *generator) bytes(t libpcp.Type) []byte {
	if t.Event() {
		return g.events(t == libpcp.TypeHighResEvent)
	}
	if t == libpcp.TypeString {
		return []byte(oneOf(g, "", "a", "hello", `say "hi"`, "two\nlines", "tab\there", "üml\xff", "a string that is rather long, as strings go"))
	}
	b := make([]byte, g.IntN(20))
	for i := range b {
		b[i] = byte(g.Uint32())
	}
	if g.chance(3) {
		return []byte("text in bytes")
	}
	return b
}

// events is an event array; its parameters are metrics of the archive, and
// others.
func (g *generator) events(highRes bool) []byte {
	n := g.IntN(4)
	b := binary.BigEndian.AppendUint32(nil, uint32(n))
	for range n {
		b = g.eventTime(b, highRes)
		if g.chance(5) {
			b = binary.BigEndian.AppendUint32(b, uint32(libpcp.EventMissed))
			b = binary.BigEndian.AppendUint32(b, g.Uint32N(100))
			continue
		}
		params := g.IntN(4)
		b = binary.BigEndian.AppendUint32(b, g.Uint32N(32))
		b = binary.BigEndian.AppendUint32(b, uint32(params))
		for range params {
			b = g.param(b)
		}
	}
	return b
}

func (g *generator) eventTime(b []byte, highRes bool) []byte {
	t := g.instant()
	if highRes {
		b = binary.BigEndian.AppendUint64(b, uint64(t.Unix()))
		return binary.BigEndian.AppendUint64(b, uint64(t.Nanosecond()))
	}
	b = binary.BigEndian.AppendUint32(b, uint32(t.Unix()))
	return binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()/1000))
}

func (g *generator) param(b []byte) []byte {
	id, t := libpcp.NewPMID(70, 9, 9), libpcp.TypeU64
	if m := oneOf(g, g.h.Metrics...); len(g.h.Metrics) > 0 && !g.chance(6) && (m.Type.Numeric() || m.Type == libpcp.TypeString || m.Type == libpcp.TypeAggregate) {
		id, t = m.PMID, m.Type
	}
	var a libpcp.Atom
	if t.Numeric() {
		a = numberAtom(t, number{g.bits(), g.float()})
	} else {
		a = libpcp.BytesAtom(t, g.bytes(t))
	}
	v, format, err := libpcp.NewValue(0, a)
	if err != nil {
		panic(err)
	}
	data := v.Block().Data
	if format == libpcp.InSitu {
		data = binary.BigEndian.AppendUint32(nil, v.Word)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(id))
	b = binary.BigEndian.AppendUint32(b, uint32(t)<<24|uint32(4+len(data)))
	b = append(b, data...)
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}
