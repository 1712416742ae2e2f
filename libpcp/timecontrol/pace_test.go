package timecontrol

import (
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestPace has a pmtime that is slow to read, and takes all it reads for one packet.
func TestPace(t *testing.T) {
	const requests = 20
	sent, reads := make(chan bool), make(chan int, requests)
	port := listen(t, func(conn net.Conn) {
		readPacket(conn)
		conn.Write((&packet{command: ack}).append(nil))
		select { // what is not held back is all there by then
		case <-sent:
		case <-time.After(100 * time.Millisecond):
		}
		b := make([]byte, 1<<16)
		for err := error(nil); err == nil; {
			var n int
			if n, err = conn.Read(b); n > 0 {
				reads <- n
			}
		}
		close(reads)
	})
	c, err := Connect(t.Context(), port, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for range requests {
		if err := c.Show(true); err != nil {
			t.Fatal(err)
		}
	}
	close(sent)
	c.Close()
	n := 0
	for size := range reads {
		if n++; size != packetSize {
			t.Errorf("read %d is of %d bytes", n, size)
		}
	}
	if n != requests {
		t.Errorf("%d packets, want %d", n, requests)
	}
}

// TestPause has a connection of which cannot be known what the peer has read.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		go io.Copy(io.Discard, there)
		c := &Client{conn: here}
		began := time.Now()
		for range 3 {
			if err := c.Ready(); err != nil {
				t.Fatal(err)
			}
		}
		if waited := time.Since(began); waited != 2*pause {
			t.Errorf("three requests took %v", waited)
		}
		here.Close()
	})
}

// TestTooLong has a zone that does not fit into a packet: nothing is sent.
func TestTooLong(t *testing.T) {
	here, there := net.Pipe() // where nobody reads
	defer there.Close()
	c := &Client{conn: here}
	if err := c.AddZone(strings.Repeat("x", packetMax), "long"); !errors.Is(err, errLength) {
		t.Errorf("got %v", err)
	}
}
