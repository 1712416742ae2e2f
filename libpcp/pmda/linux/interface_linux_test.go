package linux

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// TestLinkOf asks about an interface that is not there.
func TestLinkOf(t *testing.T) {
	socket, err := openSocket()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if l, err := linkOf(socket, "no-such-device"); !errors.Is(err, unix.ENODEV) {
		t.Errorf("got %+v, %v, want %v", l, err, unix.ENODEV)
	}
}
