package cnum

import "math"

// Int64 converts a number to an integer as C programs do on x86-64: towards zero,
// and to the least integer if it does not fit. Go leaves the latter to the processor.
func Int64(v float64) int64 {
	if v >= math.MinInt64 && v < -math.MinInt64 {
		return int64(v)
	}
	return math.MinInt64
}

// Uint64 is the same for unsigned integers, where C's compilers convert what is below
// 2^63 as a signed one, and what is not in two steps: from 2^64 on the result is 0.
func Uint64(v float64) uint64 {
	if v >= 1<<63 {
		return uint64(Int64(v-1<<63)) ^ 1<<63
	}
	return uint64(Int64(v))
}
