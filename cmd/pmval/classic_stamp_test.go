package main

import (
	"testing"
	"time"
)

// TestCalendar has what pmCtime(3) returns for years that are not of four
// characters.
func TestCalendar(t *testing.T) {
	for _, test := range []struct {
		year            int
		calendar, short string
	}{
		{2023, "Sat Jul  1 00:00:00 2023\n", " 2023"},
		{385, "Mon Jul  1 00:00:00 385\n", " 385\n"},
		{1, "Sun Jul  1 00:00:00 1\n", "   1\n"},
		{-27, "Sun Jul  1 00:00:00 -27\n", " -27\n"},
		{-2971, "Wed Jul  1 00:00:00 -2971", " -297"},
		{10000, "Sat Jul  1 00:00:00 10000", " 1000"},
		{128724, "Tue Jul  1 00:00:00 12872", " 1287"},
	} {
		at := time.Date(test.year, 7, 1, 0, 0, 0, 0, time.UTC)
		if got := calendar(at); got != test.calendar {
			t.Errorf("calendar(%d) = %q", test.year, got)
		}
		if got := string(appendYear(nil, at)); got != test.short {
			t.Errorf("appendYear(%d) = %q", test.year, got)
		}
	}
}
