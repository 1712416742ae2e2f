package daemon

import (
	"errors"
	"net"
	"os"
	"time"
)

// Conn is a connection to an agent. Close may be called while others are in
// use.
type Conn interface {
	Read([]byte) (int, error)
	Write([]byte) (int, error)
	SetWriteDeadline(time.Time) error
	Close() error
}

// pipes are the connection to standard input and output of a program.
type pipes struct {
	out *os.File // requests
	in  *os.File // replies
}

func (p pipes) Read(b []byte) (int, error)         { return p.in.Read(b) }
func (p pipes) Write(b []byte) (int, error)        { return p.out.Write(b) }
func (p pipes) SetWriteDeadline(t time.Time) error { return p.out.SetWriteDeadline(t) }
func (p pipes) Close() error                       { return errors.Join(p.out.Close(), p.in.Close()) }

// retry is the time between two attempts to connect.
const retry = 10 * time.Millisecond

// dial connects to a program that will listen in a while. It gives up when the
// program has ended.
func (c *Command) dial(ended <-chan struct{}) (Conn, error) {
	network, address := c.Network, c.Address
	switch c.Network {
	case "inet":
		network, address = "tcp4", net.JoinHostPort("127.0.0.1", c.Address)
	case "ipv6":
		network, address = "tcp6", net.JoinHostPort("::1", c.Address)
	}
	for deadline := time.Now().Add(c.Wait); ; {
		conn, err := net.DialTimeout(network, address, max(time.Until(deadline), retry))
		if err == nil {
			return conn, nil
		}
		if ended == nil || time.Until(deadline) < retry {
			return nil, err
		}
		select {
		case <-ended:
			return nil, err
		case <-time.After(retry):
		}
	}
}
