package world

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"pcptools/internal/need"
)

// FreePort returns a port of 127.0.0.1 that is free, and that no other test gets
// before this process ends.
func FreePort(t testing.TB) int {
	t.Helper()
	need.Loopback(t)
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// Ports are above those that Linux chooses for connections, which could take one
// between its choice and its use, and above most numbers that tools print.
const lowestPort, ports = 61_000, 4_500

// claims has the UDP port of each number that was given away: other processes
// look for that.
var claims struct {
	sync.Mutex
	held []net.PacketConn
}

func freePort() (int, error) {
	for range 1000 {
		port := lowestPort + rand.IntN(ports)
		sign, err := net.ListenPacket("udp4", loopback(port))
		if err != nil {
			continue
		}
		if !listenable(port) {
			sign.Close()
			continue
		}
		claims.Lock()
		defer claims.Unlock()
		claims.held = append(claims.held, sign)
		return port, nil
	}
	return 0, errors.New("no port is free")
}

// listenable reports whether a port of this machine is free.
func listenable(port int) bool {
	addresses := []string{loopback(port)}
	if haveIPv6() {
		addresses = append(addresses, net.JoinHostPort("::1", strconv.Itoa(port)))
	}
	for _, address := range addresses {
		l, err := net.Listen("tcp", address)
		if err != nil {
			return false
		}
		l.Close()
	}
	return true
}

func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// AwaitPort waits until somebody listens on a port of 127.0.0.1.
func AwaitPort(t testing.TB, port int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if c, err := new(net.Dialer).DialContext(ctx, "tcp", loopback(port)); err == nil {
			c.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("nobody listens on ", loopback(port))
}

var haveIPv6 = sync.OnceValue(func() bool {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		return false
	}
	l.Close()
	return true
})
