package pmcd_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// host is a fake pmcd for many clients that ends, starts again, and hangs.
type host struct {
	serve pmcdtest.NetDial
	mu    sync.Mutex
	state string // up, down or hanging
	conns []net.Conn
}

func (h *host) dial(ctx context.Context, network, address string) (net.Conn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state == "down" {
		return nil, syscall.ECONNREFUSED
	}
	conn, err := h.serve(ctx, network, address)
	if h.state == "hanging" {
		conn.Close()
		conn, _ = net.Pipe()
	}
	h.conns = append(h.conns, conn)
	return conn, err
}

// set changes the state; all connections end.
func (h *host) set(state string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.state = state
	for _, c := range h.conns {
		c.Close()
	}
	h.conns = nil
}

// TestWatch has several programs at once watch a pmcd that ends, starts again, hangs and
// starts again.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := &host{state: "up", serve: pmcdtest.Pipe(t, func(c *pmcdtest.Conn) {
			pmcdtest.Serve(newCounter(), pmcdtest.AllFeatures)(c)
		})}
		start := time.Now()
		seen := make([]string, 20)
		var programs sync.WaitGroup
		for i := range seen {
			c := libpcp.NewContext(dial(t, pmcd.Dialer{NetDial: h.dial, Backoff: []time.Duration{1500 * time.Millisecond}}))
			g, err := c.Group(ctx, "memory.one")
			if err != nil {
				t.Fatal(err)
			}
			programs.Go(func() {
				for s, err := range g.Watch(ctx, time.Second, 300*time.Millisecond) {
					seen[i] += fmt.Sprintf("%d%s ", s.Time.Sub(start).Round(time.Second)/time.Second, spellWatched(s, err))
				}
			})
		}
		for _, change := range []struct {
			seconds float64
			state   string
		}{{3.5, "down"}, {7.5, "up"}, {11.5, "hanging"}, {13.8, "up"}} {
			time.Sleep(time.Until(start.Add(time.Duration(change.seconds * float64(time.Second)))))
			h.set(change.state)
		}
		time.Sleep(3500 * time.Millisecond)
		cancel()
		programs.Wait()
		// A second and a half after each attempt to connect there is no other.
		const want = "0 1+ 2+ 3+ 4:lost 5:refused 6:early 7:refused 8:early 9 10+ 11+ 12:lost 13:slow 14:early 15 16+ 17+ "
		for i, got := range seen {
			if got != want {
				t.Errorf("program %d: %s\nwant %s", i, got, want)
			}
		}
	})
}

// spellWatched is "" for a value, "+" if it has a rate, and a word for an error.
func spellWatched(s *libpcp.Sample, err error) string {
	var early *pmcd.BackoffError
	switch {
	case errors.As(err, &early):
		return ":early"
	case errors.Is(err, syscall.ECONNREFUSED):
		return ":refused"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, libpcp.ErrTimeout):
		return ":slow"
	case err != nil:
		return ":lost"
	}
	readings, err := s.Values("memory.one")
	if err != nil || len(readings) != 1 {
		return fmt.Sprint(":", len(readings), err)
	}
	if _, ok := readings[0].Rate(); ok {
		return "+"
	}
	return ""
}

// counter is a source with a counter, whose results are of now.
type counter struct{ *sourcetest.Memory }

func newCounter() counter {
	m := sourcetest.NewMemory(0)
	for i := range m.Metrics {
		if m.Metrics[i].Name == "memory.one" {
			m.Metrics[i].Desc.Sem = libpcp.SemCounter
		}
	}
	return counter{m}
}

func (c counter) Ask(ctx context.Context, queries ...libpcp.Query) {
	c.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		if q, ok := q.(*libpcp.FetchQuery); ok && q.Result != nil {
			q.Result.Time = time.Now()
		}
	}
}
