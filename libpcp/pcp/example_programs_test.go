package pcp_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmda/simple"
)

// agents has an agent of this process, with few metrics.
var agents = pcp.Opener{Agents: []local.Agent{{New: simple.New}}}

// A program reports a rate in units of its choice.
func ExampleOpen_units() {
	base, remove := recorded()
	defer remove()
	ctx := context.Background()
	c, err := pcp.Open(ctx, pcp.Archive, base)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	g, err := c.Group(ctx, "shop.sold")
	if err != nil {
		log.Fatal(err)
	}
	if err := g.SetUnits("shop.sold", libpcp.Count|libpcp.PerMin); err != nil {
		log.Fatal(err)
	}
	for s, err := range g.Samples(ctx, 10*time.Second) {
		if err != nil {
			log.Fatal(err)
		}
		readings, err := s.Values("shop.sold")
		if err != nil {
			log.Fatal(err)
		}
		if rate, ok := readings[0].Rate(); ok {
			fmt.Println(rate, readings[0].RateUnits())
		}
	}
	// Output:
	// 120 count / min
	// 360 count / min
}

// A program lists metrics: what they are, and in which units.
func ExampleOpen_catalog() {
	ctx := context.Background()
	c, err := agents.Open(ctx, pcp.Local, "")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	names, err := c.Traverse(ctx, "simple.time")
	if err != nil {
		log.Fatal(err)
	}
	g, err := c.Group(ctx, names...)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range names {
		d, err := g.Desc(name)
		if err != nil {
			log.Fatal(err)
		}
		help, err := g.Text(ctx, name, libpcp.TextOneLine)
		fmt.Printf("%s (%v %v in %v): %s %v\n", name, d.Type, d.Sem, d.Units, help, err)
	}
	// Output:
	// simple.time.user (DOUBLE counter in sec): Time agent has spent executing user code <nil>
	// simple.time.sys (DOUBLE counter in sec): Time agent has spent executing system code <nil>
}

// A program reports the metrics that there are, and why others are missing.
func ExampleOpen_missing() {
	ctx := context.Background()
	c, err := agents.Open(ctx, pcp.Local, "")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	names := []string{"simple.color[green]", "simple.flavor"}
	g, err := c.Group(ctx, names...)
	if g == nil {
		log.Fatal(err)
	}
	fmt.Println("missing:", err, errors.Is(err, libpcp.ErrName))
	s, err := g.Fetch(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"simple.color", "simple.flavor"} {
		readings, err := s.Values(name)
		fmt.Println(name, len(readings), err)
	}
	// Output:
	// missing: simple.flavor: Unknown metric name true
	// simple.color 1 <nil>
	// simple.flavor 0 Unknown metric name
}

// A program changes a value, and reads it back.
func ExampleOpen_store() {
	ctx := context.Background()
	c, err := agents.Open(ctx, pcp.Local, "")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	g, err := c.Group(ctx, "simple.numfetch")
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Set(ctx, "simple.numfetch", libpcp.StringAtom("41")); err != nil { // or libpcp.Uint32Atom(41)
		log.Fatal(err)
	}
	s, err := g.Fetch(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Float64("simple.numfetch"))
	// Output:
	// 42 <nil>
}

// A program defines a metric of its own, computed from others.
func ExampleOpener_Open_derived() {
	ctx := context.Background()
	defs := derive.New(os.Stderr)
	if err := defs.Register("my.shade", "simple.color / 2"); err != nil {
		log.Fatal(err)
	}
	o := agents
	o.Derived = func() *derive.Definitions { return defs }
	c, err := o.Open(ctx, pcp.Local, "")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	g, err := c.Group(ctx, "my.shade[blue]")
	if err != nil {
		log.Fatal(err)
	}
	s, err := g.Fetch(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Float64("my.shade"))
	// Output:
	// 100.5 <nil>
}
