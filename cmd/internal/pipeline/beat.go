package pipeline

import (
	"context"
	"sync"
	"time"
)

// A beat makes live sources take samples at the same instants. The first
// instant comes when all sources were opened or failed, or after a grace
// period. Sources that open later join in.
type beat struct {
	mu      sync.Mutex
	arrived map[*Session]bool
	number  int           // of sources
	began   chan struct{} // closed when the first instant is known
	first   time.Time
	begins  func() // is called then
}

const (
	grace = time.Second           // that the first sample waits for slow hosts
	lead  = 20 * time.Millisecond // for all to be ready at the first instant
)

// newBeat begins the wait for so many sources, at whose end it calls begins.
func newBeat(sources int, begins func()) *beat {
	b := &beat{arrived: make(map[*Session]bool), number: sources, began: make(chan struct{}), begins: begins}
	time.AfterFunc(grace, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.begin()
	})
	return b
}

func (b *beat) begin() {
	if b.first.IsZero() {
		b.first = time.Now().Add(lead)
		close(b.began)
		b.begins()
	}
}

// arrive announces that the beat need not wait for a source any more.
func (b *beat) arrive(s *Session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.arrived[s] = true; len(b.arrived) == b.number {
		b.begin()
	}
}

// wait waits for the next instant of a grid that has not passed; its first is the beat's.
func (b *beat) wait(ctx context.Context, g *grid) error {
	select {
	case <-b.began:
	case <-ctx.Done():
		return ctx.Err()
	}
	if g.last.IsZero() {
		g.last = b.first.Add(-g.interval)
	}
	return g.wait(ctx)
}

// A grid is instants an interval apart, however long what happens at them takes.
type grid struct {
	interval time.Duration
	last     time.Time // zero before the first
	keys     *keys     // which ask for instants; nil for none
}

// wait waits for the next instant that has not passed, or that a key asks for.
func (g *grid) wait(ctx context.Context) error {
	next := g.last.Add(g.interval)
	if late := time.Since(next); late > 0 && g.interval > 0 {
		next = next.Add(late.Truncate(g.interval) + g.interval)
	}
	at, typed := g.keys.last()
	if !at.After(g.last) { // else it was typed since
		early, err := Until(ctx, next, typed)
		if err != nil {
			return err
		}
		if at = next; early {
			at, _ = g.keys.last()
		}
	}
	g.last = at // which is the same for all sources
	return nil
}

// Until waits for an instant, or until a channel is closed before it.
func Until(ctx context.Context, at time.Time, closed <-chan struct{}) (early bool, err error) {
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return false, nil
	case <-closed:
		return true, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
