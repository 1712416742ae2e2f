package timewindow

import (
	"math"
	"testing"
	"time"
)

func TestIntervalDuration(t *testing.T) {
	tests := []struct {
		Interval
		want time.Duration
	}{
		{Interval{}, 0},
		{Interval{1, 500000000}, 1500 * time.Millisecond},
		{Interval{0, 1000000000}, time.Second},
		{Interval{1e12, 0}, math.MaxInt64},
		{Interval{math.MinInt64, math.MinInt64}, math.MinInt64},
	}
	for _, tt := range tests {
		if got := tt.Duration(); got != tt.want {
			t.Errorf("%v: got %d, want %d", tt.Interval, got, tt.want)
		}
	}
}

func BenchmarkParseInterval(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ParseInterval("1hour 15mins 30secs")
	}
}

func BenchmarkWindow(b *testing.B) {
	start, finish := "@ Mar 4 13:07", "2 days ago"
	b.Setenv("TZ", "America/New_York")
	for name, zone := range map[string]*time.Location{"zone": Zone("EST5EDT,M3.2.0,M11.1.0", nil), "TZ": nil} {
		b.Run(name, func(b *testing.B) {
			p := Parser{Zone: zone, Now: oracleNow}
			b.ReportAllocs()
			for b.Loop() {
				p.Window(Options{Start: &start, Finish: &finish}, gapFirst, gapLast)
			}
		})
	}
}

func BenchmarkZone(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Zone("AEST-10AEDT,M10.1.0,M4.1.0/3", nil)
	}
}
