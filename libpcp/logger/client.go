package logger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/nss"
	"pcptools/libpcp/internal/pdu"
)

// Client is a connection to the control port of a pmlogger. Its methods are not
// safe for concurrent use. After an error of the connection every request fails
// with [libpcp.ErrNotConn]; an error that pmlogger reports leaves it usable.
type Client struct {
	conn    net.Conn
	pid     int
	version int32
	limit   time.Duration // of a request; 0: none
}

// protocol is the newest version of the control protocol here, and the one in
// which times have nanoseconds; version 2 has microseconds.
const protocol = 3

// open connects and performs the handshake.
func (d *Dialer) open(ctx context.Context, network, address string) (*Client, error) {
	conn, err := nss.Host.Dial(ctx, new(net.Dialer), network, address)
	if err != nil {
		return nil, err
	}
	c := &Client{conn: conn, limit: d.requestLimit()}
	if err := c.handshake(ctx, d.PID); err != nil {
		conn.Close()
		return nil, err
	}
	return c, nil
}

// handshake reads the greeting, an ERROR whose code is the version of the
// protocol and whose sender is the process, and answers with CREDS.
func (c *Client) handshake(ctx context.Context, pid int) error {
	defer c.watch(ctx, 0)()
	header, b, err := pdu.Read(c.conn, nil, maxReply)
	if err != nil {
		return failure(ctx, err)
	}
	var greeting pdu.Error
	if err := greeting.Decode(b); err != nil {
		return err
	}
	if greeting.Code < 0 {
		return greeting.Code
	}
	if pid > 0 && int(header.From) != pid {
		return libpcp.Errno(syscall.ECONNREFUSED)
	}
	if greeting.Code < protocol-1 {
		return fmt.Errorf("version %d of the protocol: %w", greeting.Code, libpcp.ErrIPC)
	}
	c.pid, c.version = int(header.From), min(int32(greeting.Code), protocol)
	creds := pdu.VersionCreds(uint8(c.version), 0)
	_, err = c.conn.Write(sign(creds.Append(nil)))
	return failure(ctx, err)
}

// sign fills in this process as the sender.
func sign(b []byte) []byte {
	pdu.SetFrom(b, int32(os.Getpid()))
	return b
}

// PID returns the process number of the pmlogger.
func (c *Client) PID() int { return c.pid }

// Close ends the connection, so that pmlogger can serve another client.
func (c *Client) Close() error {
	if c.conn == nil {
		return nil
	}
	conn := c.conn
	c.conn = nil
	return conn.Close()
}

// maxReply is the longest PDU that is read: the states of some two million
// instances.
const maxReply = 16 << 20

// request sends a PDU and returns the type and the bytes of the reply.
func (c *Client) request(ctx context.Context, b []byte) (pdu.Type, []byte, error) {
	if c.conn == nil {
		return 0, nil, libpcp.ErrNotConn
	}
	defer c.watch(ctx, c.limit)()
	header, reply, err := c.exchange(sign(b))
	if err != nil {
		err = failure(ctx, err)
		c.Close()
		return 0, nil, err
	}
	return header.Type, reply, nil
}

func (c *Client) exchange(b []byte) (pdu.Header, []byte, error) {
	if _, err := c.conn.Write(b); err != nil {
		return pdu.Header{}, nil, err
	}
	return pdu.Read(c.conn, nil, maxReply)
}

// watch has reads and writes end with ctx or after limit, until it is stopped.
func (c *Client) watch(ctx context.Context, limit time.Duration) (stop func()) {
	conn := c.conn
	if limit > 0 {
		conn.SetDeadline(time.Now().Add(limit))
	}
	unwatch := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	return func() {
		if unwatch() {
			conn.SetDeadline(time.Time{})
		}
	}
}

// failure is an error of the connection as PMAPI reports it.
func failure(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return libpcp.ErrTimeout
	case errors.Is(err, io.EOF):
		return libpcp.ErrIPC
	}
	return err
}

// status reads a reply that is an ERROR: the code if it is not negative.
func status(kind pdu.Type, b []byte) (int, error) {
	var m pdu.Error
	if kind != pdu.TypeError {
		return 0, unexpected(kind)
	}
	if err := m.Decode(b); err != nil {
		return 0, err
	}
	if m.Code < 0 {
		return 0, m.Code
	}
	return int(m.Code), nil
}

func unexpected(kind pdu.Type) error {
	return fmt.Errorf("reply %v: %w", kind, libpcp.ErrIPC)
}
