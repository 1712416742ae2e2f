package interpolate

import (
	"math"
	"math/big"

	"pcptools/libpcp/internal/logfile"
)

// seconds is the time from the start of the first archive to t, as
// interpolation counts it.
func (p *Interpolator) seconds(t logfile.Stamp) float64 {
	start := p.set.Begin()
	sec, nsec := t.Sec-start.Sec, t.Nsec-start.Nsec
	return secondsOf(sec+nsec/logfile.Second, nsec%logfile.Second)
}

// secondsOf is sec + nsec/10^9 as the x87 registers of libpcp (C) compute it: the
// quotient is rounded to 64 significant bits, so is the sum, and that to a float64.
// The result differs from what float64 numbers yield where the exact one is near the
// middle between two of them; only there are the slow numbers of math/big asked.
func secondsOf(sec, nsec int64) float64 {
	s, n := float64(sec), float64(nsec)
	q := n / 1e9
	sum := s + q
	rest := float64(s-sum) + q + math.FMA(-q, 1e9, n)/1e9 // of the exact sum
	spacing := math.Nextafter(math.Abs(sum), math.Inf(1)) - math.Abs(sum)
	if quarters := 4 * math.Abs(rest) / spacing; sec == int64(s) && math.Abs(quarters-1) > 0.01 && quarters < 1.99 {
		return sum
	}
	wide := func(i int64) *big.Float { return new(big.Float).SetPrec(64).SetInt64(i) }
	exact, _ := wide(0).Add(wide(sec), wide(0).Quo(wide(nsec), wide(logfile.Second))).Float64()
	return exact
}
