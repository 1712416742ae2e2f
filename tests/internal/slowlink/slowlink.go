// Package slowlink is a loopback proxy that makes a connection as slow to answer
// as a distant host: every byte arrives a fixed time after it was sent, in each
// direction. Nothing else is limited: what is sent together arrives together.
//
// It also counts round trips, as a client that waits experiences them. Each
// piece of traffic has a depth: for one from the client, one more than the
// deepest that had reached the client when it sent this; for one from the
// server, that of the deepest that had reached the server. The round trips of a
// connection are the greatest depth there was. So a request that is sent
// without waiting for the reply to the one before costs nothing extra, and a
// client that waits for each reply has as many round trips as requests. (Without
// any delay, a client that does not wait may be counted a few too many.)
package slowlink

import (
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// Proxy forwards connections to a server.
type Proxy struct {
	listener net.Listener
	target   string
	delay    time.Duration
	serving  sync.WaitGroup

	mu    sync.Mutex
	trips int // of connections that have ended
}

// Start forwards connections to target, a TCP address, with a delay each way.
func Start(target string, delay time.Duration) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: l, target: target, delay: delay}
	p.serving.Go(p.accept)
	return p, nil
}

// Addr returns the address to connect to.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Close stops accepting and waits for the connections to end.
func (p *Proxy) Close() error {
	err := p.listener.Close()
	p.serving.Wait()
	return err
}

// RoundTrips returns the sum of all connections' round trips. Call it after
// Close; before, connections that have just ended may be missing.
func (p *Proxy) RoundTrips() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.trips
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		p.serving.Go(func() { p.serve(client.(*net.TCPConn)) })
	}
}

func (p *Proxy) serve(client *net.TCPConn) {
	defer client.Close()
	conn, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	server := conn.(*net.TCPConn)
	defer server.Close()

	var d depths
	var both sync.WaitGroup
	both.Go(func() { p.forward(server, client, d.fromClient, d.toServer) })
	both.Go(func() { p.forward(client, server, d.fromServer, d.toClient) })
	both.Wait()

	p.mu.Lock()
	p.trips += d.server
	p.mu.Unlock()
}

// piece is traffic on its way; the last one has no bytes.
type piece struct {
	bytes []byte
	due   time.Time
	depth int
}

// forward carries bytes from one end to the other, which takes the delay, until
// either has had enough.
func (p *Proxy) forward(to, from *net.TCPConn, sent func() int, arrived func(int)) {
	// What is under way takes memory only: a sender is never kept waiting.
	underway := make(chan piece, 1<<16)
	go func() {
		defer close(underway)
		for {
			buf := make([]byte, 32<<10)
			n, err := from.Read(buf)
			if n > 0 {
				underway <- piece{buf[:n:n], time.Now().Add(p.delay), sent()}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					to.Close()
				}
				return
			}
		}
	}()
	for piece := range underway {
		time.Sleep(time.Until(piece.due))
		arrived(piece.depth)
		if _, err := to.Write(piece.bytes); err != nil {
			from.Close()
			for range underway { // let the reader finish
			}
			return
		}
	}
	time.Sleep(p.delay)
	to.CloseWrite()
}

// depths holds the greatest depth that has reached each end.
type depths struct {
	mu             sync.Mutex
	client, server int
}

func (d *depths) fromClient() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.client + 1
}

func (d *depths) fromServer() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.server
}

func (d *depths) toServer(depth int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.server = max(d.server, depth)
}

func (d *depths) toClient(depth int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.client = max(d.client, depth)
}
