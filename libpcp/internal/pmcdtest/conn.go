package pmcdtest

import (
	"bytes"
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/internal/pdu"
)

// AllFeatures is what a pmcd without certificates offers.
const AllFeatures = pdu.FeatureDescs | pdu.FeatureHighRes | pdu.FeatureLabels |
	pdu.FeatureContainer | pdu.FeatureAuth

// Script is what a fake pmcd does on one connection, which is closed when it
// returns.
type Script func(c *Conn)

// NetDial opens connections, as a pmcd.Dialer wants it.
type NetDial func(ctx context.Context, network, address string) (net.Conn, error)

// Pipe returns a function that dials a fake pmcd at any address. All its
// connections are in memory. They end with the test.
func Pipe(t testing.TB, script Script) NetDial {
	var served sync.WaitGroup
	t.Cleanup(served.Wait)
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		t.Cleanup(func() { client.Close() })
		served.Go(func() { run(server, script) })
		return client, nil
	}
}

// Listen runs a fake pmcd on a free port of 127.0.0.1 until the test ends, and
// returns its host and port.
func Listen(t testing.TB, script Script) string {
	need.Loopback(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			served.Go(func() { run(c, script) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		served.Wait()
	})
	return l.Addr().String()
}

func run(c net.Conn, script Script) {
	server := NewConn(c)
	script(server)
	c.Close()
	<-server.received
}

// Conn is the server's end of a connection. What the client sends is taken in
// at once: it never waits for a script to read.
type Conn struct {
	net.Conn
	in       *inbox
	received chan struct{} // closed at the end of what the client sends
}

// NewConn returns a Conn over c. It ends when c is closed.
func NewConn(c net.Conn) *Conn {
	server := &Conn{Conn: c, in: newInbox(), received: make(chan struct{})}
	go func() {
		defer close(server.received)
		_, err := io.Copy(server.in, c)
		server.in.close(err)
	}()
	return server
}

// Read takes what the client has sent.
func (c *Conn) Read(p []byte) (int, error) { return c.in.Read(p) }

// Message is a PDU that can be sent.
type Message interface{ Append(dst []byte) []byte }

// Send sends PDUs in one write. Failures show in the next Next.
func (c *Conn) Send(messages ...Message) {
	var out []byte
	for _, m := range messages {
		out = m.Append(out)
	}
	c.Write(out)
}

// Greet sends a greeting with the features of the fake.
func (c *Conn) Greet(features pdu.Features) {
	c.Send(&pdu.Greeting{Version: pdu.Version, Licensed: 1, Features: features})
}

// Next takes the next PDU from the client, or reports the end.
func (c *Conn) Next() (t pdu.Type, b []byte, ok bool) {
	h, b, err := pdu.Read(c.in, nil, pdu.MaxLen)
	return h.Type, b, err == nil
}

// NextRequest is Next without the PDUs that have no reply.
func (c *Conn) NextRequest() (t pdu.Type, b []byte, ok bool) {
	for {
		t, b, ok = c.Next()
		if !ok || t != pdu.TypeCreds && t != pdu.TypeProfile && t != pdu.TypeAttr {
			return t, b, ok
		}
	}
}

// Wait returns when the client has closed the connection.
func (c *Conn) Wait() { io.Copy(io.Discard, c.in) }

// inbox is an unlimited buffer between one writer and one reader.
type inbox struct {
	mu     sync.Mutex
	filled *sync.Cond
	buf    bytes.Buffer
	err    error
}

func newInbox() *inbox {
	in := new(inbox)
	in.filled = sync.NewCond(&in.mu)
	return in
}

func (in *inbox) Write(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	defer in.filled.Signal()
	return in.buf.Write(p)
}

func (in *inbox) close(err error) {
	if err == nil {
		err = io.EOF
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.err = err
	in.filled.Signal()
}

func (in *inbox) Read(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for in.buf.Len() == 0 {
		if in.err != nil {
			return 0, in.err
		}
		in.filled.Wait()
	}
	return in.buf.Read(p)
}
