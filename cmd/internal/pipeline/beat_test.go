package pipeline

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestBeat samples three hosts a second apart: one that is there at once, one
// that comes after three and a half seconds, and one that is never there. The
// samples are taken at the same instants.
func TestBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBeat(3, func() {})
		began := time.Now()
		var mu sync.Mutex
		instants := make(map[time.Duration]int)
		sample := func(n int, after time.Duration) {
			time.Sleep(after)
			b.arrive(&Session{Name: after.String()})
			g := grid{interval: time.Second}
			for range n {
				b.wait(context.Background(), &g)
				if time.Now() != g.last {
					t.Errorf("waited until %v for %v", time.Now(), g.last)
				}
				mu.Lock()
				instants[g.last.Sub(began)]++
				mu.Unlock()
			}
		}
		var all sync.WaitGroup
		all.Go(func() { sample(5, 0) })
		all.Go(func() { sample(2, 3500*time.Millisecond) })
		all.Wait()
		first := grace + lead
		for i, n := range []int{1, 1, 1, 2, 2} {
			if at := first + time.Duration(i)*time.Second; instants[at] != n {
				t.Errorf("after %v: %d samples, want %d; all are %v", at, instants[at], n, instants)
			}
		}
	})
}

// TestBeatBegins waits for nobody once all have arrived.
func TestBeatBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBeat(2, func() {})
		began := time.Now()
		b.arrive(&Session{Name: "first"})
		last := &Session{Name: "last"}
		b.arrive(last)
		b.arrive(last)
		g := grid{interval: time.Second}
		if b.wait(t.Context(), &g); g.last.Sub(began) != lead {
			t.Errorf("the first instant is after %v, want %v", g.last.Sub(began), lead)
		}
		time.Sleep(grace)
	})
}

// TestBeatSkips leaves instants out that have passed.
func TestBeatSkips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBeat(1, func() {})
		b.arrive(new(Session))
		g := grid{interval: time.Second}
		b.wait(t.Context(), &g)
		first := g.last
		time.Sleep(2500 * time.Millisecond)
		if b.wait(t.Context(), &g); g.last.Sub(first) != 3*time.Second {
			t.Errorf("the next instant is %v later, want 3s", g.last.Sub(first))
		}
	})
}
