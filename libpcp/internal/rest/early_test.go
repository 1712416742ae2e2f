package rest

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

// TestPeerSpeaksFirst: a pmcd greets whoever connects. The error is the same
// whether the greeting arrives before the request is sent or after.
func TestPeerSpeaksFirst(t *testing.T) {
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	greet := make(chan bool, 2)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			<-greet
			c.Write([]byte("\x00\x00\x00\x14\x00\x00\x70\x00 greetings\n"))
			io.Copy(io.Discard, c)
			c.Close()
		}
	}()
	for _, early := range []bool{true, false} {
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
			GotConn: func(httptrace.GotConnInfo) {
				if early {
					greet <- true
					time.Sleep(50 * time.Millisecond)
				}
			},
			WroteRequest: func(httptrace.WroteRequestInfo) {
				if !early {
					greet <- true
				}
			},
		})
		c := &Client{HTTP: NewHTTP(nil), Base: url.URL{Scheme: "http", Host: l.Addr().String()}}
		err := c.Get(ctx, "/", nil, Into(new(any)))
		if libpcp.Code(err) != libpcp.ErrIPC || err.Error() != "pmproxy: the peer does not speak HTTP" {
			t.Errorf("early %v: %v", early, err)
		}
	}
}

// TestPeerSwitches: a peer that switches to another protocol and then is silent
// has refused; net/http gives that connection no deadline.
func TestPeerSwitches(t *testing.T) {
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		http.ReadRequest(bufio.NewReader(c))
		io.WriteString(c, "HTTP/1.1 101 Switch\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
		io.Copy(io.Discard, c)
		c.Close()
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := &Client{HTTP: NewHTTP(nil), Base: url.URL{Scheme: "http", Host: l.Addr().String()}}
	if err := c.Get(ctx, "/", nil, Into(new(any))); err == nil || err.Error() != "pmproxy: 101 Switch" {
		t.Errorf("got %v", err)
	}
}
