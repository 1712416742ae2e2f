package archive

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/sourcetest"
)

// TestSpecimen makes sure that what the fuzzers start from is an archive.
func TestSpecimen(t *testing.T) {
	for _, version := range []int{2, 3} {
		a := openBytes(specimen.New(version))
		if a == nil {
			t.Fatalf("version %d does not open", version)
		}
		var got []string
		for range 5 {
			r, err := sourcetest.Direct(a).FetchRecord(background)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, strings.Repeat("x", len(r.Sets)))
		}
		if want := []string{"xx", "xx", "", "xx", "xx"}; !slices.Equal(got, want) {
			t.Errorf("version %d: sets of records %q, want %q", version, got, want)
		}
	}
}

func openBytes(meta, index, volume []byte) *Archive {
	a, err := openIn(context.Background(), specimen.Memory{"x.meta": meta, "x.index": index, "x.0": volume}, "x", Options{BadDelta: func(BadDelta) {}})
	if err != nil {
		return nil
	}
	return a
}

// exercise asks an archive for everything, in small amounts.
func exercise(a *Archive) {
	d := &dumper{w: newDiscard(), a: a}
	defer a.Close()
	d.collect()
	d.doNames()
	d.descs()
	d.doInDoms()
	d.texts()
	d.labels()
	sourcetest.Direct(a).End(context.Background())
	d.record(20)
	d.mode = libpcp.ModeBack
	d.when, _ = sourcetest.Direct(a).End(context.Background())
	d.setMode()
	d.record(20)
	d.all = append(d.all[:min(len(d.all), 5)], specimen.Counter, specimen.String)
	for _, delta := range []time.Duration{700 * time.Millisecond, -1300 * time.Millisecond} {
		d.mode, d.when, d.delta = libpcp.ModeInterp, time.Time{}, delta
		d.setMode()
		d.fetch(10, d.all)
	}
	d.mode, d.when = libpcp.ModeForw, time.Unix(101, 0)
	d.each(2)
}

func FuzzArchive(f *testing.F) {
	for _, version := range []int{2, 3} {
		meta, index, volume := specimen.New(version)
		f.Add(meta, index, volume)
	}
	f.Fuzz(func(t *testing.T, meta, index, volume []byte) {
		if a := openBytes(meta, index, volume); a != nil {
			exercise(a)
		}
	})
}
