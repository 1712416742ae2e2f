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
