package options

import (
	"math"
	"testing"
	"time"

	"pcptools/libpcp/timewindow"
)

func TestLastSample(t *testing.T) {
	for _, test := range []struct {
		samples  int
		interval string
		want     time.Duration
	}{
		{3, "10sec", 30 * time.Second},
		{0, "10sec", 0},
		{213504, "1day", math.MaxInt64}, // some 26 minutes, if it were taken modulo 2^64
		{math.MaxInt32, "1000days", math.MaxInt64},
	} {
		interval, err := timewindow.ParseInterval(test.interval)
		if err != nil {
			t.Fatal(err)
		}
		s := Timing{Samples: &test.samples, Interval: &interval}
		if got := s.lastSample(); got != test.want {
			t.Errorf("-s %d -t %s: %v, want %v", test.samples, test.interval, got, test.want)
		}
	}
}
