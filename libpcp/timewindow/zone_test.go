package timewindow

import (
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
