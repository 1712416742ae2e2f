package fleet

import (
	"context"
	"sync"
	"time"

	"pcptools/cmd/internal/beat"
)

// A Beat makes live sources take samples at the same instants. The first
// instant comes when all sources were opened or failed, or after a grace
// period. Sources that open later join in.
type Beat struct {
	mu      sync.Mutex
	arrived map[*Member]bool
	began   chan struct{} // closed when the first instant is known
	first   time.Time
	number  int    // of members; 0 until it is known
	begins  func() // is called then
}

const (
	grace = time.Second           // that the first sample waits for slow hosts
	lead  = 20 * time.Millisecond // for all to be ready at the first instant
)

// NewBeat returns a Beat for the next Run.
func (f *Fleet) NewBeat() *Beat {
	f.beat = &Beat{arrived: make(map[*Member]bool), began: make(chan struct{})}
	return f.beat
}

// start begins the wait for so many members, at whose end it calls begins.
func (b *Beat) start(members int, begins func()) {
	b.mu.Lock()
	b.number, b.begins = members, begins
	b.mu.Unlock()
	time.AfterFunc(grace, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.begin()
	})
}

func (b *Beat) begin() {
	if b.first.IsZero() {
		b.first = time.Now().Add(lead)
		close(b.began)
		b.begins()
	}
}

// Arrive announces that the Beat need not wait for a member any more.
func (b *Beat) Arrive(m *Member) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.arrived[m] = true; len(b.arrived) == b.number {
		b.begin()
	}
}

// Wait waits for the first instant after last that has not passed; instants are
// an interval apart. A zero last means no previous instant.
func (b *Beat) Wait(ctx context.Context, interval time.Duration, last time.Time) (time.Time, error) {
	select {
	case <-b.began:
	case <-ctx.Done():
		return last, ctx.Err()
	}
	if last.IsZero() {
		last = b.first.Add(-interval)
	}
	next := beat.Next(last, interval, time.Now())
	if err := beat.Until(ctx, next); err != nil {
		return last, err
	}
	return next, nil
}
