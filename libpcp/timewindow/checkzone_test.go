package timewindow

import "testing"

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
