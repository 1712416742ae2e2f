package interpolate

import (
	"math"
	"math/bits"

	"pcptools/libpcp/internal/logfile"
)

// seconds is the time from the start of the first archive to t, as
// interpolation counts it.
func (p *Interpolator) seconds(t logfile.Stamp) float64 {
	start := p.set.Begin()
	sec, nsec := t.Sec-start.Sec, t.Nsec-start.Nsec
	return secondsOf(sec+nsec/logfile.Second, nsec%logfile.Second)
}

// secondsOf is sec + nsec/10^9 as the x87 registers of libpcp (C)
// compute it: the quotient is rounded to 64 significant bits, so is the sum,
// and that is rounded to a float64. The nanoseconds are at most a second, of
// either sign.
func secondsOf(sec, nsec int64) float64 {
	switch {
	case sec == math.MinInt64: // has no negative
		return float64(sec)
	case nsec%logfile.Second == 0:
		return float64(sec + nsec/logfile.Second)
	case sec < 0 || sec == 0 && nsec < 0:
		return -secondsOf(-sec, -nsec)
	case sec == 0:
		q := quotient(uint64(nsec))
		return math.Ldexp(float64(q.mantissa), -q.shift)
	case nsec > 0:
		q := quotient(uint64(nsec))
		return joined(uint64(sec), 0, q.mantissa, q.shift)
	}
	q := quotient(uint64(-nsec))
	lo, borrow := bits.Sub64(0, q.mantissa, 0)
	hi, _ := bits.Sub64(1<<(q.shift-64), 0, borrow)
	return joined(uint64(sec)-1, hi, lo, q.shift)
}

// fraction is mantissa/2^shift, with 64 significant bits.
type fraction struct {
	mantissa uint64
	shift    int
}

// quotient is nsec/10^9, which must be less than one and not zero.
func quotient(nsec uint64) fraction {
	up := bits.LeadingZeros64(nsec) - 34 // to 30 bits
	nsec <<= up
	hi, lo, shift := nsec, uint64(0), 64
	if nsec >= logfile.Second {
		hi, lo, shift = nsec>>1, nsec<<63, 63
	}
	m, rest := bits.Div64(hi, lo, logfile.Second)
	if rest > logfile.Second/2 || rest == logfile.Second/2 && m&1 == 1 {
		m++
	}
	return fraction{m, shift + up}
}

// joined is whole + (hi:lo)/2^shift, rounded to 64 bits and then to 53.
func joined(whole, hi, lo uint64, shift int) float64 {
	if whole == 0 {
		drop := max(bits.Len64(hi), 0)
		return math.Ldexp(float64(roundShift(hi, lo, drop)), drop-shift)
	}
	n := bits.Len64(whole)
	m, carry := bits.Add64(whole<<(64-n), roundShift(hi, lo, shift-64+n), 0)
	if carry == 1 {
		return math.Ldexp(1, n)
	}
	return math.Ldexp(float64(m), n-64)
}

// roundShift is (hi:lo)/2^n, which must fit 64 bits, rounded half to even.
func roundShift(hi, lo uint64, n int) uint64 {
	if n == 0 {
		return lo
	}
	m := shiftRight(hi, lo, n)
	half := shiftRight(hi, lo, n-1) & 1
	if half == 0 {
		return m
	}
	if rest := anyBelow(hi, lo, n-1); rest || m&1 == 1 {
		m++
	}
	return m
}

func shiftRight(hi, lo uint64, n int) uint64 {
	if n >= 64 {
		return hi >> (n - 64)
	}
	return hi<<(64-n) | lo>>n
}

// anyBelow reports whether any of the lowest n bits is set.
func anyBelow(hi, lo uint64, n int) bool {
	if n >= 64 {
		return lo != 0 || hi&(1<<(n-64)-1) != 0
	}
	return lo&(1<<n-1) != 0
}
