package archive

import (
	"context"
	"maps"
	"syscall"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
)

// TestSystemErrors has reading fail for a while, of one archive and of several:
// that is the error, nothing is taken for damaged or changed, and replay goes on
// where it was.
func TestSystemErrors(t *testing.T) {
	ctx := context.Background()
	files := make(specimen.Memory)
	for name, start := range map[string]int64{"x": 100, "y": 200} {
		meta, index, volume := specimen.At(start, 2)
		maps.Copy(files, specimen.Memory{name + ".meta": meta, name + ".index": index, name + ".0": volume})
	}
	ask := []libpcp.PMID{specimen.Counter}
	for _, names := range []string{"x", "x,y"} {
		for _, mode := range []libpcp.Mode{libpcp.ModeForw, libpcp.ModeBack, libpcp.ModeInterp} {
			var times []time.Time
			for _, fails := range []bool{false, true} {
				ill := false
				removed := func(name string, _ int) { t.Errorf("%s: %s is removed", names, name) }
				a, err := openIn(ctx, specimen.Faulty{Memory: files, Suffix: ".0", Ill: &ill}, names, Options{Removed: removed})
				if err != nil {
					t.Fatal(err)
				}
				c := libpcp.NewContext(a)
				if err := c.SetMode(ctx, mode, time.Unix(103, 0), time.Second); err != nil {
					t.Fatal(err)
				}
				if ill = fails; ill {
					if _, err := c.Fetch(ctx, ask); libpcp.Code(err) != libpcp.Errno(syscall.EIO) {
						t.Errorf("%s, mode %v: %v", names, mode, err)
					}
					ill = false
				}
				r, err := c.Fetch(ctx, ask)
				if err != nil {
					t.Fatalf("%s, mode %v: %v", names, mode, err)
				}
				times = append(times, r.Time)
				a.Close()
			}
			if !times[0].Equal(times[1]) {
				t.Errorf("%s, mode %v: after the error at %v, else at %v", names, mode, times[1], times[0])
			}
		}
	}
}

// TestHistoryErrors has histories end with the error of reading the metadata.
func TestHistoryErrors(t *testing.T) {
	ill := false
	files := make(specimen.Memory)
	files["x.meta"], files["x.index"], files["x.0"] = specimen.New(3)
	a, err := openIn(t.Context(), specimen.Faulty{Memory: files, Suffix: ".meta", Ill: &ill}, "x", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ill = true
	var last error
	for _, err := range a.InDomHistory(specimen.Domain) {
		last = err
	}
	if libpcp.Code(last) != libpcp.Errno(syscall.EIO) {
		t.Errorf("instances: %v", last)
	}
	last = nil
	for _, err := range a.LabelHistory(a.LabelIDs()[0]) {
		last = err
	}
	if libpcp.Code(last) != libpcp.Errno(syscall.EIO) {
		t.Errorf("labels: %v", last)
	}
}
