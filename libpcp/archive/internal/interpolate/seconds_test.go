package interpolate

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"pcptools/libpcp/internal/logfile"
)

// extended does what secondsOf does with arbitrary-precision numbers.
func extended(sec, nsec int64) float64 {
	wide := func() *big.Float { return new(big.Float).SetPrec(64).SetMode(big.ToNearestEven) }
	q := wide().Quo(wide().SetInt64(nsec), wide().SetInt64(logfile.Second))
	f, _ := wide().Add(wide().SetInt64(sec), q).Float64()
	return f
}

func TestSecondsOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	check := func(sec, nsec int64) {
		t.Helper()
		if got, want := secondsOf(sec, nsec), extended(sec, nsec); got != want {
			t.Fatalf("secondsOf(%d, %d) = %b, want %b", sec, nsec, got, want)
		}
	}
	for _, sec := range []int64{0, 1, -1, 2, 1 << 20, 1<<31 - 1, -1 << 31, 1 << 62} {
		for _, nsec := range []int64{0, 1, -1, 2, 3, 500000000, 999999999, -999999999, logfile.Second, -logfile.Second} {
			check(sec, nsec)
		}
	}
	for range 1_000_000 {
		sec := r.Int64N(1<<r.IntN(62)+1) - r.Int64N(3)
		check(sec, r.Int64N(2*logfile.Second+1)-logfile.Second)
	}
}
