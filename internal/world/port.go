package world

import (
	"context"
	"net"
	"strconv"
	"testing"
	"time"
)

// FreePort returns a port of 127.0.0.1 that is free for now.
func FreePort(t testing.TB) int {
	t.Helper()
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// AwaitPort waits until somebody listens on a port of 127.0.0.1.
func AwaitPort(t testing.TB, port int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	for ctx.Err() == nil {
		if c, err := new(net.Dialer).DialContext(ctx, "tcp", address); err == nil {
			c.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("nobody listens on ", address)
}

func haveIPv6() bool {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		return false
	}
	l.Close()
	return true
}
