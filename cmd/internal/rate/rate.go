// Package rate makes the values of counters their change per second.
package rate

import (
	"math"
	"math/bits"
	"slices"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Of describes the rates of a counter. It reports whether a metric is one.
func Of(d libpcp.Desc) (rates libpcp.Desc, counter bool) {
	if d.Sem != libpcp.SemCounter || !d.Type.Numeric() {
		return d, false
	}
	d.Type, d.Units = libpcp.TypeDouble, units(d.Units)
	return d, true
}

// units are the units of the change per second.
func units(units libpcp.Units) libpcp.Units {
	u := units.Dimensions()
	if u.DimTime == 0 {
		u.ScaleTime = libpcp.TimeSec
	}
	if u.DimTime--; u.DimTime == 0 {
		u.ScaleTime = 0
	}
	return u.Units()
}

// A Counter remembers the values of a counter, to compare the next ones with.
type Counter struct {
	Desc  libpcp.Desc // of the counter
	Wraps bool        // where it falls, it has wrapped

	last, spare *Numbers

	// The rates of the latest sample.
	values    []report.Value
	atoms     []libpcp.Atom
	instances []report.Instance
}

// Forget has the next values begin anew.
func (c *Counter) Forget() { c.last = nil }

// Apply replaces the values of a metric by their change per second since the
// previous ones. A value without a previous one has no rate. The rates are valid
// until the next call.
func (c *Counter) Apply(m *report.Metric, at time.Time) {
	before, now := c.last, c.spare
	if now == nil {
		now = new(Numbers)
	}
	c.last, c.spare = now, before
	now.Begin(at, m.Values.Len)
	span := 0.0
	if before != nil {
		span = Span(c.Desc.Units, before.Time, at)
	}
	c.values, c.atoms, c.instances = c.values[:0], slices.Grow(c.atoms[:0], m.Values.Len), slices.Grow(c.instances[:0], m.Values.Len)
	for v := range m.Values.All {
		one, inst := *v, instanceOf(v)
		if v.Instance != nil {
			c.instances = append(c.instances, *v.Instance)
			one.Instance = &c.instances[len(c.instances)-1]
		}
		if v.Atom != nil {
			number := v.Atom.Float64()
			now.Add(inst, number)
			old, known := before.of(inst)
			if !known {
				continue
			}
			c.atoms = append(c.atoms, *v.Atom)
			one.Atom = &c.atoms[len(c.atoms)-1]
			c.rate(&one, number-old, span)
		}
		c.values = append(c.values, one)
	}
	now.Order()
	m.Values = report.ListOf(c.values...)
}

func instanceOf(v *report.Value) int32 {
	if v.Instance == nil {
		return libpcp.NullInst
	}
	return v.Instance.ID
}

// rate makes a value that for a rise in a span of time. A counter that has gone
// backwards has no rate.
func (c *Counter) rate(v *report.Value, rise, span float64) {
	if rise < 0 && c.Wraps {
		rise += Range(c.Desc.Type)
	}
	if rise < 0 {
		v.Atom, v.Err = nil, &report.Failure{Err: libpcp.ErrSign}
		return
	}
	*v.Atom = libpcp.DoubleAtom(rise / span)
}

// Span is the time from one sample to the next, in what rates of a counter of some
// units are by: seconds, or the counter's own units of time.
func Span(units libpcp.Units, from, to time.Time) float64 {
	return scale(units) * (Time(to) - Time(from))
}

// Range is where a counter of some type starts again from zero.
func Range(t libpcp.Type) float64 {
	switch t {
	case libpcp.Type32, libpcp.TypeU32:
		return 1 << 32
	case libpcp.Type64, libpcp.TypeU64:
		return 1 << 64
	}
	return 0
}

// scale is how many of the metric's units of time a second has. It has
// the precision of PCP's.
func scale(units libpcp.Units) float64 {
	u := units.Dimensions()
	if u.DimTime == 0 {
		return 1
	}
	n := float32(1)
	for t := int(u.ScaleTime); t < libpcp.TimeSec; t++ {
		n *= 1000
	}
	for t := int(u.ScaleTime); t > libpcp.TimeSec; t-- {
		n /= 60
	}
	return float64(n)
}

// Time is a time in seconds since the epoch.
func Time(t time.Time) float64 { return Seconds(t.Unix(), int64(t.Nanosecond())) }

// Seconds is a length of time in seconds. It is rounded as on a machine
// that adds the nanoseconds with 64 significant bits, which decimals of rates
// show.
func Seconds(sec, nsec int64) float64 {
	if sec < 1 || nsec < 0 {
		return float64(sec) + float64(nsec)/1e9
	}
	shift := bits.LeadingZeros64(uint64(sec))
	hi, lo := bits.Mul64(uint64(nsec), 1<<shift)
	fraction, rest := bits.Div64(hi, lo, 1e9)
	if rest > 5e8 || rest == 5e8 && fraction&1 == 1 {
		fraction++
	}
	sum, carry := bits.Add64(uint64(sec)<<shift, fraction, 0)
	if carry != 0 {
		return float64(sec) + 1
	}
	return math.Ldexp(float64(sum), -shift)
}
