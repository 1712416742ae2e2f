package pmproxy

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// dripping runs a server that makes contexts, and answers all else with blanks
// that do not end until the test does, or until it is told to answer.
func dripping(t *testing.T) (server *httptest.Server, asked *atomic.Int32, answer *atomic.Bool) {
	need.Loopback(t)
	asked, answer = new(atomic.Int32), new(atomic.Bool)
	ended := make(chan struct{})
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/context"):
			io.WriteString(w, `{"context":7,"hostspec":"h","labels":{}}`)
			return
		case answer.Load():
			io.WriteString(w, fourMetrics)
			return
		}
		asked.Add(1)
		drops := time.NewTicker(time.Millisecond)
		defer drops.Stop()
		for {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			select {
			case <-drops.C:
			case <-r.Context().Done():
				return
			case <-ended:
				return
			}
		}
	}))
	t.Cleanup(func() {
		close(ended)
		server.Close()
	})
	return server, asked, answer
}

// TestTimeout has an answer that never ends: the request fails in time, and those
// behind it at once, until the client is connected again.
func TestTimeout(t *testing.T) {
	server, asked, answer := dripping(t)
	d := Dialer{Timeout: 50 * time.Millisecond}
	c, err := d.Dial(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sourcetest.Direct(c).Traverse(t.Context(), "a"); libpcp.Code(err) != libpcp.ErrTimeout {
		t.Errorf("late answer: %v", err)
	}
	if _, err := sourcetest.Direct(c).Traverse(t.Context(), "a"); libpcp.Code(err) != libpcp.ErrIPC || asked.Load() != 1 {
		t.Errorf("after it: %v, %d requests", err, asked.Load())
	}
	answer.Store(true)
	if err := sourcetest.Direct(c).Reconnect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if names, err := sourcetest.Direct(c).Traverse(t.Context(), "a"); err != nil || len(names) != 4 {
		t.Errorf("connected again: %v, %v", names, err)
	}
}

// TestDeadline has a deadline of the caller pass: that is a timeout too, of all
// that follows with that deadline.
func TestDeadline(t *testing.T) {
	server, _, _ := dripping(t)
	c, err := Dial(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	for range 2 {
		if _, err := sourcetest.Direct(c).Traverse(ctx, "a"); libpcp.Code(err) != libpcp.ErrTimeout {
			t.Errorf("%v", err)
		}
	}
	if _, err := Dial(ctx, server.URL); libpcp.Code(err) != libpcp.ErrTimeout {
		t.Errorf("dialing: %v", err)
	}
}
