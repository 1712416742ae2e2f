package trace

import (
	"io"
	"net"
	"sync"
	"time"

	"pcptools/libpcp/internal/pdu"
)

// Client reports events to a trace agent. The zero Client is configured by the
// environment and connects on first use. Fields must be set before that.
// A Client may be used concurrently.
type Client struct {
	// Host and Port are where the agent listens: by default PCP_TRACE_HOST or
	// this machine, and PCP_TRACE_PORT or 4323.
	Host string
	Port int

	// ConnectLimit is how long a connection may take: by default
	// PCP_TRACE_TIMEOUT or 3 s. RequestLimit is how long an answer may take:
	// PCP_TRACE_REQTIMEOUT or 10 s.
	ConnectLimit, RequestLimit time.Duration

	// Reconnect is how long to wait before each attempt to reconnect; the last
	// repeats: by default PCP_TRACE_RECONNECT or 5, 10, 20, 40, 80 s.
	Reconnect []time.Duration

	// NoAgent disables all communication, as PCP_TRACE_NOAGENT does.
	NoAgent bool

	// Asynchronous sends events in the background, without answers. At most 64 KiB of
	// events wait for an agent that does not read: further ones fail with EAGAIN and
	// are dropped. See [Client.Dropped].
	Asynchronous bool

	// LookupEnv looks up variables; nil means os.LookupEnv.
	LookupEnv func(string) (string, bool)

	// Warnings is where a malformed variable is reported; nil discards it.
	Warnings io.Writer

	mu     sync.Mutex
	begun  map[string]time.Time // transactions; zero time: not in progress
	set    *settings            // nil before the first use
	conn   net.Conn
	queue  *queue // of an asynchronous client
	retry  time.Time
	misses int  // attempts to reconnect since the connection was lost
	lost   bool // there was a connection
	drops  uint64
	buf    []byte
}

// Dropped is how many events an asynchronous client has dropped so far because the agent
// did not read fast enough. PCP's library has no counterpart.
func (c *Client) Dropped() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops
}

// Begin starts a transaction, whose time begins when Begin returns
// (pmtracebegin(3)).
func (c *Client) Begin(tag string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := checkTag(tag); err != nil {
		return err
	}
	if start, ok := c.begun[tag]; ok && !start.IsZero() {
		return ErrInProgress
	}
	if err := c.connect(); err != nil {
		return err
	}
	if c.begun == nil {
		c.begun = make(map[string]time.Time)
	}
	c.begun[tag] = time.Now()
	return nil
}

// End ends a transaction and reports how long it took (pmtraceend(3)).
func (c *Client) End(tag string) error {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	start, err := c.progress(tag)
	if err != nil {
		return err
	}
	c.begun[tag] = time.Time{}
	return c.send(pdu.TraceTransact, tag, now.Sub(start).Seconds())
}

// Abort forgets a transaction that is in progress (pmtraceabort(3)).
func (c *Client) Abort(tag string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := c.progress(tag); err != nil {
		return err
	}
	c.begun[tag] = time.Time{}
	return nil
}

// progress returns when a transaction has begun.
func (c *Client) progress(tag string) (time.Time, error) {
	if err := checkTag(tag); err != nil {
		return time.Time{}, err
	}
	start, ok := c.begun[tag]
	if !ok {
		return time.Time{}, ErrTag
	}
	if start.IsZero() {
		return time.Time{}, ErrNoProgress
	}
	return start, nil
}

// Transact reports a transaction that took d. Unlike Begin and End it can
// overlap with others of the same tag.
func (c *Client) Transact(tag string, d time.Duration) error {
	return c.event(pdu.TraceTransact, tag, d.Seconds())
}

// Point reports that the program has passed a point (pmtracepoint(3)).
func (c *Client) Point(tag string) error { return c.event(pdu.TracePoint, tag, -1) }

// Observe reports a value of any kind (pmtraceobs(3)).
func (c *Client) Observe(tag string, value float64) error {
	return c.event(pdu.TraceObserve, tag, value)
}

// Counter reports a value that never decreases (pmtracecounter(3)).
func (c *Client) Counter(tag string, value float64) error {
	return c.event(pdu.TraceCounter, tag, value)
}

func (c *Client) event(kind pdu.TraceKind, tag string, value float64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := checkTag(tag); err != nil {
		return err
	}
	return c.send(kind, tag, value)
}

func checkTag(tag string) error {
	switch {
	case tag == "":
		return ErrTagName
	case len(tag) > maxTag:
		return ErrTagLength
	}
	return nil
}

// Close sends the events that are still queued, within RequestLimit, and
// closes the connection. A later event connects again.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = false
	return c.disconnect()
}
