package trace

import (
	"errors"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// version is the version of the protocol.
const version = 1

// connect connects, unless it is connected. It retries a lost connection after
// a while, and returns nil until then; an asynchronous client does not retry.
func (c *Client) connect() error {
	s := c.settings()
	if c.conn != nil || s.noAgent {
		return nil
	}
	if c.lost {
		return c.reconnect(s)
	}
	return c.dial(s)
}

func (c *Client) reconnect(s *settings) error {
	if c.Asynchronous {
		return ErrIPC
	}
	if time.Now().Before(c.retry) {
		return nil
	}
	if err := c.dial(s); err != nil {
		c.misses++
		c.retry = time.Now().Add(s.wait(c.misses))
	}
	return nil
}

// dial connects and reads the agent's greeting.
func (c *Client) dial(s *settings) error {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(s.host, strconv.Itoa(s.port)), s.connect)
	if err != nil {
		return c.remap(dialError(err))
	}
	code, err := readAck(conn, s.connect)
	if err == nil && code != version {
		err = ErrVersion
		if code < 0 {
			err = Error(code)
		}
	}
	if err != nil {
		conn.Close()
		return c.remap(err)
	}
	c.conn, c.lost, c.misses = conn, true, 0
	if c.Asynchronous {
		c.queue = startQueue(conn, s.reply)
	}
	return nil
}

// remap makes any failure of an asynchronous client the same.
func (c *Client) remap(err error) error {
	if c.Asynchronous {
		c.lost = true
		return ErrIPC
	}
	return err
}

// dialError returns the code for a failed connection.
func dialError(err error) error {
	var errno syscall.Errno
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return ErrTimeout
	case errors.As(err, &errno):
		return libpcp.Errno(errno)
	case errors.As(err, new(*net.DNSError)):
		return libpcp.Errno(syscall.EHOSTUNREACH)
	}
	return err
}

// readAck reads an answer.
func readAck(conn net.Conn, limit time.Duration) (int32, error) {
	conn.SetReadDeadline(time.Now().Add(limit))
	h, b, err := pdu.Read(conn, nil, maxAnswer)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return 0, ErrTimeout
	}
	var ack pdu.TraceAck
	if err != nil || h.Type != pdu.TypeTraceAck || ack.Decode(b) != nil {
		return 0, ErrIPC
	}
	return ack.Code, nil
}

// maxAnswer is the longest PDU that an agent sends, in bytes.
const maxAnswer = 64

// send reports an event. If the agent is lost over it, a synchronous client
// returns no error, like libpcp_trace (C).
func (c *Client) send(kind pdu.TraceKind, tag string, value float64) error {
	if err := c.connect(); err != nil || c.conn == nil {
		return err
	}
	event := pdu.TraceData{Kind: kind, Ack: !c.Asynchronous, Value: value, Tag: tag}
	c.buf = event.Append(c.buf[:0])
	pdu.SetFrom(c.buf, process)
	if c.Asynchronous {
		return c.enqueue()
	}
	if err := c.exchange(int32(kind)); err != nil {
		c.disconnect()
		c.retry = time.Now().Add(c.set.wait(0))
	}
	return nil
}

var process = int32(os.Getpid())

// exchange sends an event and waits for the answer.
func (c *Client) exchange(kind int32) error {
	c.conn.SetWriteDeadline(time.Now().Add(c.set.reply))
	if _, err := c.conn.Write(c.buf); err != nil {
		return err
	}
	code, err := readAck(c.conn, c.set.reply)
	if err == nil && code != kind {
		err = ErrIPC
	}
	return err
}

// enqueue leaves an event to the background.
func (c *Client) enqueue() error {
	err := c.queue.add(c.buf)
	switch {
	case errors.Is(err, ErrIPC):
		c.disconnect()
	case err != nil:
		c.drops++
	}
	return err
}

func (c *Client) disconnect() error {
	if c.conn == nil {
		return nil
	}
	if c.queue != nil {
		c.queue.finish()
	}
	err := c.conn.Close()
	c.conn, c.queue = nil, nil
	return err
}
