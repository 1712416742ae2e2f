package cnum_test

import (
	"math"
	"testing"

	"pcptools/internal/cnum"
)

// TestConvert has the results of a C program, compiled for x86-64.
func TestConvert(t *testing.T) {
	const least, half = math.MinInt64, uint64(1) << 63
	for _, test := range []struct {
		v        float64
		signed   int64
		unsigned uint64
	}{
		{0, 0, 0},
		{1.9, 1, 1},
		{-1.9, -1, math.MaxUint64},
		{1<<63 - 1024, 1<<63 - 1024, 1<<63 - 1024},
		{1 << 63, least, half},
		{1<<63 + 2048, least, half + 2048},
		{1<<64 - 2048, least, 1<<64 - 2048},
		{1 << 64, least, 0},
		{1e300, least, 0},
		{-1 << 63, least, half},
		{-1e300, least, half},
		{math.Inf(1), least, 0},
		{math.Inf(-1), least, half},
		{math.NaN(), least, half},
	} {
		if got := cnum.Int64(test.v); got != test.signed {
			t.Errorf("Int64(%v) is %d, want %d", test.v, got, test.signed)
		}
		if got := cnum.Uint64(test.v); got != test.unsigned {
			t.Errorf("Uint64(%v) is %d, want %d", test.v, got, test.unsigned)
		}
	}
}
