package pcp_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmda/simple"
)

// Named instances of a metric and a singular one, from agents in this process.
func ExampleOpener_Open() {
	ctx := context.Background()
	o := pcp.Opener{Agents: []local.Agent{{New: simple.New}}}
	c, err := o.Open(ctx, pcp.Local, "")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	g, err := c.Group(ctx, "simple.color[red,blue]", "simple.numfetch")
	if err != nil {
		log.Fatal(err)
	}
	s, err := g.Fetch(ctx)
	if err != nil {
		log.Fatal(err)
	}
	colors, err := s.Values("simple.color")
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range colors {
		fmt.Println(r.Instance, r.Float64())
	}
	fetches, err := s.Float64("simple.numfetch")
	fmt.Println(fetches, err)
	// Output:
	// red 1
	// blue 201
	// 1 <nil>
}

// Rates of a counter, replayed at an interval other than the recorded one, and
// then the records as they are.
func ExampleOpen() {
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
	for s, err := range g.Samples(ctx, 5*time.Second) {
		if err != nil {
			log.Fatal(err)
		}
		sold, err := s.Values("shop.sold")
		if err != nil {
			log.Fatal(err)
		}
		rate, ok := sold[0].Rate()
		fmt.Println(s.Time.UTC().Format("15:04:05"), sold[0].Float64(), rate, ok)
	}

	if err := c.SetMode(ctx, libpcp.ModeForw, noon, 0); err != nil {
		log.Fatal(err)
	}
	for r, err := range c.Records(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		n, err := r.Set(sold.PMID).Float64(0, sold.Type)
		fmt.Println(r.Time.UTC().Format("15:04:05"), n, err)
	}
	// Output:
	// 12:00:00 100 0 false
	// 12:00:05 110 2 true
	// 12:00:10 120 2 true
	// 12:00:15 150 6 true
	// 12:00:20 180 6 true
	// 12:00:00 100 <nil>
	// 12:00:10 120 <nil>
	// 12:00:20 180 <nil>
}

var (
	noon = time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	sold = libpcp.Desc{
		PMID: libpcp.NewPMID(400, 0, 0), Type: libpcp.TypeU64, InDom: libpcp.NullInDom,
		Sem: libpcp.SemCounter, Units: libpcp.Count,
	}
)

// recorded writes an archive.
func recorded() (base string, remove func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	base = filepath.Join(dir, "shop")
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: noon, Host: "shop"}})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.AddDesc(sold, "shop.sold"); err != nil {
		log.Fatal(err)
	}
	for i, n := range []uint64{100, 120, 180} {
		set, err := libpcp.NewValueSet(sold.PMID, libpcp.NullInst, libpcp.Uint64Atom(n))
		if err != nil {
			log.Fatal(err)
		}
		r := &libpcp.Result{Time: noon.Add(time.Duration(i) * 10 * time.Second), Sets: []libpcp.ValueSet{set}}
		if err := w.Append(r); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	return base, func() { os.RemoveAll(dir) }
}
