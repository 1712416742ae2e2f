package pmcd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// conn is one connection to a pmcd: PDUs in both directions, within limits of
// time. After a failure it cannot be used any more.
type conn struct {
	net      net.Conn
	in       *bufio.Reader
	body     []byte // memory for the last PDU received
	out      []byte // PDUs to be sent, all or none of each
	limit    time.Duration
	features pdu.Features
	profile  sentProfile
	trace    *tracing

	encrypted bool // in TLS
	unsure    bool // whether the authentication succeeded
}

const (
	readBuffer = 32 << 10
	maxReused  = 64 << 10 // a longer body is not kept for the next
)

// newConn is a connection that has its handshake, which is always limited,
// before it.
func (c *Client) newConn(nc net.Conn) *conn {
	limit := c.settings.requestLimit
	if limit == 0 {
		limit = defaultRequestLimit
	}
	return &conn{net: nc, in: bufio.NewReaderSize(nc, readBuffer), limit: limit, trace: &c.tracing}
}

// watch makes the connection's reads and writes fail when ctx ends; the
// function it returns ends that.
func (c *conn) watch(ctx context.Context) (stop func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	failed := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		c.net.SetDeadline(time.Unix(1, 0))
		close(failed)
	})
	return func() {
		if !unwatch() {
			<-failed
		}
	}
}

// receive reads one PDU. Its bytes are good until the next one is read,
// unless they are kept.
func (c *conn) receive(ctx context.Context) (pdu.Type, []byte, error) {
	if !c.buffered() {
		if err := c.arm(ctx); err != nil {
			return 0, nil, err
		}
	}
	h, b, err := pdu.Read(c.in, c.body, pdu.MaxLen)
	if err != nil {
		return 0, nil, c.failure(ctx, err)
	}
	if c.body = nil; cap(b) <= maxReused {
		c.body = b[:0]
	}
	c.trace.received(b)
	return h.Type, b, nil
}

// keep lets the bytes of the last PDU received live on.
func (c *conn) keep() { c.body = nil }

// buffered reports whether a whole PDU can be received without waiting.
func (c *conn) buffered() bool {
	if c.in.Buffered() < pdu.HeaderLen {
		return false
	}
	length, err := c.in.Peek(4)
	return err == nil && binary.BigEndian.Uint32(length) <= uint32(c.in.Buffered())
}

// arm sets the deadline of the next read or write.
func (c *conn) arm(ctx context.Context) error {
	var deadline time.Time
	if c.limit > 0 {
		deadline = time.Now().Add(c.limit)
	}
	if err := c.net.SetDeadline(deadline); err != nil {
		return c.failure(ctx, err)
	}
	if ended(ctx) { // or else watch comes after this
		return interrupted(ctx)
	}
	return nil
}

// flush sends the queue.
func (c *conn) flush(ctx context.Context) error {
	if len(c.out) == 0 {
		return nil
	}
	if err := c.arm(ctx); err != nil {
		return err
	}
	defer func() { c.out = c.out[:0] }()
	for _, part := range c.parts() {
		if _, err := c.net.Write(part); err != nil {
			return c.failure(ctx, err)
		}
	}
	return nil
}

// parts are the writes for the queue: one or, in TLS, one for each PDU, which gets
// its own record. A pmcd waits for the network even while it has the
// rest of a record.
func (c *conn) parts() [][]byte {
	if !c.encrypted {
		return [][]byte{c.out}
	}
	var parts [][]byte
	for rest := c.out; len(rest) > 0; {
		n := binary.BigEndian.Uint32(rest)
		parts, rest = append(parts, rest[:n]), rest[n:]
	}
	return parts
}

// failure gives an error of the connection its code: a timeout, or that the
// protocol has failed.
func (c *conn) failure(ctx context.Context, err error) error {
	var code libpcp.Error
	switch {
	case ended(ctx):
		return interrupted(ctx)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w: %w", libpcp.ErrTimeout, err)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: closed by pmcd", libpcp.ErrIPC)
	case errors.As(err, &code):
		return err
	}
	return fmt.Errorf("%w: %w", libpcp.ErrIPC, err)
}

// ended reports whether ctx has ended, if only its deadline has passed: a
// connection with the same deadline may find out before ctx does.
func ended(ctx context.Context) bool {
	deadline, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && !time.Now().Before(deadline)
}

// interrupted is the error of a request that ctx has ended.
func interrupted(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		err = context.DeadlineExceeded
	}
	return fmt.Errorf("%w: %w", interruption(ctx), err)
}

// interruption is the code of a request that ctx has ended.
func interruption(ctx context.Context) libpcp.Error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return libpcp.Errno(syscall.EINTR)
	}
	return libpcp.ErrTimeout
}
