package conf

import (
	"testing"
	"time"
	_ "time/tzdata" // where the system has none
)

// TestPosixZone is what libpcp (C) says on machines in these zones.
func TestPosixZone(t *testing.T) {
	for _, test := range []struct{ zone, date, want string }{
		{"UTC", "2026-11-21", "UTC"},
		{"Europe/Dublin", "2026-11-21", "GMT"},
		{"Europe/Berlin", "2026-11-21", "CET-1"},
		{"Australia/Sydney", "2026-11-21", "AEDT-11"},
		{"America/New_York", "2026-11-21", "EST+5"},
		{"Asia/Kolkata", "2026-11-21", "IST-5:30"},
		{"America/St_Johns", "2026-11-21", "NST+3:30"},
		{"Africa/Casablanca", "2026-11-21", "+01-1"},
		{"Etc/GMT+5", "2026-11-21", "-05+5"},
		{"Asia/Kathmandu", "2026-11-21", "+0545-5:45"},
	} {
		zone, err := time.LoadLocation(test.zone)
		if err != nil {
			t.Fatal(err)
		}
		date, err := time.ParseInLocation(time.DateOnly, test.date, zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := posixZone(date); got != test.want {
			t.Errorf("%s: got %q, want %q", test.zone, got, test.want)
		}
	}
}

func TestTimezone(t *testing.T) {
	t.Setenv("TZ", "Europe/Berlin")
	if got := Timezone(); got != "Europe/Berlin" {
		t.Errorf("got %q", got)
	}
}
