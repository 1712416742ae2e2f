package slowlink

import (
	"io"
	"net"
	"testing"
	"time"

	"pcptools/internal/need"
)

const delay = 20 * time.Millisecond

// echo starts a server that sends back what it gets, behind a proxy.
func echo(t *testing.T) (*Proxy, net.Conn) {
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer l.Close()
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		io.Copy(conn, conn)
	}()
	p, err := Start(l.Addr().String(), delay)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	return p, conn
}

func TestOneByOne(t *testing.T) {
	p, conn := echo(t)
	start := time.Now()
	const n = 5
	buf := make([]byte, 4)
	for range n {
		if _, err := conn.Write(buf); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(conn, buf); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(start); took < n*2*delay {
		t.Errorf("took %v, want at least %v", took, n*2*delay)
	}
	conn.Close()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if got := p.RoundTrips(); got != n {
		t.Errorf("%d round trips, want %d", got, n)
	}
}

func TestPipelined(t *testing.T) {
	p, conn := echo(t)
	start := time.Now()
	const n = 100
	go func() {
		for range n {
			conn.Write(make([]byte, 1000))
		}
	}()
	if _, err := io.ReadFull(conn, make([]byte, n*1000)); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < 2*delay {
		t.Errorf("took %v, want at least %v", took, 2*delay)
	}
	conn.Close()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if got := p.RoundTrips(); got < 1 || got > n/2 {
		t.Errorf("%d round trips, want about one", got)
	}
}
