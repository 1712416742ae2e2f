package derive

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// BenchmarkProbe is what a tool does that shows 50 metrics once.
func BenchmarkProbe(b *testing.B) {
	forms := []string{"rate(M)", "100 * M / sum(M)", "M > 500 ? M : -M", "matchinst(/1/, M)", "avg(M) + max(M)"}
	source := described(b)
	source.answer()
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "bench.m%02d = %s\n", i, strings.ReplaceAll(forms[i%len(forms)], "M", "sample.bin"))
	}
	b.ReportAllocs()
	for b.Loop() {
		defs := New(io.Discard)
		defs.loadText("bench", text.String())
		c := libpcp.NewContext(Wrap(source, defs))
		ctx := context.Background()
		names, _ := c.Traverse(ctx, "bench")
		ids, err := c.Lookup(ctx, names...)
		if err != nil || len(ids) != 50 {
			b.Fatal(len(ids), err)
		}
		c.Descs(ctx, ids)
		if _, err := c.Fetch(ctx, ids); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFetch is a sample of a bound metric.
func BenchmarkFetch(b *testing.B) {
	source := described(b)
	source.answer()
	for _, src := range []string{"rate(sample.bin)", "sample.bin + sample.bin * 2", "matchinst(/0/, sample.bin)"} {
		b.Run(src, func(b *testing.B) {
			defs := New(io.Discard)
			if err := defs.Register("bench.x", src); err != nil {
				b.Fatal(err)
			}
			c := libpcp.NewContext(Wrap(source, defs))
			ids := []libpcp.PMID{libpcp.NewPMID(511, 0, 3)}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Fetch(context.Background(), ids); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
