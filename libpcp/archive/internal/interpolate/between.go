package interpolate

import (
	"math"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// between interpolates a counter of a type from p to n, dt into an interval
// of length d; with wrap, a counter that has gone down has wrapped. The operations
// have the order of libpcp (C), and each is rounded.
func between(typ libpcp.Type, p, n uint64, dt, d float64, wrap bool) uint64 {
	switch typ {
	case libpcp.Type32:
		return uint64(uint32(between32(int32(p), int32(n), dt, d, wrap)))
	case libpcp.TypeU32:
		return uint64(betweenU32(uint32(p), uint32(n), dt, d, wrap))
	case libpcp.Type64:
		return uint64(between64(int64(p), int64(n), dt, d))
	case libpcp.TypeU64:
		return betweenU64(int64(p), int64(n), dt, d, wrap)
	case libpcp.TypeFloat:
		from, to := math.Float32frombits(uint32(p)), math.Float32frombits(uint32(n))
		return uint64(math.Float32bits(float32(float64(from) + part(float64(float32(to-from)), dt, d))))
	}
	from, to := math.Float64frombits(p), math.Float64frombits(n)
	return math.Float64bits(from + part(float64(to-from), dt, d))
}

// part is the part of a difference that dt of d is.
func part(diff, dt, d float64) float64 { return float64(float64(dt*diff) / d) }

const wrap32 = 1 << 32

// between32 wraps where libpcp (C), trying to, would write to memory
// that is not its own.
func between32(p, n int32, dt, d float64, wrap bool) int32 {
	if wrap && n < p {
		return p + int32(cnum.Int64(0.5+part(float64(n-p)+wrap32, dt, d)))
	}
	x := cnum.Int64(float64(0.5+float64(p)) + part(float64(n-p), dt, d))
	if x != int64(int32(x)) {
		return math.MinInt32
	}
	return int32(x)
}

func betweenU32(p, n uint32, dt, d float64, wrap bool) uint32 {
	base := float64(0.5 + float64(p))
	switch {
	case n >= p:
		base += part(float64(n-p), dt, d)
	case wrap:
		base += part(float64(n-p), dt, d) // modulo 2^32
	default:
		base -= part(float64(p-n), dt, d)
	}
	return uint32(cnum.Int64(base))
}

// between64 never wraps, as in libpcp (C).
func between64(p, n int64, dt, d float64) int64 {
	return cnum.Int64(float64(0.5+float64(p)) + part(float64(n-p), dt, d))
}

// betweenU64 takes its operands as signed, as libpcp (C) does.
func betweenU64(p, n int64, dt, d float64, wrap bool) uint64 {
	base := float64(0.5 + float64(p))
	switch {
	case n >= p:
		base += part(float64(n-p), dt, d)
	case wrap:
		base += part(float64(uint64(n-p)), dt, d) // modulo 2^64
	default:
		base -= part(float64(p-n), dt, d)
	}
	return cnum.Uint64(base)
}
