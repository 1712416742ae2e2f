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
	"pcptools/libpcp/archive"
	"pcptools/libpcp/format"
	"pcptools/libpcp/pmcd"
)

func main() {
	ctx := context.Background()
	src, err := open(ctx, os.Args[1:])
	if err == nil {
		c := libpcp.NewContext(src)
		defer c.Close()
		err = report(ctx, os.Stdout, c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "genmap:", err)
		os.Exit(1)
	}
}

func open(ctx context.Context, args []string) (libpcp.Source, error) {
	if len(args) == 1 {
		return archive.Open(ctx, args[0], archive.Options{})
	}
	return pmcd.Dial(ctx, "local:")
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
	ids, err := c.Lookup(ctx, names...)
	if err != nil {
		return nil, err
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(names))
	for i, set := range result.Sets {
		texts[i] = text(ctx, c, set)
	}
	return texts, nil
}

func text(ctx context.Context, c *libpcp.Context, set libpcp.ValueSet) string {
	desc, err := c.Desc(ctx, set.PMID)
	if err != nil || len(set.Values) == 0 {
		return "?"
	}
	var line []byte
	for i, v := range set.Values {
		if i > 0 {
			line = append(line, ' ')
		}
		line = format.Layout{}.AppendValue(line, set.Format, v, desc.Type)
	}
	return string(line)
}
