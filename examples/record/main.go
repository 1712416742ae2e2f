// Record samples metrics of a pmcd and writes an archive, as pmlogger(1) does.
//
//	go run ./examples/record local: /tmp/load kernel.all.load disk.dev.read
//	pmval -a /tmp/load disk.dev.read
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/pcp"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: record HOST ARCHIVE METRIC...")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

// run records until the user interrupts it.
func run(host, base string, metrics []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c, err := pcp.Open(ctx, pcp.Host, host)
	if err != nil {
		return err
	}
	defer c.Close()
	return record(ctx, c, base, metrics, time.Second)
}

// record writes an archive of samples at an interval, until ctx ends.
func record(ctx context.Context, c *libpcp.Context, base string, metrics []string, interval time.Duration) error {
	r, err := archive.NewRecorder(ctx, c, base, archive.WriterOptions{Version: 3}, metrics...)
	if err != nil {
		return err
	}
	for tick := time.Tick(interval); err == nil && ctx.Err() == nil; {
		if err = r.Sample(ctx); err == nil {
			select {
			case <-ctx.Done():
			case <-tick:
			}
		}
	}
	if ctx.Err() != nil { // it may have cut a sample off
		err = nil
	}
	return errors.Join(err, r.Close())
}
