package timecontrol_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"pcptools/libpcp/timecontrol"
)

// A program follows a pmtime, here one in which the user plays two steps. Start starts
// one with a window.
func ExampleFollower() {
	port, err := timecontrol.Fake(2)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	noon := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	client, err := timecontrol.Connect(ctx, port, timecontrol.Settings{
		Archive: true, Start: noon, End: noon.Add(time.Hour), Position: noon, Interval: time.Minute, Zone: "UTC",
	})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	follower := timecontrol.NewFollower(client)
	for {
		action, err := follower.Next(ctx)
		if err != nil {
			break // the pmtime has ended
		}
		if action.Task == timecontrol.Fetch {
			fmt.Println(action.Moved, action.Position.UTC().Format(time.TimeOnly), action.Interval)
			// … Context.SetMode if it has moved, and Context.Fetch
		}
	}
	// Output:
	// true 12:00:00 1m0s
	// false 12:01:00 1m0s
}

// A client without a Follower, which offers the user a zone and what an archive that grows
// has, receives each event itself.
func ExampleClient() {
	port, err := timecontrol.Fake(1)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	noon := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	c, err := timecontrol.Connect(ctx, port, timecontrol.Settings{
		Archive: true, Start: noon, End: noon.Add(time.Hour), Position: noon, Interval: time.Minute, Zone: "UTC",
	})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	for {
		e, err := c.Receive(ctx)
		if err != nil {
			break
		}
		if e.Kind == timecontrol.Stepped && e.State == timecontrol.Forward && e.Mode == timecontrol.Normal {
			fmt.Println(e.Position.UTC().Format(time.TimeOnly), e.Interval)
			// … what the program shows, before the others go on
			for _, err := range []error{
				c.AddZone("EST5EDT", "server"),
				c.Extend(noon, noon.Add(2*time.Hour)),
				c.Acknowledge(e.Position),
			} {
				if err != nil {
					log.Fatal(err)
				}
			}
		}
	}
	// Output:
	// 12:00:00 1m0s
}
