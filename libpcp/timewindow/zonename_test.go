package timewindow

import (
	"testing"
	"time"
)

// TestZoneNames compares the names of zones given by rules, in January and in
// July 2020, with those that date +%Z prints.
func TestZoneNames(t *testing.T) {
	for _, c := range []struct{ tz, winter, summer string }{
		{"EST5EDT,M3.2.0,M11.1.0", "EST", "EDT"},
		{"XYZ-3:30", "XYZ", "XYZ"},
		{"<+05>-5", "+05", "+05"},
		{"nonsense", "nonsense", "nonsense"},
		{"EST5?", "", ""},
		{"AB5", "", ""},
		{"<-03>3<-02>,M10.1.0,M3.1.0", "-02", "-03"},
		{"EST5EDT4,J1/0,J365/25", "EDT", "EDT"},
		{"abc3def", "abc", "def"},
		{"nosuch/zone", "nosuch", "nosuch"},
		{"abcd_e5", "abcd", "abcd"},
		{"5", "", ""},
		{"ABC5DEF,bogus", "DEF", "DEF"},
	} {
		for at, want := range map[int64]string{1578000000: c.winter, 1594000000: c.summer} {
			if got, _ := time.Unix(at, 0).In(Zone(c.tz)).Zone(); got != want {
				t.Errorf("%s at %d: %q, want %q", c.tz, at, got, want)
			}
		}
	}
}
