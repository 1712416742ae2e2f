package format

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// anyNumber is a number that may be hard to round: of any bits, near a decimal,
// or half way between two.
func anyNumber(r *rand.Rand) float64 {
	switch r.IntN(5) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return float64(r.Int64N(1<<r.IntN(63)+1)) / float64(uint64(1)<<r.IntN(20))
	case 2:
		return float64(r.Int64N(1_000_000)) / math.Pow10(r.IntN(8))
	case 3:
		v := (float64(r.Int64N(20_000)) + 0.5) * math.Pow10(r.IntN(12)-4)
		return math.Nextafter(v, v+float64(r.IntN(3)-1))
	}
	return math.Ldexp(r.Float64(), r.IntN(140)-70)
}

func TestShortcutsRoundExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	short := [2]int{}
	for range 500_000 {
		v := anyNumber(r)
		precision := r.IntN(maxFixed + 2)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		if got, ok := appendFixed(nil, v, precision); ok {
			short[0]++
			if want := strconv.FormatFloat(v, 'f', precision, 64); string(got) != want {
				t.Fatalf("%%.%df of %x: got %s, want %s", precision, v, got, want)
			}
		}
		if got, ok := appendThousandths(nil, v); ok {
			short[1]++
			if want := strconv.FormatFloat(v, 'E', 3, 64); string(got) != want {
				t.Fatalf("%%.3E of %x: got %s, want %s", v, got, want)
			}
		}
	}
	if short[0] < 100_000 || short[1] < 50_000 {
		t.Errorf("shortcuts taken only %d times", short)
	}
}

func BenchmarkColumn(b *testing.B) {
	c := Column{Width: 21, Precision: -1}
	line := make([]byte, 0, 100)
	for b.Loop() {
		for _, v := range []float64{0.5, 1.25, 12.345, 123.456, 1234.5, 123456.7} {
			line = c.AppendNumber(line[:0], v)
		}
	}
}
