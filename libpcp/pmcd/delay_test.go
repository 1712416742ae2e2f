package pmcd_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"pcptools/libpcp/internal/pmcdtest"
)

// delayed returns a function to dial with that adds a slow network to the
// connections of dial: bytes either way arrive after half of a round trip.
func delayed(t testing.TB, dial pmcdtest.NetDial, roundTrip time.Duration) pmcdtest.NetDial {
	var busy sync.WaitGroup
	t.Cleanup(busy.Wait)
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		server, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		time.Sleep(roundTrip)
		near, far := net.Pipe()
		t.Cleanup(func() {
			near.Close()
			server.Close()
		})
		busy.Go(func() { carry(server, far, roundTrip/2) })
		busy.Go(func() { carry(far, server, roundTrip/2) })
		return near, nil
	}
}

// packet is bytes on their way.
type packet struct {
	bytes []byte
	due   time.Time
}

// carry copies from one connection to the other, late, until either ends;
// then it closes the receiving one.
func carry(to, from net.Conn, delay time.Duration) {
	const window = 1 << 16 // packets; the senders under test keep to fewer
	onWay := make(chan packet, window)
	go func() {
		defer close(onWay)
		for {
			b := make([]byte, 64<<10)
			n, err := from.Read(b)
			if n > 0 {
				onWay <- packet{b[:n], time.Now().Add(delay)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range onWay {
		time.Sleep(time.Until(p.due))
		if _, err := to.Write(p.bytes); err != nil {
			break
		}
	}
	to.Close()
	for range onWay { // let the other half end
	}
}
