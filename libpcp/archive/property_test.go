package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/release"
)

// TestInterpolation compares interpolated replays of random archives, forwards
// and backwards, with those of a slow and obvious implementation: ten archives
// at a scale of 1.
func TestInterpolation(t *testing.T) {
	for seed := range uint64(10 * campaign.Scale(t)) {
		h := archivetest.Random(seed, archivetest.Options{Plain: true})
		base := filepath.Join(t.TempDir(), "random")
		if err := h.Write(base); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 2))
		for range 3 {
			delta := time.Duration(1+rng.IntN(3_000_000)) * time.Microsecond
			for _, opts := range []archive.Options{{}, {Release: oldest}} {
				checkReplay(t, h, base, opts, h.Start.Add(500*time.Nanosecond), delta)
				checkReplay(t, h, base, opts, h.End(), -delta)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// checkReplay compares up to 100 fetches of all metrics.
func checkReplay(t *testing.T, h *archivetest.History, base string, opts archive.Options, from time.Time, delta time.Duration) {
	t.Helper()
	a, err := archive.Open(context.Background(), base, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := sourcetest.Direct(a).SetMode(context.Background(), libpcp.ModeInterp, from, delta); err != nil {
		t.Fatal(err)
	}
	ids := make([]libpcp.PMID, len(h.Metrics))
	for i := range h.Metrics {
		ids[i] = h.Metrics[i].PMID
	}
	ref := newReference(h)
	ref.earlier = !opts.Release.Has(release.NearestInterpolation)
	ref.previous = from.Add(-delta)
	for at := from; !at.After(h.End()) && !at.Before(h.Start) && at.Sub(from).Abs() < 100*delta.Abs(); at = at.Add(delta) {
		got, err := sourcetest.Direct(a).Fetch(context.Background(), ids, nil)
		if err != nil {
			t.Fatalf("from %v by %v: at %v: %v", from.Sub(h.Start), delta, at.Sub(h.Start), err)
		}
		exact := slices.ContainsFunc(h.Records, func(r *libpcp.Result) bool { return r.Time.Equal(at) })
		for i := range h.Metrics {
			d := &h.Metrics[i].Desc
			want := ref.fetch(d, at)
			if !d.Type.Numeric() && (exact || d.Sem == libpcp.SemCounter) {
				continue // such a value shows one fetch later, if it is passed on the way, or is miscounted
			}
			if !ref.earlier && d.Sem == libpcp.SemDiscrete && ref.after(d, at) {
				want, got.Sets[i] = withoutValues(want), withoutValues(got.Sets[i])
			}
			if diff := difference(&want, &got.Sets[i]); diff != "" {
				t.Errorf("from %v by %v: at %v: %v %v %v: %s", from.Sub(h.Start), delta, at.Sub(h.Start), d.PMID, d.Type, d.Sem, diff)
			}
		}
		if t.Failed() {
			return
		}
		ref.done(at)
	}
}

// withoutValues has the instances of a set alone: behind the last value, that
// of a discrete metric depends on the fetches before.
func withoutValues(s libpcp.ValueSet) libpcp.ValueSet {
	s.Values = slices.Clone(s.Values)
	for i := range s.Values {
		s.Values[i] = libpcp.Value{Inst: s.Values[i].Inst}
	}
	return s
}

// difference says where two value sets differ.
func difference(want, got *libpcp.ValueSet) string {
	if want.PMID != got.PMID || want.Err != got.Err || len(want.Values) != len(got.Values) {
		return fmt.Sprintf("%d values (%v), want %d (%v)", len(got.Values), got.Err, len(want.Values), want.Err)
	}
	for i := range want.Values {
		if w, g := want.Values[i], got.Values[i]; !sameValue(w, g) {
			return fmt.Sprintf("value %d is %v, want %v", i, g, w)
		}
	}
	return ""
}

func sameValue(w, g libpcp.Value) bool {
	if w.Inst != g.Inst || w.Word != g.Word || w.Block().Type != g.Block().Type {
		return false
	}
	return bytes.Equal(w.Block().Data, g.Block().Data) || isNaN(w) && isNaN(g)
}

func isNaN(v libpcp.Value) bool {
	a, err := libpcp.Extract(libpcp.PointerDynamic, v, v.Block().Type, libpcp.TypeDouble)
	return err == nil && math.IsNaN(a.Float64())
}

// Past the end there is nothing.
func TestInterpolationEnds(t *testing.T) {
	h := archivetest.Random(1, archivetest.Options{Plain: true})
	base := filepath.Join(t.TempDir(), "random")
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(context.Background(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ids := []libpcp.PMID{h.Metrics[0].PMID}
	for _, c := range []struct {
		from  time.Time
		delta time.Duration
		want  error
	}{
		{h.Start.Add(-2 * time.Millisecond), time.Second, libpcp.ErrEOL},
		{h.Start, time.Second, nil},
		{h.End(), -time.Second, nil},
		{h.End().Add(2 * time.Millisecond), -time.Second, libpcp.ErrEOL},
	} {
		if err := sourcetest.Direct(a).SetMode(context.Background(), libpcp.ModeInterp, c.from, c.delta); err != nil {
			t.Fatal(err)
		}
		if _, err := sourcetest.Direct(a).Fetch(context.Background(), ids, nil); !errors.Is(err, c.want) {
			t.Errorf("at %v: %v, want %v", c.from.Sub(h.Start), err, c.want)
		}
	}
}

// A fetch at the very time of a mark is not in the way of later ones.
func TestInterpolationAtMark(t *testing.T) {
	d := libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 1), InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	h := &archivetest.History{Version: 2, Start: time.Unix(1e9, 0), Metrics: []archivetest.Metric{{Desc: d, Names: []string{"m"}}}}
	for i := range 20 {
		r := &libpcp.Result{Time: h.Start.Add(time.Duration(i) * time.Second)}
		if i%4 != 2 {
			r.Sets = []libpcp.ValueSet{{PMID: d.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(i)}}}}
		}
		h.Records = append(h.Records, r)
	}
	base := filepath.Join(t.TempDir(), "marks")
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	checkReplay(t, h, base, archive.Options{}, h.Start, 500*time.Millisecond)
	checkReplay(t, h, base, archive.Options{}, h.End(), -500*time.Millisecond)
}

// TestInterpolationHistory jumps about in random archives without marks: what a
// context was asked before makes no difference to the numbers it returns.
func TestInterpolationHistory(t *testing.T) {
	for seed := range uint64(20) {
		h := archivetest.Random(seed, archivetest.Options{Plain: true})
		h.Records = slices.DeleteFunc(h.Records, (*libpcp.Result).Mark)
		h.Volumes = nil
		base := filepath.Join(t.TempDir(), "random")
		if err := h.Write(base); err != nil {
			t.Fatal(err)
		}
		walkHistory(t, h, base, rand.New(rand.NewPCG(seed, 4)))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// walkHistory compares a context that is used again and again with new ones.
func walkHistory(t *testing.T, h *archivetest.History, base string, rng *rand.Rand) {
	t.Helper()
	var ids []libpcp.PMID
	for i := range h.Metrics {
		if h.Metrics[i].Type.Numeric() {
			ids = append(ids, h.Metrics[i].PMID)
		}
	}
	if len(ids) == 0 {
		return
	}
	old := open(t, base)
	span := h.End().Sub(h.Start)
	for range 20 {
		at := h.Start.Add(time.Duration(rng.Int64N(int64(span+4*time.Second))) - 2*time.Second)
		if rng.IntN(2) == 0 { // about the start, where bounds are missing
			at = h.Start.Add(time.Duration(rng.Int64N(int64(2*time.Second))) - time.Second)
		}
		delta := time.Duration(rng.Int64N(int64(10*time.Second))) - 5*time.Second
		sourcetest.Direct(old).SetMode(context.Background(), libpcp.ModeInterp, at, delta)
		for range 1 + rng.IntN(5) {
			some := ids[rng.IntN(len(ids)):]
			fresh := open(t, base)
			sourcetest.Direct(fresh).SetMode(context.Background(), libpcp.ModeInterp, at, delta)
			want, wantErr := sourcetest.Direct(fresh).Fetch(context.Background(), some, nil)
			got, err := sourcetest.Direct(old).Fetch(context.Background(), some, nil)
			if !errors.Is(err, wantErr) {
				t.Fatalf("at %v by %v: %v, a new context %v", at.Sub(h.Start), delta, err, wantErr)
			}
			for i := range some {
				if err != nil {
					break
				}
				if diff := difference(&want.Sets[i], &got.Sets[i]); diff != "" {
					t.Errorf("at %v by %v: %v: %s as in a new context", at.Sub(h.Start), delta, some[i], diff)
				}
			}
			at = at.Add(delta)
		}
	}
}

// open opens an archive for replays that depend on nothing but the time.
func open(t *testing.T, base string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(context.Background(), base, archive.Options{Release: oldest})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// TestInterpolationBeforeStart begins a replay before the archive, in a context
// that already knows what comes first.
func TestInterpolationBeforeStart(t *testing.T) {
	d := libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 1), InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	h := &archivetest.History{Version: 2, Start: time.Unix(1e9, 0), Metrics: []archivetest.Metric{{Desc: d, Names: []string{"m"}}}}
	for i := range 200 {
		h.Records = append(h.Records, &libpcp.Result{
			Time: h.Start.Add(time.Duration(1+i) * 100 * time.Millisecond),
			Sets: []libpcp.ValueSet{{PMID: d.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(i)}}}},
		})
	}
	base := filepath.Join(t.TempDir(), "early")
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	for second := range time.Duration(15) {
		a := open(t, base)
		fetch := func() (*libpcp.Result, error) {
			return sourcetest.Direct(a).Fetch(context.Background(), []libpcp.PMID{d.PMID}, nil)
		}
		sourcetest.Direct(a).SetMode(context.Background(), libpcp.ModeInterp, h.Start, time.Minute)
		if _, err := fetch(); err != nil {
			t.Fatal(err)
		}
		sourcetest.Direct(a).SetMode(context.Background(), libpcp.ModeInterp, h.Start.Add(-time.Second), (second+2)*time.Second)
		if _, err := fetch(); !errors.Is(err, libpcp.ErrEOL) {
			t.Fatalf("before the start: %v", err)
		}
		r, err := fetch()
		if err != nil || len(r.Sets[0].Values) != 1 {
			t.Fatalf("after %v: %v, %v", (second+1)*time.Second, r, err)
		}
		if got, want := r.Sets[0].Values[0].Word, uint32(10*second+9); got != want {
			t.Errorf("after %v: %d, want %d", (second+1)*time.Second, got, want)
		}
	}
}
