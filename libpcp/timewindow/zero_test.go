package timewindow

import (
	"testing"
	"time"
)

// TestZeroParser has a Parser without a zone and a time: it takes this process's,
// and that of the call.
func TestZeroParser(t *testing.T) {
	t.Setenv("TZ", "XYZ-5")
	var p Parser
	before := time.Now().Truncate(time.Second)
	if got, err := p.Time("now", time.Unix(0, 0), time.Time{}); err != nil || got.Before(before) {
		t.Errorf("now: %v, %v", got, err)
	}
	if got, err := p.Time("@ 1996-03-04 13:07:47", time.Unix(0, 0), time.Time{}); err != nil || got.Unix() != 825926867 {
		t.Errorf("a date: %v, %v", got, err)
	}
	align, start := "1hour", "@ 13:07:47"
	if _, err := p.Window(Options{Start: &start, Align: &align}, time.Unix(0, 0), time.Time{}); err != nil {
		t.Error(err)
	}
}
