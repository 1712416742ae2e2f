package main

import (
	"math/big"
	"time"

	"pcptools/libpcp"
)

// writeRates writes a row of the rates of change since the previous sample.
func (r *report) writeRates(prev, s *sample) {
	line := r.appendStamp(r.line[:0], s.time)
	span := timeScale(r.desc.Units) * (realTime(s.time.Time) - realTime(prev.time.Time))
	before, now := cursor{values: prev.set.Values}, cursor{values: s.set.Values}
	if r.singular() {
		line = r.appendRate(line, prev, s, &before.values[0], &now.values[0], span)
		r.emit(append(line, '\n'))
		return
	}
	for _, c := range r.columns {
		line = r.appendRate(line, prev, s, before.find(c.ID), now.find(c.ID), span)
		line = append(line, ' ')
	}
	r.emit(append(line, '\n'))
}

// appendRate appends one rate, if both values are there.
func (r *report) appendRate(dst []byte, prev, s *sample, before, now *libpcp.Value, span float64) []byte {
	if before == nil || now == nil {
		return r.column.AppendMissing(dst)
	}
	rise := r.number(s, now) - r.number(prev, before)
	if rise < 0 && r.wraps {
		rise += counterRange(r.desc.Type)
	}
	return r.column.AppendNumber(dst, rise/span)
}

// number is a value as a double.
func (r *report) number(s *sample, v *libpcp.Value) float64 {
	a, _ := libpcp.Extract(s.set.Format, *v, r.desc.Type, libpcp.TypeDouble)
	return a.Float64()
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
// that adds the nanoseconds in 80-bit precision, which decimals of rates show.
func realSeconds(sec, nsec int64) float64 {
	const extended = 64
	number := func(n int64) *big.Float { return new(big.Float).SetPrec(extended).SetInt64(n) }
	sum := number(nsec)
	sum.Quo(sum, number(1e9))
	seconds, _ := sum.Add(sum, number(sec)).Float64()
	return seconds
}
