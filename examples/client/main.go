// Client prints the load and the busiest disks of a machine, now and then: of
// the pmcd on this host, of another, or from an archive.
//
//	go run ./examples/client              # the pmcd on this host
//	go run ./examples/client HOST
//	go run ./examples/client ./ARCHIVE
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pcp"
)

const (
	load  = "kernel.all.load[1 minute]"
	reads = "disk.dev.read"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	kind, name := source(os.Args[1:])
	if err := run(ctx, os.Stdout, kind, name, 5*time.Second); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

// source is the source that the arguments name: a path names an archive.
func source(args []string) (pcp.Kind, string) {
	switch {
	case len(args) == 0:
		return pcp.Host, "local:"
	case strings.ContainsRune(args[0], os.PathSeparator):
		return pcp.Archive, args[0]
	}
	return pcp.Host, args[0]
}

// run prints all samples.
func run(ctx context.Context, out io.Writer, kind pcp.Kind, name string, interval time.Duration) error {
	c, err := pcp.Open(ctx, kind, name)
	if err != nil {
		return err
	}
	defer c.Close()
	g, err := c.Group(ctx, load, reads)
	if err != nil {
		return err
	}
	for s, err := range g.Samples(ctx, interval) {
		if err != nil {
			return err
		}
		average, err := s.Float64("kernel.all.load")
		if err != nil {
			continue // an archive may have it later only
		}
		fmt.Fprintf(out, "%s load %.2f", s.Time.Format(time.TimeOnly), average)
		for _, r := range busiest(s, 3) {
			rate, _ := r.Rate()
			fmt.Fprintf(out, "  %s %.1f reads/s", r.Instance, rate)
		}
		fmt.Fprintln(out)
	}
	return nil
}

// busiest returns the disks with most reads that were seen before.
func busiest(s *libpcp.Sample, n int) []libpcp.Reading {
	disks, _ := s.Values(reads) // without disks there are none
	disks = slices.DeleteFunc(slices.Clone(disks), func(r libpcp.Reading) bool {
		_, ok := r.Rate()
		return !ok
	})
	slices.SortStableFunc(disks, func(a, b libpcp.Reading) int {
		x, _ := a.Rate()
		y, _ := b.Rate()
		return cmp.Compare(y, x)
	})
	return disks[:min(n, len(disks))]
}
