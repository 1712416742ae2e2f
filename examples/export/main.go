// Export writes the values of metrics in an archive as CSV, a line for each
// value: time, metric, instance, value.
//
//	go run ./examples/export ARCHIVE disk.dev kernel.all.load
package main

import (
	"context"
	"encoding/csv"
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

// run writes the values of all metrics at and below names, by default of the whole
// name space.
func run(ctx context.Context, out io.Writer, archive string, names []string) error {
	c, err := pcp.Open(ctx, pcp.Archive, archive)
	if err != nil {
		return err
	}
	defer c.Close()
	metrics, err := find(ctx, c, names)
	if err != nil {
		return err
	}
	w := csv.NewWriter(out)
	for r, err := range c.Records(ctx) {
		if err != nil {
			return err
		}
		for i := range r.Sets {
			if name, wanted := metrics[r.Sets[i].PMID]; wanted {
				if err := write(ctx, w, c, name, r.Time, &r.Sets[i]); err != nil {
					return err
				}
			}
		}
	}
	w.Flush()
	return w.Error()
}

// find returns the names of the metrics at and below nodes of the namespace.
func find(ctx context.Context, c *libpcp.Context, nodes []string) (map[libpcp.PMID]string, error) {
	if len(nodes) == 0 {
		nodes = []string{""}
	}
	metrics := make(map[libpcp.PMID]string)
	for _, node := range nodes {
		names, err := c.Traverse(ctx, node)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", node, err)
		}
		ids, err := c.Lookup(ctx, names...)
		if err != nil {
			return nil, err
		}
		for i, id := range ids {
			metrics[id] = names[i]
		}
	}
	return metrics, nil
}

// write writes the values of one metric.
func write(ctx context.Context, w *csv.Writer, c *libpcp.Context, name string, at time.Time, set *libpcp.ValueSet) error {
	desc, err := c.Desc(ctx, set.PMID)
	if err != nil {
		return err
	}
	for i, v := range set.Values {
		atom, err := set.Atom(i, desc.Type)
		if err != nil {
			continue // events and aggregates are no numbers and no text
		}
		inst := ""
		if desc.InDom != libpcp.NullInDom {
			if inst, err = c.InstanceName(ctx, desc.InDom, v.Inst); err != nil {
				inst = fmt.Sprint(v.Inst)
			}
		}
		if err := w.Write([]string{at.UTC().Format(time.RFC3339Nano), name, inst, string(format.AppendAtom(nil, atom))}); err != nil {
			return err
		}
	}
	return nil
}
