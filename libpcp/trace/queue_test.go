package trace

import (
	"errors"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// TestQueueBound adds events that nobody reads: what waits is bounded, and what is read
// makes room again.
func TestQueueBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		defer there.Close()
		q := startQueue(here, time.Minute)
		event := make([]byte, 1000)
		if err := q.add(event); err != nil { // which is being written
			t.Fatal(err)
		}
		synctest.Wait()
		for range 2 {
			n := 0
			for ; n <= queueSize/len(event); n++ {
				if err := q.add(event); err != nil {
					if !errors.Is(err, syscall.EAGAIN) {
						t.Error(err)
					}
					break
				}
			}
			if n != queueSize/len(event) {
				t.Errorf("%d events wait, want %d", n, queueSize/len(event))
			}
			if _, err := there.Read(make([]byte, queueSize)); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		there.Close()
		synctest.Wait()
		if err := q.add(event); err != ErrIPC {
			t.Errorf("on a closed connection: %v", err)
		}
		q.finish()
	})
}
