package local

import (
	"context"
	"sync"

	"pcptools/libpcp"
)

// turn lets one request at a time use an agent. An abandoned request keeps its
// turn until the agent has finished it; until then the agent is stuck.
type turn struct {
	taken chan struct{} // has an element during a request

	mu    sync.Mutex
	stuck chan struct{} // closed while the agent is
}

func newTurn() *turn {
	return &turn{taken: make(chan struct{}, 1), stuck: make(chan struct{})}
}

// take waits for the requests before it. If the agent is stuck it returns
// ErrNoAgent.
func (t *turn) take(ctx context.Context) error {
	if t.try() {
		return nil
	}
	t.mu.Lock()
	stuck := t.stuck
	t.mu.Unlock()
	select {
	case t.taken <- struct{}{}:
		return nil
	case <-stuck:
	case <-ctx.Done():
		return ctx.Err()
	}
	if t.try() { // it was stuck
		return nil
	}
	return libpcp.ErrNoAgent
}

// try takes the turn if nobody has it.
func (t *turn) try() bool {
	select {
	case t.taken <- struct{}{}:
		return true
	default:
		return false
	}
}

// end ends the request that has the turn, and closes done, which may be nil.
func (t *turn) end(done chan<- struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-t.stuck:
		t.stuck = make(chan struct{})
	default:
	}
	<-t.taken
	if done != nil {
		close(done)
	}
}

// giveUp gives up the request that will close done, unless it has.
func (t *turn) giveUp(done <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-done:
	default:
		close(t.stuck)
	}
}
