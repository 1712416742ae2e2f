// Fakes runs fake pmcds of several kinds, in turn. Its first argument is their
// number; further arguments are the kinds. Standard output has the address and the
// kind of each pmcd, a line each:
//
//	fast     answers at once
//	far      is 200 ms away
//	silent   accepts the connection, and sends nothing
//	refusing lets nobody in
//	dying    closes the connection when values are asked for
//	stalling answers until values are asked for again
//	leaving  closes the connection when values are asked for again
//	shady    answers with what terminals obey in each text
//	N        answers with replies of about N bytes, and writes for each
//	         connection that has ended how many bytes it was sent
//
// It ends with its standard input.
package main

import (
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"os"
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
)

// kinds are how often each kind is among ten.
var kinds = []string{"fast", "fast", "fast", "fast", "fast", "fast", "far", "silent", "refusing", "dying"}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: fakes NUMBER [KIND...]")
	}
	if len(os.Args) > 2 {
		kinds = os.Args[2:]
	}
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for i := range n {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			log.Fatal(err)
		}
		kind := kinds[i%len(kinds)]
		fmt.Println(l.Addr(), kind)
		go serve(l, script(kind))
	}
	io.Copy(io.Discard, os.Stdin)
}

func serve(l net.Listener, script pmcdtest.Script) {
	for {
		c, err := l.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go func() {
			script(pmcdtest.NewConn(c))
			c.Close()
		}()
	}
}

// script is what a pmcd of a kind does on a connection.
func script(kind string) pmcdtest.Script {
	switch kind {
	case "silent":
		return (*pmcdtest.Conn).Wait
	case "refusing":
		return func(c *pmcdtest.Conn) { c.Send(&pdu.Greeting{Status: libpcp.ErrConnLimit}) }
	case "far":
		return func(c *pmcdtest.Conn) { answer(c, 200*time.Millisecond, math.MaxInt) }
	case "dying":
		return func(c *pmcdtest.Conn) { answer(c, 0, 0) }
	case "leaving":
		return func(c *pmcdtest.Conn) { answer(c, 0, 1) }
	case "shady":
		return pmcdtest.Serve(newShady(), pmcdtest.AllFeatures)
	case "stalling":
		return func(c *pmcdtest.Conn) {
			answer(c, 0, 1)
			c.Wait()
		}
	}
	if size, err := strconv.Atoi(kind); err == nil {
		return counted(pmcdtest.Serve(newLong(size), pmcdtest.AllFeatures))
	}
	return func(c *pmcdtest.Conn) { answer(c, 0, math.MaxInt) }
}

// answer answers requests some time after they came, until values are asked for
// once more than it answers that.
func answer(c *pmcdtest.Conn, roundTrip time.Duration, fetches int) {
	time.Sleep(roundTrip)
	c.Greet(pmcdtest.AllFeatures)
	reply := pmcdtest.Answerer(newClock())
	for {
		t, b, ok := c.Next()
		if t == pdu.TypeFetch || t == pdu.TypeHighResFetch {
			fetches--
		}
		if !ok || fetches < 0 {
			return
		}
		if m := reply(t, b); m != nil {
			time.Sleep(roundTrip)
			c.Send(m)
		}
	}
}
