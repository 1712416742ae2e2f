package logger

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"net"
	"runtime"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// hostile are programs that are no pmlogger: what they do with a connection.
var hostile = map[string]func(net.Conn){
	"silent":  func(c net.Conn) { c.Read(make([]byte, 1<<20)); c.Read(make([]byte, 1)) },
	"closed":  func(net.Conn) {},
	"garbage": func(c net.Conn) { c.Write(bytes.Repeat([]byte{0xa5, 0, 0x7f}, 1000)) },
	"half":    func(c net.Conn) { c.Write((&pdu.Error{Code: protocol}).Append(nil)[:14]) },
	"endless": func(c net.Conn) {
		head := (&pdu.Error{Code: protocol}).Append(nil)
		binary.BigEndian.PutUint32(head, maxReply)
		c.Write(head)
		for err := error(nil); err == nil; {
			_, err = c.Write(make([]byte, 1<<16))
		}
	},
}

// peer serves a connection on this machine, and returns the port.
func peer(t *testing.T, serve func(net.Conn)) int {
	need.Loopback(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		if c, err := l.Accept(); err == nil {
			serve(c)
			c.Close()
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

// TestHostile has what is no pmlogger, or turns hostile after the handshake: an
// error in time, and memory for one reply at most.
func TestHostile(t *testing.T) {
	for name, serve := range hostile {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		d := Dialer{Port: peer(t, serve)}
		if _, err := d.Dial(ctx, "127.0.0.1"); !lost(err) {
			t.Errorf("%s: got %v", name, err)
		}
		cancel()

		c := dialHostile(t, serve)
		if _, err := c.Status(t.Context()); !lost(err) {
			t.Errorf("%s after the handshake: got %v", name, err)
		}
		c.Close()
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 8*maxReply {
			t.Errorf("%s: %d bytes of memory", name, grown)
		}
	}
}

// dialHostile connects to what turns hostile after the handshake. How long that
// may take is longer each time.
func dialHostile(t *testing.T, serve func(net.Conn)) *Client {
	t.Helper()
	var err error
	for limit := 300 * time.Millisecond; limit < 2*time.Minute; limit *= 5 {
		d := Dialer{RequestLimit: limit, Port: peer(t, func(c net.Conn) {
			c.Write((&pdu.Error{Code: protocol}).Append(nil))
			serve(c)
		})}
		var c *Client
		if c, err = d.Dial(t.Context(), "127.0.0.1"); err == nil {
			return c
		}
	}
	t.Fatal(err)
	return nil
}

// lost reports whether an error is about the connection or what came by it.
func lost(err error) bool {
	var network net.Error
	return errors.Is(err, libpcp.ErrIPC) || errors.Is(err, libpcp.ErrTimeout) || errors.As(err, &network)
}
