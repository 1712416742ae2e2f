package archive_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

var steps = libpcp.Desc{
	PMID: libpcp.NewPMID(400, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemCounter,
}

// openSteps opens an archive of a counter with n records, a second apart.
func openSteps(b *testing.B, n int) *libpcp.Context {
	base := filepath.Join(b.TempDir(), "steps")
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: noon, Host: "house"}})
	if err != nil {
		b.Fatal(err)
	}
	if err := w.AddDesc(steps, "house.steps"); err != nil {
		b.Fatal(err)
	}
	for i := range n {
		set := libpcp.ValueSet{PMID: steps.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(3 * i)}}}
		r := &libpcp.Result{Time: noon.Add(time.Duration(i) * time.Second), Sets: []libpcp.ValueSet{set}}
		if err := w.Append(r); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	a, err := archive.Open(b.Context(), base, archive.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c := libpcp.NewContext(a)
	b.Cleanup(func() { c.Close() })
	return c
}

// benchmarkReplay takes results in a mode, from the start again at the end, and
// gives each back.
func benchmarkReplay(b *testing.B, mode libpcp.Mode, take func(*libpcp.Context) (*libpcp.Result, error)) {
	c := openSteps(b, 10000)
	rewind := func() {
		if err := c.SetMode(b.Context(), mode, noon, 700*time.Millisecond); err != nil {
			b.Fatal(err)
		}
	}
	next := func() {
		r, err := take(c)
		switch {
		case errors.Is(err, libpcp.ErrEOL):
			rewind()
		case err != nil:
			b.Fatal(err)
		default:
			c.Recycle(r)
		}
	}
	rewind()
	b.ReportAllocs()
	for b.Loop() {
		next()
	}
}

func BenchmarkInterpolate(b *testing.B) {
	ids := []libpcp.PMID{steps.PMID}
	benchmarkReplay(b, libpcp.ModeInterp, func(c *libpcp.Context) (*libpcp.Result, error) { return c.Fetch(b.Context(), ids) })
}

func BenchmarkRecordOf(b *testing.B) {
	benchmarkReplay(b, libpcp.ModeForw, func(c *libpcp.Context) (*libpcp.Result, error) {
		return c.FetchRecordOf(b.Context(), steps.PMID)
	})
}
