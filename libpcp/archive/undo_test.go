package archive

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/logfile"
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

// TestCancelledDrop cancels the call that takes the last archive, which is damaged,
// out of the set.
func TestCancelledDrop(t *testing.T) {
	meta, index, data := specimen.New(2)
	st := specimen.Memory{"x.meta": meta, "x.index": index, "x.0": data}
	l := logfile.Label{Magic: logfile.Magic | 2, PID: 7, Start: logfile.Stamp{Sec: 200}, Host: "h", Zone: "UTC"}
	for role, name := range map[int32]string{logfile.RoleMeta: "y.meta", 0: "y.0"} {
		l.Volume = role
		st[name] = l.Append(nil)
	}
	st["y.meta"] = specimen.Meta(st["y.meta"], 100, 2)
	for i := range 2 {
		st["y.0"] = specimen.Framed(st["y.0"], specimen.Record(logfile.Stamp{Sec: 200 + int64(i)}, i, 2))
	}
	st["y.0"][len(st["y.0"])-1]++
	a, err := openIn(t.Context(), st, "x,y", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for err == nil {
		_, err = sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{specimen.Counter}, nil)
	}
	if err != libpcp.ErrEOL || a.cur.Generation() != 1 || a.set.Len() != 2 {
		t.Fatalf("%v, %d removed, %d left", err, a.cur.Generation(), a.set.Len())
	}
	ctx := &endsMeanwhile{Context: t.Context()}
	if err := sourcetest.Direct(a).SetMode(ctx, libpcp.ModeForw, since1970(100), 0); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	sourcetest.Direct(a).HostName(t.Context())
	if err := sourcetest.Direct(a).SetMode(t.Context(), libpcp.ModeForw, since1970(100), 0); err != nil {
		t.Fatal(err)
	}
	var times string
	for {
		r, err := sourcetest.Direct(a).FetchRecord(t.Context())
		if err != nil {
			break
		}
		times += strconv.FormatInt(r.Time.Unix(), 10) + " "
	}
	if want := "100 101 102 104 105 "; times != want {
		t.Errorf("records at %s, want %s", times, want)
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
