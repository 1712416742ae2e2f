package derive_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/simple"
)

// A metric made of those of an agent, as if the agent had it.
func ExampleWrap() {
	ctx := context.Background()
	defs := derive.New(os.Stderr)
	if err := defs.Register("simple.percent", "100 * simple.color / sum(simple.color)"); err != nil {
		log.Fatal(err)
	}
	src := local.New(local.Config{}, local.Agent{Domain: 253, Name: "simple", New: simple.New})
	c := libpcp.NewContext(derive.Wrap(src, defs))
	defer c.Close()
	g, err := c.Group(ctx, "simple.percent")
	if err != nil {
		log.Fatal(err)
	}
	s, err := g.Fetch(ctx)
	if err != nil {
		log.Fatal(err)
	}
	colors, err := s.Values("simple.percent")
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range colors {
		fmt.Printf("%s %.1f\n", r.Instance, r.Float64())
	}
	// Output:
	// red 0.3
	// green 33.3
	// blue 66.3
}

// Definitions change while sources that have them are in use.
func ExampleDefinitions() {
	ctx := context.Background()
	defs := derive.New(os.Stderr)
	defs.SetLimit(10)
	if err := defs.Register("simple.twice", "2 * simple.color"); err != nil {
		log.Fatal(err)
	}
	if err := defs.AddText("simple.twice", libpcp.TextOneLine, "twice as much"); err != nil {
		log.Fatal(err)
	}
	c := libpcp.NewContext(derive.Wrap(local.New(local.Config{}, local.Agent{New: simple.New}), defs))
	defer c.Close()
	g, err := c.Group(ctx, "simple.twice")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Text(ctx, "simple.twice", libpcp.TextOneLine))
	if err := defs.Unregister("simple.twice"); err != nil {
		log.Fatal(err)
	}
	_, err = c.Lookup(ctx, "simple.twice")
	fmt.Println(defs.Len(), err)

	var syntax *derive.SyntaxError
	const half = "simple.color / ?"
	if errors.As(defs.Register("simple.half", half), &syntax) {
		fmt.Printf("%s", syntax.AppendReport(nil, "simple.half", half))
	}
	// Output:
	// twice as much <nil>
	// 0 simple.twice: Unknown metric name
	// Error: pmRegisterDerivedMetric("simple.half", ...)
	// simple.color / ?
	//                ^
	// Arithmetic expression expected to follow SLASH
}

// One source has a metric that others do not have.
func ExampleAdd() {
	ctx := context.Background()
	src := derive.Wrap(local.New(local.Config{}, local.Agent{New: simple.New}), derive.New(os.Stderr))
	c := libpcp.NewContext(src)
	defer c.Close()
	if err := derive.Add(ctx, src, "simple.all", "sum(simple.color)"); err != nil {
		log.Fatal(err)
	}
	names, err := c.Traverse(ctx, "simple.all")
	fmt.Println(names, err, derive.Remove(src, "simple.all"))
	_, err = c.Traverse(ctx, "simple.all")
	fmt.Println(err)
	// Output:
	// [simple.all] <nil> <nil>
	// simple.all: Unknown metric name
}
