// Procmemstat prints how much memory its own process uses, before and after
// it allocates some: what the pmcd on this host, or an agent in the process,
// knows of it. It is one of PCP's examples.
//
//	go run ./examples/procmemstat              # the pmcd on this host
//	go run ./examples/procmemstat -u mbytes
//	go run ./examples/procmemstat -local       # without a pmcd
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"pcptools/libpcp"
	"pcptools/libpcp/pcp"
)

// metrics have processes as instances, all in the same domain.
var metrics = []string{"proc.memory.rss", "proc.memory.textrss", "proc.memory.librss", "proc.memory.datrss"}

func main() {
	units := flag.String("u", "kbytes", "rescale units")
	local := flag.Bool("local", false, "ask agents in this process, not a pmcd")
	flag.Parse()
	kind, source := pcp.Host, "local:"
	if *local {
		kind, source = pcp.Local, ""
	}
	if err := run(context.Background(), os.Stdout, kind, source, *units); err != nil {
		fmt.Fprintln(os.Stderr, "procmemstat:", err)
		os.Exit(1)
	}
}

// run prints the memory used, twice.
func run(ctx context.Context, out io.Writer, kind pcp.Kind, source, units string) error {
	c, err := pcp.Open(ctx, kind, source)
	if err != nil {
		return err
	}
	defer c.Close()
	m, err := newMemory(ctx, c, units)
	if err != nil {
		return err
	}
	if err := m.print(ctx, out); err != nil {
		return err
	}
	more := make([]byte, 1<<20)
	for i := range more {
		more[i] = 1
	}
	fmt.Fprint(out, "\nAfter malloc ...\n")
	err = m.print(ctx, out)
	runtime.KeepAlive(more)
	return err
}

// memory is the metrics of this process.
type memory struct {
	c          *libpcp.Context
	ids        []libpcp.PMID
	descs      []libpcp.DescReply
	name       string // of the units
	units      libpcp.Units
	multiplier float64
}

func newMemory(ctx context.Context, c *libpcp.Context, units string) (m *memory, err error) {
	m = &memory{c: c, name: units}
	if m.units, m.multiplier, err = libpcp.ParseUnits(units); err != nil {
		return nil, err
	}
	if m.ids, err = c.Lookup(ctx, metrics...); err != nil {
		return nil, err
	}
	m.descs = c.Descs(ctx, m.ids)
	for _, d := range m.descs {
		if d.Err != nil {
			return nil, d.Err
		}
	}
	processes := m.descs[0].Desc.InDom
	if err := c.Profile().Del(processes); err != nil {
		return nil, err
	}
	return m, c.Profile().Add(processes, int32(os.Getpid()))
}

func (m *memory) print(ctx context.Context, out io.Writer) error {
	r, err := m.c.Fetch(ctx, m.ids)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "memory metrics for pid %d (sizes in %s)\n", os.Getpid(), m.name)
	for i := range r.Sets {
		if size, err := m.size(&r.Sets[i], m.descs[i].Desc); err == nil {
			fmt.Fprintf(out, "%8d %s\n", size, metrics[i])
		} else {
			fmt.Fprintf(out, "???????? %s\n", metrics[i])
		}
	}
	return nil
}

// size is the only value of a set, in the units wanted.
func (m *memory) size(set *libpcp.ValueSet, d libpcp.Desc) (int, error) {
	v, err := set.Atom(0, d.Type)
	if err != nil {
		return 0, err
	}
	if v, err = libpcp.ConvertScale(v, d.Units, m.units); err != nil {
		return 0, err
	}
	return int(v.Float64() * m.multiplier), nil
}
