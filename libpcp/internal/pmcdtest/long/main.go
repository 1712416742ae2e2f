// Long is a fake pmcd whose replies are long: about as many bytes as its
// argument says. It writes its address to a line of standard output, and for
// each connection that has ended how many bytes it was sent. It ends with its
// standard input.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strconv"

	"pcptools/libpcp/internal/pmcdtest"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: long BYTES")
	}
	size, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(l.Addr())
	go serve(l, pmcdtest.Serve(newSource(size), pmcdtest.AllFeatures))
	io.Copy(io.Discard, os.Stdin)
}

// serve answers one connection after the other.
func serve(l net.Listener, script pmcdtest.Script) {
	for {
		c, err := l.Accept()
		if err != nil {
			log.Fatal(err)
		}
		sent := counted{Conn: c}
		script(pmcdtest.NewConn(&sent))
		c.Close()
		fmt.Println(sent.bytes)
	}
}

// counted is a connection that counts the bytes sent.
type counted struct {
	net.Conn
	bytes int
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.bytes += n
	return n, err
}
