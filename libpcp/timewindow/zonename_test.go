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
		{"AB5", "", ""},
		{"<-03>3<-02>,M10.1.0,M3.1.0", "-02", "-03"},
		{"EST5EDT4,J1/0,J365/25", "EDT", "EDT"},
		{"abc3def", "abc", "def"},
		{"nosuch/zone", "nosuch", "nosuch"},
		{"5", "", ""},
	} {
		for at, want := range map[int64]string{1578000000: c.winter, 1594000000: c.summer} {
			if got, _ := time.Unix(at, 0).In(Zone(c.tz, nil)).Zone(); got != want {
				t.Errorf("%s at %d: %q, want %q", c.tz, at, got, want)
			}
		}
	}
}

// The zones are those that the genuine tools of PCP 7.2.2 accepted, or did not.
func TestCheckZone(t *testing.T) {
	for _, tz := range []string{"UTC", "EST5EDT", "Australia/Melbourne", ":Australia/Melbourne", ":/etc/localtime", "UTC+25", "X",
		"EST5EDT,M3.2.0/2,M11.1.0/2", "Etc/GMT+5", `"UTC"`, ".", "-", "+", "_"} {
		if err := CheckZone(tz); err != nil {
			t.Errorf("%q: %v", tz, err)
		}
	}
	for _, tz := range []string{"", "<+04>-4", "/etc/localtime", "..", "../../etc/passwd", "Europe/../Europe/Paris", "a=b", "a%b",
		`a\b`, "~", "*", "(x)", "\u00e9", "a b", "foo;bar"} {
		if CheckZone(tz) == nil {
			t.Errorf("%q: no error", tz)
		}
	}
}
