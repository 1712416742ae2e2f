// Genmap prints the metrics that metrics.map lists. It shows how a program
// keeps the names of its metrics outside the code: pmgenmap turns the list
// into the Go of metrics.go, whenever go generate is run.
//
//	go run ./examples/genmap              # the pmcd on this host
//	go run ./examples/genmap ARCHIVE
package main

//go:generate go run pcptools/cmd/pmgenmap --go -o metrics.go metrics.map

import (
	"context"
	"fmt"
	"io"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/pcp"
)

func main() {
	kind, name := pcp.Host, "local:"
	if len(os.Args) == 2 {
		kind, name = pcp.Archive, os.Args[1]
	}
	ctx := context.Background()
	c, err := pcp.Open(ctx, kind, name)
	if err == nil {
		defer c.Close()
		err = report(ctx, os.Stdout, c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "genmap:", err)
		os.Exit(1)
	}
}

// report prints the values of both lists. The indexes identify them.
func report(ctx context.Context, out io.Writer, c *libpcp.Context) error {
	loads, err := values(ctx, c, load)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "load %s, processes %s\n", loads[LoadAverage], loads[Processes])
	disks, err := values(ctx, c, disk)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "reads %s, writes %s\n", disks[DiskReads], disks[DiskWrites])
	return nil
}

// values fetches metrics and returns the values of each as text.
func values(ctx context.Context, c *libpcp.Context, names []string) ([]string, error) {
	g, err := c.Group(ctx, names...)
	if err != nil {
		return nil, err
	}
	s, err := g.Fetch(ctx)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(names))
	for i, name := range names {
		readings, err := s.Values(name)
		if err != nil || len(readings) == 0 {
			texts[i] = "?"
		}
		for j, r := range readings {
			if j > 0 {
				texts[i] += " "
			}
			texts[i] += string(format.AppendAtom(nil, r.Value))
		}
	}
	return texts, nil
}
