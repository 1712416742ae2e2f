// Record samples metrics of a pmcd and writes an archive, as pmlogger(1) does.
//
//	go run ./examples/record local: /tmp/load kernel.all.load disk.dev.read
//	pmval -a /tmp/load disk.dev.read
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
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
		fmt.Fprintln(os.Stderr, "record:", libpcp.ErrorText(err))
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
	ids, err := c.Lookup(ctx, metrics...)
	if err != nil {
		return err
	}
	label := libpcp.LogLabel{Start: time.Now(), Host: c.HostName(ctx)}
	w, err := archive.Create(base, archive.WriterOptions{Label: label, Version: 3})
	if err != nil {
		return err
	}
	domains, err := describe(ctx, c, w, metrics, ids)
	for err == nil && ctx.Err() == nil {
		if err = sample(ctx, c, w, ids, domains); err == nil {
			select {
			case <-ctx.Done():
			case <-time.After(interval):
			}
		}
	}
	if closed := w.Close(); err == nil || ctx.Err() != nil {
		return closed
	}
	return err
}

// describe writes the descriptors of metrics, and returns their instance
// domains.
func describe(ctx context.Context, c *libpcp.Context, w *archive.Writer, metrics []string, ids []libpcp.PMID) ([]libpcp.InDom, error) {
	domains := make(map[libpcp.InDom]bool)
	for i, reply := range c.Descs(ctx, ids) {
		if reply.Err != nil {
			return nil, fmt.Errorf("%s: %w", metrics[i], reply.Err)
		}
		if err := w.AddDesc(reply.Desc, metrics[i]); err != nil {
			return nil, err
		}
		if d := reply.Desc.InDom; d != libpcp.NullInDom {
			domains[d] = true
		}
	}
	return slices.Collect(maps.Keys(domains)), nil
}

// sample writes one record, and before it the instances that it may have.
func sample(ctx context.Context, c *libpcp.Context, w *archive.Writer, ids []libpcp.PMID, domains []libpcp.InDom) error {
	r, err := c.Fetch(ctx, ids)
	if err != nil {
		return err
	}
	for _, d := range domains {
		instances, err := c.Instances(ctx, d)
		if err != nil {
			return err
		}
		if err := w.AddInstances(r.Time, d, instances); err != nil {
			return err
		}
	}
	return w.Append(r)
}
