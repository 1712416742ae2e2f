// Capture runs a PCP client command and writes the PDUs that pass between it
// and the pmcd at PMCD_PORT, a line each: C (client to server) or S, and the
// bytes in hex. With -plain it keeps the features of the protocol that came
// later than microseconds from the client, so that that sends the older PDUs.
//
//	go build -o /tmp/capture ./libpcp/internal/pdu/capture
//	go run ./tests/cmd/world -- /tmp/capture -o pdus.txt -- pminfo -f sample.long.one
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"

	"pcptools/libpcp/internal/pdu"
)

func main() {
	out := flag.String("o", "pdus.txt", "append to `file`")
	plain := flag.Bool("plain", false, "hide high-resolution fetches and bulk descriptors")
	flag.Parse()
	file, err := os.OpenFile(*out, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		log.Fatal(err)
	}
	p := &proxy{server: "127.0.0.1:" + os.Getenv("PMCD_PORT"), plain: *plain, out: file}
	if err := p.run(flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// proxy stands between a client and a pmcd.
type proxy struct {
	server string
	plain  bool
	mu     sync.Mutex
	out    io.Writer
	relays sync.WaitGroup
}

// run runs a command against the proxy. The command fails as it likes.
func (p *proxy) run(args []string) error {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go p.accept(l)
	fmt.Fprintf(p.out, "# %v\n", args)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "PMCD_PORT="+strconv.Itoa(l.Addr().(*net.TCPAddr).Port), "PMCD_SOCKET=/nowhere")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = nil
	}
	p.relays.Wait()
	return err
}

func (p *proxy) accept(l net.Listener) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp4", p.server)
		if err != nil {
			log.Fatal(err)
		}
		p.relays.Go(func() { p.relay("C", client, server) })
		p.relays.Go(func() { p.relay("S", server, client) })
	}
}

// relay copies PDUs until one side closes, and then closes both.
func (p *proxy) relay(who string, from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	for {
		h, b, err := pdu.Read(from, nil, pdu.MaxLen)
		if err != nil {
			return
		}
		if p.plain && h.Type == pdu.TypeError {
			b = withoutLater(b)
		}
		p.mu.Lock()
		fmt.Fprintf(p.out, "%s %x\n", who, b)
		p.mu.Unlock()
		if _, err := to.Write(b); err != nil {
			return
		}
	}
}

// withoutLater takes the later features out of a greeting.
func withoutLater(b []byte) []byte {
	var g pdu.Greeting
	if g.Decode(b) != nil {
		return b
	}
	g.Features &^= pdu.FeatureHighRes | pdu.FeatureDescs
	return g.Append(nil)
}
