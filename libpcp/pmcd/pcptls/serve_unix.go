//go:build unix

package pcptls

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// The files that the program inherits.
const (
	networkFD = 3 // the connection with pmcd
	pairFD    = 4 // the connection with the tool
)

// grace is how long the program goes on when the tool has hung up, with what
// that has left to be sent.
const grace = time.Second

// Serve is the program: it does the handshake with server by secure, such as
// pcps.Client, on the files that [Client] hands on, reports, and relays. It
// returns when that has ended. An error means that it was not started by
// Client.
func Serve(server string, secure func(context.Context, net.Conn, string) (net.Conn, error)) error {
	network, err := inherit(networkFD)
	if err != nil {
		return err
	}
	tool, err := inherit(pairFD)
	if err != nil {
		return err
	}
	go func() {
		if hungUp(tool) {
			network.SetDeadline(time.Now().Add(grace))
		}
	}()
	encrypted, err := secure(context.Background(), network, server)
	if _, lost := tool.Write(appendStatus(nil, err)); err == nil && lost == nil {
		relay(tool, encrypted)
		encrypted.Close()
	}
	return nil
}

// inherit makes a connection of an inherited file.
func inherit(fd uintptr) (net.Conn, error) {
	f := os.NewFile(fd, "inherited")
	defer f.Close()
	nc, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("file %d: %w", fd, err)
	}
	return nc, nil
}

// hungUp waits for the other end of a connection to be closed, even while
// there is something to be read from it. It is false where it cannot.
func hungUp(c net.Conn) (hung bool) {
	raw, err := c.(*net.UnixConn).SyscallConn()
	if err != nil {
		return false
	}
	raw.Control(func(fd uintptr) {
		err := error(unix.EINTR)
		for err == unix.EINTR {
			_, err = unix.Poll([]unix.PollFd{{Fd: int32(fd)}}, -1)
		}
		hung = err == nil
	})
	return hung
}
