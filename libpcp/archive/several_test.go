package archive_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/release"
)

// consecutive writes archives of five records of one metric and returns their
// base names; the records of the i-th have the values 10*i and up.
func consecutive(t testing.TB, n int) (bases []string, id libpcp.PMID) {
	t.Helper()
	d := libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	dir := t.TempDir()
	for i := range n {
		h := &archivetest.History{Version: 2, Start: time.Unix(1e9+int64(100*i), 0)}
		h.Metrics = []archivetest.Metric{{Desc: d, Names: []string{"m", fmt.Sprintf("of%d.m", i)}}}
		for k := range 5 {
			h.Records = append(h.Records, &libpcp.Result{
				Time: h.Start.Add(time.Duration(k) * time.Second),
				Sets: []libpcp.ValueSet{{PMID: d.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(10*i + k)}}}},
			})
		}
		base := filepath.Join(dir, fmt.Sprintf("a%d", i))
		if err := h.Write(base); err != nil {
			t.Fatal(err)
		}
		bases = append(bases, base)
	}
	return bases, d.PMID
}

// spoil changes a byte of a file, counted from its end if at is negative.
func spoil(t testing.TB, name string, at int) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at += len(b)
	}
	b[at] ^= 0x10
	if err := os.WriteFile(name, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// oldest is the oldest release reproduced.
var oldest = release.Of(release.Version{})

func TestSkipped(t *testing.T) {
	bases, _ := consecutive(t, 3)
	spoil(t, bases[1]+".meta", -1)
	list := bases[0] + "," + bases[1] + "," + bases[2] + ",/nosuch"
	var skipped []string
	opts := archive.Options{Skipped: func(name string, reason error) {
		skipped = append(skipped, fmt.Sprint(filepath.Base(name), " ", libpcp.ErrorText(reason)))
	}}
	a, err := archive.Open(context.Background(), list, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if want := []string{"a1 Corrupted record in a PCP archive", "nosuch No such file or directory"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped %q, want %q", skipped, want)
	}
	names, err := sourcetest.Direct(a).Traverse(context.Background(), "")
	if want := []string{"of2.m", "of0.m", "m"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("names %q, %v, want %q", names, err, want)
	}
	if _, err := archive.Open(context.Background(), "/nosuch,/nosuch/either", opts); !errors.Is(err, archive.ErrNoneReadable) || libpcp.Code(err) != libpcp.ErrLogFile {
		t.Errorf("none readable: %v", err)
	}
	if _, err := archive.Open(context.Background(), "/nosuch", opts); errors.Is(err, archive.ErrNoneReadable) || err == nil {
		t.Errorf("a single one: %v", err)
	}
	if _, err := archive.Open(context.Background(), list, archive.Options{Release: oldest}); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("of the oldest release: %v", err)
	}
}

func TestNoUnion(t *testing.T) {
	bases, _ := consecutive(t, 2)
	a, err := archive.Open(context.Background(), bases[0]+","+bases[1], archive.Options{Release: oldest})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	names, err := sourcetest.Direct(a).Traverse(context.Background(), "")
	if want := []string{"of0.m", "m"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("names %q, %v, want %q", names, err, want)
	}
}

// next returns the next value of a metric.
func next(t *testing.T, src libpcp.Source, id libpcp.PMID) uint32 {
	t.Helper()
	r, err := sourcetest.Direct(src).Fetch(t.Context(), []libpcp.PMID{id}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Sets[0].Values[0].Word
}

// TestGroupWithoutValues has a sample for each record, values or not.
func TestGroupWithoutValues(t *testing.T) {
	bases, id := consecutive(t, 1)
	h := &archivetest.History{Version: 2, Start: time.Unix(1e9, 0)}
	h.Metrics = []archivetest.Metric{{Desc: libpcp.Desc{PMID: id, Type: libpcp.TypeU32, InDom: libpcp.NullInDom}, Names: []string{"m"}}}
	for i := range 4 {
		h.Records = append(h.Records, &libpcp.Result{Time: h.Start.Add(time.Duration(i) * time.Second), Sets: []libpcp.ValueSet{{PMID: id}}})
	}
	base := bases[0] + "-none"
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(t.Context(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	g, err := c.Group(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range h.Records {
		if s, err := g.Fetch(t.Context()); err != nil || !s.Time.Equal(r.Time) || s.Changes != 0 {
			t.Errorf("%v, %v, want %v", s, err, r.Time)
		}
	}
}

// TestDuplicateOfOthers has a replay of a directory go on where it was though there
// is one archive more by now.
func TestDuplicateOfOthers(t *testing.T) {
	bases, id := consecutive(t, 3)
	dir, later := t.TempDir(), t.TempDir()
	move := func(base, to string) {
		for _, suffix := range []string{".0", ".meta", ".index"} {
			if err := os.Rename(base+suffix, filepath.Join(to, filepath.Base(base)+suffix)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, base := range bases {
		move(base, dir)
	}
	move(filepath.Join(dir, "a0"), later)
	a, err := archive.Open(t.Context(), dir, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, want := range []uint32{10, 11, 12, 13, 14, 20, 21} {
		if v := next(t, a, id); v != want {
			t.Fatalf("%d, want %d", v, want)
		}
	}
	move(filepath.Join(later, "a0"), dir)
	dup, err := libpcp.Duplicate(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	defer dup.Close()
	if v := next(t, dup, id); v != 21 {
		t.Errorf("%d, want 21: what there is at the time of the replay", v)
	}
}

// TestRemoved reads records from archives of which one has a damaged record, and
// goes on with a duplicate at each of them.
func TestRemoved(t *testing.T) {
	const label = 132
	for damaged, want := range [][]uint32{
		{0, 1, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24},
		{0, 1, 2, 3, 4, 10, 11, 20, 21, 22, 23, 24},
		{0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21},
	} {
		bases, id := consecutive(t, 3)
		b, err := os.ReadFile(bases[damaged] + ".0")
		if err != nil {
			t.Fatal(err)
		}
		length := (len(b) - label) / 5
		spoil(t, bases[damaged]+".0", label+2*length+3)
		var removed []string
		a, err := archive.Open(context.Background(), bases[0]+","+bases[1]+","+bases[2], archive.Options{
			Removed: func(name string, volume int) { removed = append(removed, fmt.Sprint(filepath.Base(name), " ", volume)) },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		var got []uint32
		for i := range want {
			got = append(got, next(t, a, id))
			dup, err := libpcp.Duplicate(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range want[i+1:] {
				if v := next(t, dup, id); v != w {
					t.Errorf("a%d damaged: a duplicate after %v has %d, want %d", damaged, got, v, w)
				}
			}
			dup.Close()
		}
		if !slices.Equal(got, want) {
			t.Errorf("a%d damaged: got %v, want %v", damaged, got, want)
		}
		end, told := libpcp.ErrEOL, []string{fmt.Sprintf("a%d 0", damaged)}
		if damaged == 2 { // the last one
			end, told = libpcp.ErrLogRec, nil
		}
		if _, err := sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{id}, nil); libpcp.Code(err) != end {
			t.Errorf("a%d damaged: %v at the end", damaged, err)
		}
		if want := told; !slices.Equal(slices.Compact(removed), want) {
			t.Errorf("removed %q, want %q", removed, want)
		}
	}
}

// TestRemovedWhole has an archive of several without a whole record: it ends where it
// starts.
func TestRemovedWhole(t *testing.T) {
	bases, id := consecutive(t, 3)
	if err := os.Truncate(bases[1]+".0", 132+10); err != nil {
		t.Fatal(err)
	}
	removed := 0
	a, err := archive.Open(t.Context(), strings.Join(bases, ","), archive.Options{Removed: func(string, int) { removed++ }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	forth := []uint32{0, 1, 2, 3, 4, 20, 21, 22, 23, 24}
	for _, want := range forth {
		if v := next(t, a, id); v != want {
			t.Fatalf("%d, want %d", v, want)
		}
	}
	if err := sourcetest.Direct(a).SetMode(t.Context(), libpcp.ModeBack, time.Unix(2e9, 0), 0); err != nil {
		t.Fatal(err)
	}
	for _, want := range slices.Backward(forth) {
		if v := next(t, a, id); v != want {
			t.Fatalf("%d backwards, want %d", v, want)
		}
	}
	if removed != 1 {
		t.Errorf("reported %d times", removed)
	}
}

// TestFarTimes has a record with a time that is not its own, by more than a day: reading
// ends there in an error, where it would pass over all other records.
func TestFarTimes(t *testing.T) {
	const label, day = 132, 24 * 3600
	for _, test := range []struct {
		from, to, move int // the records that are moved
		mode           libpcp.Mode
		origin         int64
		want           []uint32
		end            libpcp.Error
	}{
		{2, 2, 2 * day, libpcp.ModeForw, 0, []uint32{0, 1}, libpcp.ErrLogRec},
		{2, 2, 2 * day, libpcp.ModeInterp, 1e9, []uint32{0, 1}, libpcp.ErrLogRec},
		{2, 2, -2 * day, libpcp.ModeBack, 1e9 + 10, []uint32{4, 3}, libpcp.ErrLogRec},
		{2, 2, -2 * day, libpcp.ModeForw, 0, []uint32{0, 1, 3, 4}, libpcp.ErrEOL},
		// A clock is set.
		{2, 2, day / 2, libpcp.ModeForw, 0, []uint32{0, 1, 2}, libpcp.ErrEOL},
		{2, 4, -day / 2, libpcp.ModeForw, 0, []uint32{0, 1}, libpcp.ErrEOL},
		{2, 4, -2 * day, libpcp.ModeForw, 0, []uint32{0, 1}, libpcp.ErrEOL},
		{3, 4, -2 * day, libpcp.ModeForw, 0, []uint32{0, 1, 2}, libpcp.ErrEOL},
	} {
		bases, id := consecutive(t, 1)
		b, err := os.ReadFile(bases[0] + ".0")
		if err != nil {
			t.Fatal(err)
		}
		for i := test.from; i <= test.to; i++ {
			sec := b[label+i*(len(b)-label)/5+4:]
			binary.BigEndian.PutUint32(sec, uint32(int(binary.BigEndian.Uint32(sec))+test.move))
		}
		if err := os.WriteFile(bases[0]+".0", b, 0o666); err != nil {
			t.Fatal(err)
		}
		a, err := archive.Open(t.Context(), bases[0], archive.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if err := sourcetest.Direct(a).SetMode(t.Context(), test.mode, time.Unix(test.origin, 0), time.Second); err != nil {
			t.Fatal(err)
		}
		for _, want := range test.want {
			if v := next(t, a, id); v != want {
				t.Fatalf("%+v: %d, want %d", test, v, want)
			}
		}
		if _, err := sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{id}, nil); libpcp.Code(err) != test.end {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// TestIndexBeyondEnd has an index of which already the first entry is beyond the end of
// the archive: it is read without the index.
func TestIndexBeyondEnd(t *testing.T) {
	bases, id := consecutive(t, 1)
	spoil(t, bases[0]+".index", 132+16)
	a, err := archive.Open(t.Context(), bases[0], archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := sourcetest.Direct(a).SetMode(t.Context(), libpcp.ModeBack, time.Unix(2e9, 0), 0); err != nil {
		t.Fatal(err)
	}
	if v := next(t, a, id); v != 4 {
		t.Errorf("%d, want 4", v)
	}
}

// TestDamagedSets replays sets of damaged archives, and duplicates of them, every
// way: whatever happens, it ends.
func TestDamagedSets(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 6))
		bases, id := consecutive(t, 4)
		list := bases[0]
		for i, base := range bases {
			if i > 0 {
				list += "," + base
			}
			if rng.IntN(2) == 0 {
				if err := archivetest.Damage(base, seed*10+uint64(i)); err != nil {
					t.Fatal(err)
				}
			}
		}
		a, err := archive.Open(context.Background(), list, archive.Options{})
		if err != nil {
			continue
		}
		for range 30 {
			mode := []libpcp.Mode{libpcp.ModeInterp, libpcp.ModeForw, libpcp.ModeBack}[rng.IntN(3)]
			at := time.Unix(1e9+int64(rng.IntN(420))-10, 0)
			sourcetest.Direct(a).SetMode(context.Background(), mode, at, time.Duration(rng.IntN(200)-100)*time.Second)
			for range 20 {
				if _, err := sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{id}, nil); err != nil {
					break
				}
			}
			if dup, err := libpcp.Duplicate(t.Context(), a); err == nil {
				sourcetest.Direct(dup).Fetch(t.Context(), []libpcp.PMID{id}, nil)
				dup.Close()
			}
		}
		if err := a.Close(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestReduceInstanceLabels looks labels of instances up of which those of one
// have changed.
func TestReduceInstanceLabels(t *testing.T) {
	bases, _ := consecutive(t, 1)
	indom := libpcp.NewInDom(70, 1)
	h := &archivetest.History{Version: 3, Start: time.Unix(1e9, 0)}
	h.Metrics = []archivetest.Metric{{Desc: libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 2), Type: libpcp.TypeU32, InDom: indom}, Names: []string{"n"}}}
	id := libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(indom)}
	for i, values := range [][2]string{{"1", "1"}, {"1", "2"}} {
		sets := []libpcp.LabelSet{
			{Inst: 0, Labels: []libpcp.Label{{Name: "l", Value: values[0]}}},
			{Inst: 1, Labels: []libpcp.Label{{Name: "l", Value: values[1]}}},
		}
		h.Labels = append(h.Labels, archivetest.Labels{From: h.Start.Add(time.Duration(i) * time.Second), ID: id, Sets: sets})
	}
	h.Records = []*libpcp.Result{{Time: h.Start, Sets: []libpcp.ValueSet{{PMID: h.Metrics[0].PMID}}}}
	base := bases[0] + "-labels"
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	for rel, want := range map[release.Release]int{{}: 2, oldest: 1} {
		a, err := archive.Open(context.Background(), base, archive.Options{Release: rel})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		sourcetest.Direct(a).SetMode(context.Background(), libpcp.ModeForw, h.Start.Add(2*time.Second), 0)
		sets, err := sourcetest.Direct(a).Labels(context.Background(), id)
		if err != nil || len(sets) != want {
			t.Errorf("release %v: %d sets, %v, want %d", rel, len(sets), err, want)
		}
	}
}

// TestOpenCancelled opens archives after the end of the context: that is no
// reason to skip one, and no archive comes of it.
func TestOpenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	bases, _ := consecutive(t, 2)
	skipped := func(name string, reason error) { t.Errorf("%s skipped: %v", name, reason) }
	if _, err := archive.Open(ctx, bases[0]+","+bases[1], archive.Options{Skipped: skipped}); !errors.Is(err, context.Canceled) {
		t.Errorf("open: %v", err)
	}
}
