package timecontrol

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"pcptools/internal/need"
)

// hostile are programs that are no pmtime: what they do with a connection.
var hostile = map[string]func(net.Conn){
	"silent": func(c net.Conn) { c.Read(make([]byte, 1<<20)); c.Read(make([]byte, 1)) },
	"half":   func(c net.Conn) { c.Write((&packet{command: ack}).append(nil)[:packetSize/2]) },
	"closed": func(net.Conn) {},
	"garbage": func(c net.Conn) {
		c.Write(bytes.Repeat([]byte{0xa5, 0}, packetSize))
		c.Read(make([]byte, 1<<20))
	},
	"endless": func(c net.Conn) {
		long := (&packet{command: ack, source: archive, zone: string(make([]byte, packetMax-packetSize-2))}).append(nil)
		for err := error(nil); err == nil; {
			_, err = c.Write(long)
		}
	},
}

// listen serves connections on this machine, and returns the port.
func listen(t *testing.T, serve func(net.Conn)) int {
	need.Loopback(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				serve(c)
				c.Close()
			}()
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

// TestHostileHandshake: what is no pmtime is an error, in time.
func TestHostileHandshake(t *testing.T) {
	for name, serve := range hostile {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		if c, err := Connect(ctx, listen(t, serve), Settings{}); err == nil {
			t.Errorf("%s: %+v", name, c)
		}
		cancel()
	}
}

// TestHostileEvents has a pmtime that turns hostile after the handshake: an error,
// or events of any kind, which take little memory.
func TestHostileEvents(t *testing.T) {
	for name, serve := range hostile {
		port := listen(t, func(c net.Conn) {
			c.Write((&packet{command: ack}).append(nil))
			serve(c)
		})
		c, err := Connect(t.Context(), port, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		events := 0
		for ; err == nil && events < 100; events++ {
			_, err = c.Receive(ctx)
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 100*4*packetMax {
			t.Errorf("%s: %d bytes of memory", name, grown)
		}
		if err == nil && name != "endless" {
			t.Errorf("%s: %d events", name, events)
		}
		cancel()
		c.Close()
	}
}

// TestSilentProgram starts a pmtime that never prints its port: it is ended
// with the context.
func TestSilentProgram(t *testing.T) {
	need.Program(t, "sleep")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pmtime"), []byte("#!/bin/sh\nexec sleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := Start(ctx, Settings{})
	if failed := new(StartError); !errors.As(err, &failed) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
