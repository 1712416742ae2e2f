package timewindow

import (
	"testing"
	"time"
)

// TestAbsolute reads points in time that PCP's notation lacks, or has another
// meaning for, if that is wanted.
func TestAbsolute(t *testing.T) {
	first := time.Unix(1e9, 0)
	const at = 1561935720 // 23:02 in UTC, on 30 June 2019
	const second = int64(time.Second)
	for _, test := range []struct {
		text string
		want int64 // nanoseconds since 1970; 0 for an error
	}{
		{"2019-06-30T23:02:00Z", at * second},
		{"@2019-06-30T23:02:00Z", at * second},
		{" @ 2019-07-01T01:02:00.5+02:00", at*second + 5e8},
		{"2019-06-30T23:02:00", (at - 7200) * second},
		{"2019-06-30T23:02:00,25", (at-7200)*second + 25e7},
		{"@2019-06-30T23:02", (at - 7200) * second},
		{"2019-06-30t23:02z", at * second},
		{"2019-06-30T23", (at - 7200 - 120) * second},
		{"20190630T230200", (at - 7200) * second},
		{"20190630T2302Z", at * second},
		{"2019-06-30T23:02+00:00", at * second},
		{"2019-06-30T23:02+0200", (at - 7200) * second},
		{"2019-06-30T18:02-05", at * second},
		{"2019-06-30 23:02+00:00", at * second},
		{"2019-06-30 18:02:00.5 -0500", at*second + 5e8},
		{"2019-06-30 23:02+02", (at - 7200) * second}, // two minutes to PCP
		{"2019-01-30T23:02", 1548885720 * second},
		{"2019-06-30", (at - 7200 - 23*3600 - 120) * second},
		{"@1561935720", at * second},
		{"@1561935720.25", at*second + 25e7},
		{"@1561935720.1234567899", 1561935720123456789},
		{"@1561935720.", at * second},
		{"@1561011231", 1561011231 * second}, // 31 December 156101 to PCP
		{"@1561935720.x", 0}, {"@-5x", 0}, {"@2019-06-30T25:02:00Z", 0},
		{"2019-06-30T24:00", 0}, {"2019-06-31T23:02", 0}, {"2019-06-30T23:02:60", 0}, {"2019-06-30T23:02.5", 0},
		{"2019-181T23:02", 0}, {"2019-W26-7T23:02", 0}, {"T23:02", 0}, {"T23:02+00:00", 0},
		{"2019/06/30T23:02", 0}, {"30-jun-2019T23:02", 0}, {"2019-06-30 23:02 t5", 0},
		{"2019-06-30T23:02:00\u221205:00", 0}, {"2019-06-30 23:02:00\u221205:00", 0},
	} {
		p := Parser{Zone: summerZone, Now: first, Absolute: true}
		got, err := p.Time(test.text, first, time.Time{})
		if (err == nil) != (test.want != 0) || err == nil && got.UnixNano() != test.want {
			t.Errorf("%q: %v, %v, want %v", test.text, got, err, time.Unix(0, test.want).UTC())
		}
	}
}

// summerZone is two hours ahead of UTC in summer, one in winter.
var summerZone = Zone("CET-1CEST,M3.5.0,M10.5.0/3", nil)

// TestAbsoluteLeavesPhrases has PCP's forms mean the same.
func TestAbsoluteLeavesPhrases(t *testing.T) {
	first := time.Unix(1561935600, 0)
	for _, text := range []string{"5min", "@13:07", "@Oct 4 13:07", "oct4", "sept 12 9pm", "2019-06-30 9pm", "2019-06-30 23:02",
		"@20190630", "20190630 2302", "2019-06-30 23:02 z", "2019-06-30 23:02 +0200", "2 hours ago"} {
		p := Parser{Zone: summerZone, Now: first}
		want, err := p.Time(text, first, first.Add(time.Hour))
		if err != nil {
			t.Fatal(text, err)
		}
		p.Absolute = true
		if got, err := p.Time(text, first, first.Add(time.Hour)); err != nil || !got.Equal(want) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
}

// TestInPhrases writes times that PCP's forms lack, or take for others, as one
// of them.
func TestInPhrases(t *testing.T) {
	p := Parser{Zone: summerZone, Now: time.Unix(1561935600, 0)}
	for text, want := range map[string]string{
		"2019-06-30T23:02:00":      "2019-06-30 23:02:00",
		"@2019-06-30T23:02":        "2019-06-30 23:02:00",
		"2019-06-30T23:02:00.5Z":   "2019-07-01 01:02:00",
		"2019-06-30 23:02+00:00":   "2019-07-01 01:02:00",
		"2019-06-30 23:02":         "",
		"2019-06-30":               "",
		"2019-06-30T23:02:00+0200": "", // right by chance
		"2019-06-30T25:02":         "",
		"T23:02":                   "@23:02", // the zone T to PCP
		"@T23:02:30":               "@23:02:30",
		"T23:02+00:00":             "", // an error to PCP
		"T":                        "",
		"5min":                     "",
	} {
		if got := p.InPhrases(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
