// Record samples metrics of a pmcd and writes an archive, as pmlogger(1) does, until the
// user interrupts it.
//
//	go run ./examples/record local: /tmp/load kernel.all.load disk.dev.read
//	pmval -a /tmp/load disk.dev.read
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"
	"time"

	"pcptools/libpcp/archive"
	"pcptools/libpcp/pcp"
)

func main() {
	if len(os.Args) < 4 {
		log.Fatal("usage: record HOST ARCHIVE METRIC...")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c, err := pcp.Open(ctx, pcp.Host, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	r, err := archive.NewRecorder(ctx, c, os.Args[2], archive.WriterOptions{Version: 3}, os.Args[3:]...)
	if err != nil {
		log.Fatal(err)
	}
	if err := errors.Join(r.Run(ctx, time.Second), r.Close()); err != nil {
		log.Fatal(err)
	}
}
