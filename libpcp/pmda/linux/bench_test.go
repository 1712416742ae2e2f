package linux_test

import (
	"context"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/linux"
)

func newContext() *libpcp.Context {
	return libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 60, Name: "linux", New: linux.New}))
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		linux.New()
	}
}

// BenchmarkFirstFetch is what a tool pays for that wants one metric.
func BenchmarkFirstFetch(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		c := newContext()
		ids, err := c.Lookup(context.Background(), "kernel.all.load")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.Fetch(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
		c.Close()
	}
}

func BenchmarkFetchLoad(b *testing.B) { benchmarkFetch(b, "kernel.all.load") }
func BenchmarkFetchAll(b *testing.B)  { benchmarkFetch(b, "") }

func benchmarkFetch(b *testing.B, below string) {
	c := newContext()
	defer c.Close()
	names, err := c.Traverse(context.Background(), below)
	if err != nil {
		b.Fatal(err)
	}
	ids, err := c.Lookup(context.Background(), names...)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Fetch(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkValidate is what checking the tables takes when the agent is opened.
func BenchmarkValidate(b *testing.B) {
	b.ReportAllocs()
	a := linux.New()
	for b.Loop() {
		if err := a.Validate(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFetchInterfaces(b *testing.B) { benchmarkFetch(b, "network.interface") }
