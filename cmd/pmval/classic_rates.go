package main

import (
	"math"
	"math/bits"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// note stores the numbers of a sample of a metric of type t.
func (n *numbers) note(s *sample, t libpcp.Type) {
	n.begin(s.time.Time, len(s.set.Values))
	for i, v := range s.set.Values {
		value, err := s.set.Float64(i, t)
		if err != nil {
			if n.errs == nil {
				n.errs = make(map[int]error)
			}
			n.errs[i] = err
		}
		n.add(v.Inst, value)
	}
}

// writeRates writes a row of the rates of change since the previous sample. An
// error ends it in the middle.
func (t *table) writeRates(before *numbers, s *sample) (err error) {
	line := t.stamps.append(t.line[:0], s.time)
	defer func() { t.emit(line) }()
	span := timeScale(t.desc.Units) * (realTime(s.time.Time) - realTime(before.time))
	if t.singular() {
		if line, err = t.appendRate(line, t.column, before, s, 0, 0, span); err == nil {
			line = append(line, '\n')
		}
		return err
	}
	now := cursor{values: s.set.Values}
	for _, c := range t.columns {
		if line, err = t.appendRate(line, t.column, before, s, before.find(c.ID), now.find(c.ID), span); err != nil {
			return err
		}
		line = t.some(append(line, ' '))
	}
	line = append(line, '\n')
	if t.all {
		line, err = t.appendUnknownRates(line, before, s, span)
	}
	return err
}

// appendUnknownRates appends the rates of instances that are not in the domain: of
// those, as in PCP, that had the same place among the values before.
func (t *table) appendUnknownRates(dst []byte, before *numbers, s *sample, span float64) (_ []byte, err error) {
	column := t.column
	column.Width = 1
	for i, v := range s.set.Values {
		if i >= len(before.insts) || before.insts[i] != v.Inst || t.index(v.Inst) >= 0 {
			continue
		}
		if dst, err = t.appendRate(append(dst, warning...), column, before, s, i, i, span); err != nil {
			return dst, err
		}
		dst = appendNoInstance(dst, v.Inst)
	}
	return dst, nil
}

// appendRate appends the rate between a number of the sample before and a value
// of s, if both are there.
func (t *table) appendRate(dst []byte, column format.Column, before *numbers, s *sample, old, now int, span float64) ([]byte, error) {
	if old < 0 || now < 0 {
		return column.AppendMissing(dst), nil
	}
	rise, err := s.set.Float64(now, t.desc.Type)
	if err != nil {
		return dst, failure{"printrate prev pmExtractValue", err} // as PCP has it, the wrong way round
	}
	if err := before.errs[old]; err != nil {
		return dst, failure{"printrate this pmExtractValue", err}
	}
	if rise -= before.values[old]; rise < 0 && t.wraps {
		rise += counterRange(t.desc.Type)
	}
	return column.AppendNumber(dst, rise/span), nil
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
// the precision of PCP's.
func timeScale(units libpcp.Units) float64 {
	u := units.Dimensions()
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
