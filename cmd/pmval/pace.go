package main

import (
	"context"
	"time"
)

// A pacer keeps what happens an interval apart. Time that passes between its
// waits does not add up; waits that are late altogether are left out.
type pacer struct {
	interval time.Duration
	next     time.Time
}

// wait returns when the next interval is over, or ctx is done.
func (p *pacer) wait(ctx context.Context) error {
	now := time.Now()
	if p.next = p.next.Add(p.interval); !p.next.After(now) {
		p.next = now.Add(p.interval)
	}
	timer := time.NewTimer(p.next.Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
