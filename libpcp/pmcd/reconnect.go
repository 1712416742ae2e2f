package pmcd

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"pcptools/libpcp"
)

// retry is the state of a client's attempts to reconnect.
type retry struct {
	failures  int
	notBefore time.Time
}

// A BackoffError refuses to reconnect: an attempt failed not long ago. It unwraps
// to -ETIMEDOUT, the code of pmReconnectContext(3).
type BackoffError struct {
	NotBefore time.Time // of the next attempt
}

func (e *BackoffError) Error() string {
	return "too early to reconnect, before " + e.NotBefore.Format(time.TimeOnly) + ": " + timedOut.Error()
}

// Unwrap returns the code.
func (e *BackoffError) Unwrap() error { return timedOut }

const timedOut = libpcp.Error(-int32(syscall.ETIMEDOUT))

// reconnect closes the connection and opens another (pmReconnectContext(3)). After
// a failure, further attempts fail at once with a BackoffError, until the wait has
// passed. All failures have the code -ETIMEDOUT.
func (c *Client) reconnect(ctx context.Context) error {
	if time.Now().Before(c.retry.notBefore) {
		return &BackoffError{NotBefore: c.retry.notBefore}
	}
	c.Close()
	cn, err := c.connect(ctx)
	if err != nil {
		c.holdBack()
		return fmt.Errorf("%w: %w", timedOut, err)
	}
	c.conn, c.lost, c.retry, c.changes = cn, nil, retry{}, 0
	return nil
}

// holdBack sets the time of the next attempt: in whole seconds, as PCP counts them,
// unless the program has set the waits.
func (c *Client) holdBack() {
	waits, warning := c.dialer.backoff()
	if c.retry.failures == 0 {
		c.warn(warning)
	}
	wait := waits[min(c.retry.failures, len(waits)-1)]
	c.retry.failures++
	now := time.Now()
	if len(c.dialer.Backoff) == 0 {
		now = now.Truncate(time.Second)
	}
	c.retry.notBefore = now.Add(wait)
}
