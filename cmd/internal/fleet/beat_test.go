package fleet

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
		var f Fleet
		b := f.NewBeat()
		b.start(3, func() {})
		began := time.Now()
		var mu sync.Mutex
		instants := make(map[time.Duration]int)
		sample := func(n int, after time.Duration) {
			time.Sleep(after)
			b.Arrive(&Member{Name: after.String()})
			var at time.Time
			for range n {
				at, _ = b.Wait(context.Background(), time.Second, at)
				if time.Now() != at {
					t.Errorf("waited until %v for %v", time.Now(), at)
				}
				mu.Lock()
				instants[at.Sub(began)]++
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
		var f Fleet
		b := f.NewBeat()
		b.start(2, func() {})
		began := time.Now()
		b.Arrive(&Member{Name: "first"})
		last := &Member{Name: "last"}
		b.Arrive(last)
		b.Arrive(last)
		if at, _ := b.Wait(t.Context(), time.Second, time.Time{}); at.Sub(began) != lead {
			t.Errorf("the first instant is after %v, want %v", at.Sub(began), lead)
		}
		time.Sleep(grace)
	})
}

// TestBeatSkips leaves instants out that have passed.
func TestBeatSkips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f Fleet
		b := f.NewBeat()
		b.start(1, func() {})
		b.Arrive(new(Member))
		first, _ := b.Wait(t.Context(), time.Second, time.Time{})
		time.Sleep(2500 * time.Millisecond)
		next, _ := b.Wait(t.Context(), time.Second, first)
		if next.Sub(first) != 3*time.Second {
			t.Errorf("the next instant is %v later, want 3s", next.Sub(first))
		}
	})
}
