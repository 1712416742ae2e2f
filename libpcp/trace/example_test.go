package trace_test

import (
	"errors"
	"fmt"
	"log"
	"time"

	"pcptools/libpcp/trace"
)

// A program reports how long orders take, how large they are, and that a door opened.
// Without NoAgent the trace agent of this host gets this, or that of PCP_TRACE_HOST.
func ExampleClient() {
	c := trace.Client{NoAgent: true}
	defer c.Close()
	if err := c.Begin("order"); err != nil {
		log.Fatal(err)
	}
	// … the work
	if err := c.End("order"); err != nil {
		log.Fatal(err)
	}
	for _, err := range []error{
		c.Transact("order", 250*time.Millisecond), // measured elsewhere
		c.Observe("order.size", 3),
		c.Point("door"),
	} {
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("ended twice:", errors.Is(c.End("order"), trace.ErrNoProgress))
	fmt.Println("dropped:", c.Dropped())
	// Output:
	// ended twice: true
	// dropped: 0
}
