package options

import (
	"testing"
	"time"

	"pcptools/libpcp/timewindow"
)

// TestPlaced places windows in a history that goes on, and in one that does not.
func TestPlaced(t *testing.T) {
	first, last := time.Unix(1000, 0), time.Unix(2000, 0)
	text := func(s string) *string { return &s }
	for _, test := range []struct {
		times          timewindow.Options
		follow         bool
		origin, finish int64 // 0 is without end
	}{
		{timewindow.Options{}, false, 1000, 2000},
		{timewindow.Options{}, true, 2000, 0},
		{timewindow.Options{Finish: text("100")}, true, 2000, 2100},
		{timewindow.Options{Align: text("300")}, true, 2100, 0},
		{timewindow.Options{Start: text("-100")}, true, 1900, 0},
		{timewindow.Options{Start: text("100"), Finish: text("5000")}, true, 1100, 6100},
		{timewindow.Options{Start: text("100"), Finish: text("5000")}, false, 1100, 2000},
		{timewindow.Options{Origin: text("500")}, true, 1500, 0},
	} {
		s := new(Timing)
		s.Times, s.Follow = test.times, test.follow
		w, err := s.placed(timewindow.Parser{Zone: time.UTC}, first, last)
		if err != nil {
			t.Error(err)
			continue
		}
		finish := int64(0)
		if !w.Finish.IsZero() {
			finish = w.Finish.Unix()
		}
		if w.Origin.Unix() != test.origin || finish != test.finish {
			t.Errorf("%+v, follow %v: from %d to %d, want %d to %d", test.times, test.follow, w.Origin.Unix(), finish, test.origin, test.finish)
		}
	}
}
