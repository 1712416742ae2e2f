package pmcd

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"pcptools/libpcp"
)

// retry is the state of a client's attempts to reconnect. Times are in whole
// seconds, as PCP counts them.
type retry struct {
	failures  int
	notBefore int64
}

// reconnect closes the connection and opens another (pmReconnectContext(3)). After a failure, further attempts fail at
// once until the time in PMCD_RECONNECT_TIMEOUT has passed. Both failures have
// the code -ETIMEDOUT.
func (c *Client) reconnect(ctx context.Context) error {
	const timedOut = libpcp.Error(-int32(syscall.ETIMEDOUT))
	if c.retry.notBefore > time.Now().Unix() {
		return fmt.Errorf("too early to reconnect: %w", timedOut)
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

// holdBack sets the time of the next attempt.
func (c *Client) holdBack() {
	waits, warning := c.dialer.backoff()
	if c.retry.failures == 0 {
		c.warn(warning)
	}
	wait := waits[min(c.retry.failures, len(waits)-1)]
	c.retry.failures++
	c.retry.notBefore = time.Now().Unix() + int64(wait/time.Second)
}
