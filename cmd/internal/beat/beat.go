// Package beat has the instants at which reports and samples follow each other: an
// interval apart, however long each takes.
package beat

import (
	"context"
	"time"
)

// Next is the instant of a grid after last: the first that has not passed.
func Next(last time.Time, interval time.Duration, now time.Time) time.Time {
	next := last.Add(interval)
	if late := now.Sub(next); late > 0 && interval > 0 {
		next = next.Add(late.Truncate(interval) + interval)
	}
	return next
}

// Until waits for an instant.
func Until(ctx context.Context, at time.Time) error {
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A Grid is instants an interval apart, from when it is first used.
type Grid struct {
	Interval time.Duration
	last     time.Time
}

// Start makes now the first instant, unless there is one.
func (g *Grid) Start() {
	if g.last.IsZero() {
		g.last = time.Now()
	}
}

// Wait waits for the next instant that has not passed.
func (g *Grid) Wait(ctx context.Context) error {
	g.Start()
	next := Next(g.last, g.Interval, time.Now())
	err := Until(ctx, next)
	if err == nil {
		g.last = next
	}
	return err
}
