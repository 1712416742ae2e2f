package timewindow_test

import (
	"fmt"
	"log"
	"time"

	"pcptools/libpcp/timewindow"
)

// The interval of -t.
func ExampleParseInterval() {
	iv, err := timewindow.ParseInterval("1min 30sec")
	fmt.Println(iv.Duration(), err)
	// Output:
	// 1m30s <nil>
}

// The window of -S, -T and -A, within what an archive has.
func ExampleParser_Window() {
	zone := timewindow.Zone("EST5EDT,M3.2.0,M11.1.0", nil)
	first := time.Date(2024, 6, 1, 8, 4, 0, 0, zone)
	start, finish, align := "10min", "@ 17:30", "15min"
	p := timewindow.Parser{Zone: zone, Now: first}
	w, err := p.Window(timewindow.Options{Start: &start, Finish: &finish, Align: &align}, first, first.Add(24*time.Hour))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("from", w.Start.In(zone).Format(time.RFC3339))
	fmt.Println("to  ", w.Finish.In(zone).Format(time.RFC3339))
	// Output:
	// from 2024-06-01T08:15:00-04:00
	// to   2024-06-01T17:30:00-04:00
}

// One point in time, as -O and -S have it, between a start and an end.
func ExampleParser_Time() {
	start := time.Date(2024, 6, 1, 8, 4, 0, 0, time.UTC)
	p := timewindow.Parser{Zone: time.UTC, Now: start}
	for _, text := range []string{"90 seconds", "-5min", "@ 17:30"} {
		at, err := p.Time(text, start, start.Add(24*time.Hour))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(at.UTC().Format(time.DateTime))
	}
	// Output:
	// 2024-06-01 08:05:30
	// 2024-06-02 07:59:00
	// 2024-06-01 17:30:00
}
