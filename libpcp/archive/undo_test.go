package archive

import (
	"context"
	"errors"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/sourcetest"
)

// endsMeanwhile is a context that is cancelled after it has been looked at.
type endsMeanwhile struct {
	context.Context
	looked bool
}

func (c *endsMeanwhile) Err() error {
	if c.looked {
		return context.Canceled
	}
	c.looked = true
	return nil
}

// TestCancelledCounter cancels a call just before a mark is passed: there is still
// no rate across it.
func TestCancelledCounter(t *testing.T) {
	a := openBytes(specimen.New(2))
	defer a.Close()
	if err := sourcetest.Direct(a).SetMode(t.Context(), libpcp.ModeInterp, since1970(100.5), 4*time.Second); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{2, 0} {
		ctx := &endsMeanwhile{Context: t.Context()}
		if _, err := sourcetest.Direct(a).Fetch(ctx, []libpcp.PMID{specimen.Counter}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled fetch: %v", err)
		}
		r, err := sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{specimen.Counter}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.Sets[0].Values); n != want {
			t.Errorf("fetch %d at %v: %d values, want %d", i, r.Time, n, want)
		}
	}
}

// TestFailedDomain fetches two metrics while the instances of the second one cannot
// be read: the first one still has its value afterwards.
func TestFailedDomain(t *testing.T) {
	meta, index, data := specimen.New(2)
	ill := false
	a, err := openIn(t.Context(), specimen.Faulty{Memory: specimen.Memory{"x.meta": meta, "x.index": index, "x.0": data}, Suffix: ".meta", Ill: &ill}, "x", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := sourcetest.Direct(a).SetMode(t.Context(), libpcp.ModeInterp, since1970(104.5), time.Second); err != nil {
		t.Fatal(err)
	}
	ill = true
	if _, err := sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{specimen.String, specimen.Counter}, nil); err == nil {
		t.Fatal("no error")
	}
	ill = false
	r, err := sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{specimen.String}, nil)
	if err != nil || len(r.Sets[0].Values) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
