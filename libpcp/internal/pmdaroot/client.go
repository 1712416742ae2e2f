// Package pmdaroot asks pmdaroot(1) about containers, by its socket.
package pmdaroot

import (
	"context"
	"net"
	"path/filepath"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
)

// patience is how long a reply may take.
const patience = 5 * time.Second

// maxName bounds the names of containers, as paths are.
const maxName = 4096

// A Client asks a pmdaroot. It connects when it is first asked something, and
// once only, as agents of PCP do: when pmdaroot is not there, or has gone, all
// else fails.
type Client struct {
	Warn func(format string, args ...any) // reports a socket that is not a pmdaroot's

	conn   net.Conn
	tried  bool
	broken bool
	buffer []byte
}

// Cgroup returns the control group of a container, such as "docker/" and its
// identifier.
func (c *Client) Cgroup(ctx context.Context, container string) (string, error) {
	r, err := c.ask(ctx, typeCgroup, container)
	if err == nil && r.name == "" {
		err = libpcp.ErrNoContainer
	}
	return r.name, err
}

// Process returns the number of the first process of a container.
func (c *Client) Process(ctx context.Context, container string) (int, error) {
	r, err := c.ask(ctx, typeProcess, container)
	return int(r.process), err
}

// Close ends the connection.
func (c *Client) Close() error {
	if c.conn == nil {
		return nil
	}
	return c.conn.Close()
}

// ask puts a question about a container.
func (c *Client) ask(ctx context.Context, kind uint32, container string) (reply, error) {
	c.connect(ctx)
	switch {
	case c.conn == nil:
		return reply{}, libpcp.Errno(syscall.ENOTCONN)
	case c.broken:
		return reply{}, libpcp.Errno(syscall.EPERM) // of a failed send(2)
	case len(container) >= maxName:
		return reply{}, libpcp.Errno(syscall.E2BIG)
	}
	c.limit(ctx)
	if _, err := c.conn.Write(appendRequest(nil, kind, container)); err != nil {
		c.broken = true
		return reply{}, libpcp.Errno(syscall.EPERM)
	}
	return c.receive(kind + 1)
}

// connect dials pmdaroot and reads its greeting.
func (c *Client) connect(ctx context.Context) {
	if c.tried {
		return
	}
	c.tried = true
	path := filepath.Join(conf.Get("PCP_VAR_DIR"), "pmcd", "root.socket")
	dialer := net.Dialer{Timeout: patience}
	conn, err := dialer.DialContext(ctx, "unix", path)
	if err != nil {
		return
	}
	c.conn, c.buffer = conn, make([]byte, headerSize+2*maxName)
	c.limit(ctx)
	if _, err := c.receive(typeGreeting); err != nil {
		c.Warn("pmdaRootConnect: cannot verify %s server: %s", path, libpcp.ErrorText(err))
		conn.Close()
		c.conn = nil
	}
}

// limit sets how long what follows may take.
func (c *Client) limit(ctx context.Context) {
	until := time.Now().Add(patience)
	if end, ok := ctx.Deadline(); ok && end.Before(until) {
		until = end
	}
	c.conn.SetDeadline(until)
}

// receive reads a message, which pmdaroot sends in one piece. After a message that
// does not come in time the client asks nothing more, since it may come later.
func (c *Client) receive(kind uint32) (reply, error) {
	n, err := c.conn.Read(c.buffer)
	if n == 0 {
		c.broken = true
	}
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		return reply{}, libpcp.ErrTimeout
	}
	return parseReply(c.buffer[:n], kind)
}
