package openmetrics_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/openmetrics"
	"pcptools/libpcp/pcp"
)

// A program writes numbers of its own.
func ExampleEncoder() {
	e := openmetrics.NewEncoder(os.Stdout, openmetrics.OpenMetrics)
	err := e.Write(&openmetrics.Metric{
		Name: "shop.busy",
		Desc: libpcp.Desc{Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Millisec},
		Help: "time spent on customers",
		Values: slices.Values([]openmetrics.Value{
			{Atom: libpcp.Uint64Atom(1500), Instance: &libpcp.Instance{ID: 0, Name: "till 1"}},
			{Atom: libpcp.Uint64Atom(20), Instance: &libpcp.Instance{ID: 1, Name: "till 2"}},
		}),
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := e.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// # TYPE shop_busy_seconds counter
	// # UNIT shop_busy_seconds seconds
	// # HELP shop_busy_seconds time spent on customers
	// shop_busy_seconds_total{instname="till 1"} 1.5
	// shop_busy_seconds_total{instname="till 2"} 0.02
	// # EOF
}

// A sample of a group, as a server that is scraped writes it.
func ExampleOfSample() {
	base, remove := recorded()
	defer remove()
	ctx := context.Background()
	c, err := pcp.Open(ctx, pcp.Archive, base)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	g, err := c.Group(ctx, "shop.stock[apples]")
	if err != nil {
		log.Fatal(err)
	}
	s, err := g.Fetch(ctx)
	if err != nil {
		log.Fatal(err)
	}
	e := openmetrics.NewEncoder(os.Stdout, openmetrics.Prometheus)
	for _, m := range openmetrics.OfSample(ctx, c, g, s) {
		if err := e.Write(m); err != nil {
			log.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// # HELP shop_stock_bytes what is on the shelves
	// # TYPE shop_stock_bytes gauge
	// shop_stock_bytes{instname="apples",colour="red",hostname="shop"} 1024 1717243200000
}

// All records of an archive, for a time series database to import.
func ExampleOfSample_archive() {
	base, remove := recorded()
	defer remove()
	ctx := context.Background()
	c, err := pcp.Open(ctx, pcp.Archive, base)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	g, err := c.Group(ctx, "shop.stock")
	if err != nil {
		log.Fatal(err)
	}
	if err := c.SetMode(ctx, libpcp.ModeForw, time.Time{}, 0); err != nil {
		log.Fatal(err)
	}
	e := openmetrics.NewEncoder(os.Stdout, openmetrics.OpenMetrics)
	e.Gather()
	for {
		s, err := g.Fetch(ctx)
		if errors.Is(err, libpcp.ErrEOL) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		for _, m := range openmetrics.OfSample(ctx, c, g, s) {
			if err := e.Write(m); err != nil {
				log.Fatal(err)
			}
		}
	}
	if err := e.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// # TYPE shop_stock_bytes gauge
	// # UNIT shop_stock_bytes bytes
	// # HELP shop_stock_bytes what is on the shelves
	// shop_stock_bytes{instname="apples",colour="red",hostname="shop"} 1024 1717243200
	// shop_stock_bytes{instname="apples",colour="red",hostname="shop"} 3072 1717243210.5
	// shop_stock_bytes{instname="pears",hostname="shop"} 2048 1717243200
	// # EOF
}

// recorded writes an archive of two records.
func recorded() (base string, remove func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	base = filepath.Join(dir, "shop")
	noon := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: noon, Host: "shop"}})
	if err != nil {
		log.Fatal(err)
	}
	goods := libpcp.NewInDom(400, 0)
	stock := libpcp.Desc{PMID: libpcp.NewPMID(400, 0, 0), Type: libpcp.TypeU32, InDom: goods, Sem: libpcp.SemInstant, Units: libpcp.KByte}
	record := func(at time.Time, amounts ...uint32) error {
		set := libpcp.ValueSet{PMID: stock.PMID}
		for i, n := range amounts {
			v, _, err := libpcp.NewValue(int32(i), libpcp.Uint32Atom(n))
			if err != nil {
				return err
			}
			set.Values = append(set.Values, v)
		}
		return w.Append(&libpcp.Result{Time: at, Sets: []libpcp.ValueSet{set}})
	}
	red := libpcp.LabelSet{Inst: 0, Labels: []libpcp.Label{{Name: "colour", Value: `"red"`, Flags: uint8(libpcp.LabelInstances)}}, JSON: `{"colour":"red"}`}
	for _, err := range []error{
		w.AddDesc(stock, "shop.stock"),
		w.AddText(libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(stock.PMID)}, "what is on the shelves"),
		w.AddInstances(noon, goods, []libpcp.Instance{{ID: 0, Name: "apples"}, {ID: 1, Name: "pears"}}),
		w.AddLabels(noon, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(goods)}, []libpcp.LabelSet{red}),
		record(noon, 1, 2),
		record(noon.Add(10500*time.Millisecond), 3),
		w.Close(),
	} {
		if err != nil {
			log.Fatal(err)
		}
	}
	return base, func() {
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}
