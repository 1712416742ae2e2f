package timewindow

import (
	"os"
	"testing"
	"time"
)

// The directory of zones is that of the look-up function, not of the process.
func TestZoneDirectory(t *testing.T) {
	useTestZones(t)
	elsewhere := t.TempDir()
	look := func(string) (string, bool) { return elsewhere, true }
	const name = "Europe/Berlin"
	if at := time.Unix(0, 0).In(Zone(name, nil)); at.Hour() != 1 {
		t.Fatalf("of the process: %v", at)
	}
	if at := time.Unix(0, 0).In(Zone(name, look)); at.Hour() != 0 || Known(name, look) {
		t.Errorf("of the look-up function: %v", at)
	}
}

// Greenwich's time is gmtime(3)'s, which counts the leap seconds of TZ, also in
// another reporting zone. What is wanted was recorded from the genuine pmval.
func TestLeapSecondsOfTZ(t *testing.T) {
	useTestZones(t)
	for _, test := range []struct {
		tz, zone string
		want     int64 // of the beginning of 1998
	}{
		{"UTC", "EST5", 883630800},
		{"right/UTC", "EST5", 883630740},
		{"right/UTC", "CET-1", 883609200},
		{"right/UTC", "right/Europe/Berlin", 883609200},
		{"Europe/Berlin", "right/Europe/Berlin", 883609260},
		{"right/America/New_York", "XXX0:01", 883612800},
	} {
		look := func(name string) (string, bool) {
			if name == "TZ" {
				return test.tz, true
			}
			return os.LookupEnv(name)
		}
		p := Parser{Zone: Zone(test.zone, look), LookupEnv: look, Now: oracleNow}
		if at, err := p.Time("@1/1/98", time.Unix(0, 0), oracleNow); err != nil || at.Unix() != test.want {
			t.Errorf("TZ=%s, -Z %s: got %d, %v, want %d", test.tz, test.zone, at.Unix(), err, test.want)
		}
	}
}
