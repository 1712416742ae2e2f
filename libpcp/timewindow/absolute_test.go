package timewindow

import (
	"testing"
	"time"
)

// TestAbsolute reads points in time that PCP's notation lacks, if that is
// wanted.
func TestAbsolute(t *testing.T) {
	first := time.Unix(1e9, 0)
	for _, test := range []struct {
		text string
		want int64 // nanoseconds since 1970; 0 for an error
	}{
		{"2019-06-30T23:02:00Z", 1561935720e9},
		{"@2019-06-30T23:02:00Z", 1561935720e9},
		{" @ 2019-07-01T01:02:00.5+02:00", 1561935720.5e9},
		{"@1561935720", 1561935720e9},
		{"@1561935720.25", 1561935720.25e9},
		{"@1561935720.1234567899", 1561935720123456789},
		{"@1561935720.", 1561935720e9},
		{"@1561935720.x", 0}, {"@-5x", 0}, {"@2019-06-30T25:02:00Z", 0},
	} {
		p := Parser{Zone: time.UTC, Now: first}
		if _, err := p.Time(test.text, first, time.Time{}); err == nil {
			t.Errorf("%q is one of PCP's forms", test.text)
		}
		p.Absolute = true
		got, err := p.Time(test.text, first, time.Time{})
		if (err == nil) != (test.want != 0) || err == nil && got.UnixNano() != test.want {
			t.Errorf("%q: %v, %v", test.text, got, err)
		}
	}
}
