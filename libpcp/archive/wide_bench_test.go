package archive_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// writeWide writes an archive of records of a second of some metrics, which have as
// many instances; each without any if there is none.
func writeWide(b *testing.B, base string, start time.Time, records, metrics, instances int) {
	b.Helper()
	w, err := archive.Create(base, archive.WriterOptions{Version: 3, Label: libpcp.LogLabel{Start: start, Host: "house"}})
	if err != nil {
		b.Fatal(err)
	}
	indom := libpcp.NullInDom
	values := []libpcp.Value{{Inst: libpcp.NullInst, Word: 1}}
	if instances > 0 {
		indom, values = libpcp.NewInDom(400, 1), nil
		var list []libpcp.Instance
		for i := range int32(instances) {
			list = append(list, libpcp.Instance{ID: i, Name: fmt.Sprint("i", i)})
			values = append(values, libpcp.Value{Inst: i, Word: uint32(i)})
		}
		if err := w.AddInstances(start, indom, list); err != nil {
			b.Fatal(err)
		}
	}
	var sets []libpcp.ValueSet
	for i := range metrics {
		d := libpcp.Desc{PMID: wideMetric(i), Type: libpcp.TypeU32, InDom: indom, Sem: libpcp.SemInstant}
		if err := w.AddDesc(d, fmt.Sprint("wide.m", i)); err != nil {
			b.Fatal(err)
		}
		sets = append(sets, libpcp.ValueSet{PMID: d.PMID, Values: values})
	}
	for i := range records {
		if err := w.Append(&libpcp.Result{Time: start.Add(time.Duration(i) * time.Second), Sets: sets}); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
}

func wideMetric(i int) libpcp.PMID { return libpcp.NewPMID(400, uint32(i>>10), uint32(i&1023)) }

// openWide opens what writeWide has written.
func openWide(b *testing.B, records, metrics, instances int) *libpcp.Context {
	base := filepath.Join(b.TempDir(), "wide")
	writeWide(b, base, noon, records, metrics, instances)
	a, err := archive.Open(b.Context(), base, archive.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c := libpcp.NewContext(a)
	b.Cleanup(func() { c.Close() })
	return c
}

// BenchmarkOpenMany opens a directory of many archives.
func BenchmarkOpenMany(b *testing.B) {
	dir := b.TempDir()
	for i := range 500 {
		writeWide(b, filepath.Join(dir, fmt.Sprint("a", i)), noon.Add(time.Duration(i)*time.Hour), 2, 200, 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		a, err := archive.Open(b.Context(), dir, archive.Options{})
		if err != nil {
			b.Fatal(err)
		}
		a.Close()
	}
}

// BenchmarkFetchOfMany fetches single metrics of records of many.
func BenchmarkFetchOfMany(b *testing.B) {
	const records, metrics = 20, 20_000
	c := openWide(b, records, metrics, 0)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%records == 0 {
			if err := c.SetMode(b.Context(), libpcp.ModeForw, noon, 0); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := c.Fetch(b.Context(), []libpcp.PMID{wideMetric(n * 7919 % metrics)}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkInterpolateOfMany is the same with interpolation.
func BenchmarkInterpolateOfMany(b *testing.B) {
	const records, metrics = 20, 20_000
	c := openWide(b, records, metrics, 0)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%15 == 0 {
			if err := c.SetMode(b.Context(), libpcp.ModeInterp, noon.Add(500*time.Millisecond), time.Second); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := c.Fetch(b.Context(), []libpcp.PMID{wideMetric(n % 2000 * 7919 % metrics)}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkInterpolateInstance interpolates one of many instances.
func BenchmarkInterpolateInstance(b *testing.B) {
	const records = 300
	c := openWide(b, records, 1, 5000)
	id := wideMetric(0)
	d := libpcp.NewInDom(400, 1)
	if err := c.Profile().Del(d); err != nil {
		b.Fatal(err)
	}
	if err := c.Profile().Add(d, 4000); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%290 == 0 {
			if err := c.SetMode(b.Context(), libpcp.ModeInterp, noon.Add(500*time.Millisecond), time.Second); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := c.Fetch(b.Context(), []libpcp.PMID{id}); err != nil {
			b.Fatal(err)
		}
	}
}
