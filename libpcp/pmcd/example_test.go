package pmcd_test

import (
	"context"
	"fmt"
	"log"
	"net"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// A program sets limits and waits of its own. NetDial is for tests: here it leads to a
// pmcd in the process.
func ExampleDialer_Dial() {
	d := pmcd.Dialer{
		ConnectTimeout: time.Second,
		RequestTimeout: 2 * time.Second,
		Backoff:        []time.Duration{time.Second, 5 * time.Second},
		NetDial:        inProcess,
	}
	ctx := context.Background()
	client, err := d.Dial(ctx, "pcp://web1")
	if err != nil {
		log.Fatal(err)
	}
	c := libpcp.NewContext(client)
	defer c.Close()
	g, err := c.Group(ctx, "memory.load[1 minute]")
	if err != nil {
		log.Fatal(err)
	}
	for s, err := range g.Watch(ctx, time.Second, 3*time.Second) {
		if err != nil {
			log.Print(s.Time, err) // and the next sample connects again
			continue
		}
		fmt.Println(s.Float64("memory.load"))
		break
	}
	// Output:
	// 32 <nil>
}

func inProcess(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	go pmcdtest.Serve(sourcetest.NewMemory(0), pmcdtest.AllFeatures)(pmcdtest.NewConn(server))
	return client, nil
}
