package timecontrol

import (
	"fmt"
	"os"
	"time"
)

// pause is how long a pmtime has to read a packet where it cannot be seen whether
// it has.
const pause = 300 * time.Millisecond

// pace waits until the pmtime has read the previous packets. A pmtime takes all
// bytes it reads at once for one packet and drops the rest; if it drops the
// acknowledgement of a step, it stops.
func (c *Client) pace() error {
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		waiting, ok := unread(c.conn)
		switch {
		case !ok:
			time.Sleep(time.Until(c.sent.Add(pause)))
			return nil
		case !waiting:
			return nil
		case time.Since(c.sent) > sendLimit:
			return fmt.Errorf("pmtime does not read: %w", os.ErrDeadlineExceeded)
		}
		time.Sleep(wait)
	}
}
