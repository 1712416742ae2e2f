package main

import (
	"math"
	"math/bits"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// writeRates writes a row of the rates of change since the previous sample.
func (r *report) writeRates(prev, s *sample) error {
	line := r.appendStamp(r.line[:0], s.time)
	span := timeScale(r.desc.Units) * (realTime(s.time.Time) - realTime(prev.time.Time))
	if r.singular() {
		line, err := r.appendRate(line, prev, s, 0, 0, span)
		if err != nil {
			return r.abort(line, err)
		}
		r.emit(append(line, '\n'))
		return nil
	}
	before, now := cursor{values: prev.set.Values}, cursor{values: s.set.Values}
	for _, c := range r.columns {
		var err error
		if line, err = r.appendRate(line, prev, s, before.find(c.ID), now.find(c.ID), span); err != nil {
			return r.abort(line, err)
		}
		line = append(line, ' ')
	}
	r.emit(append(line, '\n'))
	return nil
}

// appendRate appends the rate between a value of prev and one of s, if both
// are there.
func (r *report) appendRate(dst []byte, prev, s *sample, before, now int, span float64) ([]byte, error) {
	if before < 0 || now < 0 {
		return r.column.AppendMissing(dst), nil
	}
	old, err := prev.number(before, r.desc.Type)
	if err != nil {
		return dst, failure{"printrate prev pmExtractValue", err}
	}
	rise, err := s.number(now, r.desc.Type)
	if err != nil {
		return dst, failure{"printrate this pmExtractValue", err}
	}
	if rise -= old; rise < 0 && r.wraps {
		rise += counterRange(r.desc.Type)
	}
	return r.column.AppendNumber(dst, rise/span), nil
}

// number is a value of the sample as a double. It is worked out once: a value
// takes part in two rates.
func (s *sample) number(i int, t libpcp.Type) (float64, error) {
	if len(s.numbers) == 0 {
		for range s.set.Values {
			s.numbers = append(s.numbers, math.NaN())
		}
	}
	if n := s.numbers[i]; n == n {
		return n, nil
	}
	if n, ok := libpcp.Number(s.set.Format, &s.set.Values[i], t); ok {
		s.numbers[i] = n
		return n, nil
	}
	a, err := libpcp.Extract(s.set.Format, s.set.Values[i], t, libpcp.TypeDouble)
	if err != nil {
		return 0, err
	}
	s.numbers[i] = a.Float64()
	return s.numbers[i], nil
}

// abort ends the report in the middle of a line.
func (r *report) abort(line []byte, err error) error {
	r.emit(line)
	r.complain(r.prog + ":" + err.Error() + "\n")
	return tool.Exit(1)
}

// counterRange is where a counter of some type starts again from zero.
func counterRange(t libpcp.Type) float64 {
	switch t {
	case libpcp.Type32, libpcp.TypeU32:
		return 1 << 32
	case libpcp.Type64, libpcp.TypeU64:
		return 1 << 64
	}
	return 0
}

// timeScale is how many of the metric's units of time a second has. It has
// the precision of the original.
func timeScale(u libpcp.Units) float64 {
	if u.DimTime == 0 {
		return 1
	}
	scale := float32(1)
	for t := int(u.ScaleTime); t < libpcp.TimeSec; t++ {
		scale *= 1000
	}
	for t := int(u.ScaleTime); t > libpcp.TimeSec; t-- {
		scale /= 60
	}
	return float64(scale)
}

// realTime is a time in seconds since the epoch.
func realTime(t time.Time) float64 { return realSeconds(t.Unix(), int64(t.Nanosecond())) }

// realSeconds is a length of time in seconds. It is rounded as on a machine
// that adds the nanoseconds with 64 significant bits, which decimals of rates
// show.
func realSeconds(sec, nsec int64) float64 {
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
