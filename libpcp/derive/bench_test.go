package derive

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

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

// still answers every fetch with the same result.
type still struct {
	batching
	result *libpcp.Result
}

func (s *still) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		if q, ok := q.(*libpcp.FetchQuery); ok && len(queries) == 1 {
			q.Result = s.result
			return
		}
	}
	s.batching.Ask(ctx, queries...)
}

// BenchmarkInstances is a sample of ten metrics over 100 instances.
func BenchmarkInstances(b *testing.B) {
	forms := []string{"rate(C)", "100 * A / sum(A)", "A + B * 2", "A > 500 ? B : B / 2", "delta(C)",
		"avg(A) + max(B) - min(B)", "count(A)", "B - A / 7", "instant(C) / 1000", "matchinst(/[02468]$/, B)"}
	domain := libpcp.NewInDom(29, 1)
	src := &still{result: &libpcp.Result{Time: time.Unix(1, 0)}}
	src.insts = map[libpcp.InDom][]libpcp.Instance{}
	for inst := range int32(100) {
		src.insts[domain] = append(src.insts[domain], libpcp.Instance{ID: inst, Name: fmt.Sprint("disk", inst)})
	}
	for i, name := range []string{"A", "B", "C"} {
		desc := libpcp.Desc{PMID: libpcp.NewPMID(29, 0, uint32(i)), Type: libpcp.TypeU64, InDom: domain, Sem: libpcp.SemInstant}
		if name == "C" {
			desc.Sem = libpcp.SemCounter
		}
		src.names, src.descs = append(src.names, "m."+name), append(src.descs, desc)
		set := libpcp.ValueSet{PMID: desc.PMID}
		for inst := range int32(100) {
			var v libpcp.Value
			v, set.Format, _ = libpcp.NewValue(inst, libpcp.Uint64Atom(uint64(inst)*10))
			set.Values = append(set.Values, v)
		}
		src.result.Sets = append(src.result.Sets, set)
	}
	defs := New(io.Discard)
	var ids []libpcp.PMID
	c := libpcp.NewContext(Wrap(src, defs))
	for i, form := range forms {
		name := fmt.Sprint("bench.m", i)
		if err := defs.Register(name, strings.NewReplacer("A", "m.A", "B", "m.B", "C", "m.C").Replace(form)); err != nil {
			b.Fatal(err)
		}
		id, err := c.Lookup(context.Background(), name)
		if err != nil {
			b.Fatal(err)
		}
		ids = append(ids, id...)
	}
	b.ReportAllocs()
	for b.Loop() {
		src.result.Time = src.result.Time.Add(time.Second)
		r, err := c.Fetch(context.Background(), ids)
		if err != nil || len(r.Sets[2].Values) != 100 {
			b.Fatal(r, err)
		}
	}
}
