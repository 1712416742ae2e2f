// Export writes the values of metrics in an archive as CSV, a line for each
// value: time, metric, instance, value.
//
//	go run ./examples/export ARCHIVE disk.dev kernel.all.load
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/pcp"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: export ARCHIVE [NAME...]")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Stdout, os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "export:", err)
		os.Exit(1)
	}
}

// run writes the values of all metrics at and below nodes, by default of the whole
// name space.
func run(ctx context.Context, out io.Writer, archive string, nodes []string) error {
	c, err := pcp.Open(ctx, pcp.Archive, archive)
	if err != nil {
		return err
	}
	defer c.Close()
	names, err := c.Traverse(ctx, nodes...)
	if err != nil {
		return err
	}
	g, err := c.Group(ctx, names...)
	if err != nil {
		return err
	}
	if err := c.SetMode(ctx, libpcp.ModeForw, time.Time{}, 0); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	for {
		s, err := g.Fetch(ctx)
		if errors.Is(err, libpcp.ErrEOL) {
			w.Flush()
			return w.Error()
		}
		if err != nil {
			return err
		}
		for name, readings := range s.Metrics() {
			for _, r := range readings {
				inst := r.Instance
				if inst == "" && r.Inst != libpcp.NullInst {
					inst = fmt.Sprint(r.Inst)
				}
				if err := w.Write([]string{s.Time.UTC().Format(time.RFC3339Nano), name, inst, string(format.AppendAtom(nil, r.Value))}); err != nil {
					return err
				}
			}
		}
	}
}
