package timecontrol

import (
	"context"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp/timecontrol"
)

// TestRequestsAtOnce sends PCP's pmtime all requests there are, one directly
// after the other, and then follows it: none is lost.
func TestRequestsAtOnce(t *testing.T) {
	need.PCP(t)
	d := startDisplay(t)
	port := d.startPmtime(t)
	start, end := time.Unix(789807000, 0), time.Unix(789807500, 0)
	c, err := timecontrol.Connect(t.Context(), port, timecontrol.Settings{Archive: true, Interval: time.Second,
		Position: start.Add(100 * time.Second), Start: start, End: end, Zone: "UTC", Label: "first"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	wider := start.Add(-1000 * time.Second)
	for _, send := range []func() error{
		c.Ready,
		func() error { return c.Show(true) },
		func() error { return c.AddZone("EST5", "east") },
		func() error { return c.AddZone("PST8", "west") },
		func() error { return c.Extend(wider, end) },
	} {
		if err := send(); err != nil {
			t.Fatal(err)
		}
	}
	d.click(t, play)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var bounded bool
	for steps := 0; steps < 20; {
		e, err := c.Receive(ctx)
		if err != nil {
			t.Fatalf("after %d steps: %v", steps, err)
		}
		bounded = bounded || e.Start.Equal(wider)
		if e.Kind == timecontrol.Stepped {
			steps++
			if err := c.Acknowledge(e.Position); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !bounded {
		t.Error("the bounds are not extended")
	}
}
