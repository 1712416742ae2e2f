package archive_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/sourcetest"
)

// TestInterpolationJumps takes steps that skip more than a megabyte of records, which
// are not read, across values that begin, end, or are far apart.
func TestInterpolationJumps(t *testing.T) {
	h := &archivetest.History{Version: 2, Start: time.Unix(1e9, 0)}
	metric := func(item uint32, name string, typ libpcp.Type, sem libpcp.Semantics) libpcp.PMID {
		d := libpcp.Desc{PMID: libpcp.NewPMID(70, 0, item), Type: typ, InDom: libpcp.NullInDom, Sem: sem}
		h.Metrics = append(h.Metrics, archivetest.Metric{Desc: d, Names: []string{name}})
		return d.PMID
	}
	early := metric(1, "early", libpcp.TypeU32, libpcp.SemInstant)
	late := metric(2, "late", libpcp.TypeU32, libpcp.SemInstant)
	sparse := metric(3, "sparse", libpcp.TypeU32, libpcp.SemCounter)
	always := metric(4, "always", libpcp.TypeU32, libpcp.SemCounter)
	other := metric(5, "other", libpcp.TypeU32, libpcp.SemCounter)
	filler := metric(6, "filler", libpcp.TypeString, libpcp.SemDiscrete)
	text := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: append(bytes.Repeat([]byte("x"), 99_999), 0)})
	for i := range 100 {
		r := &libpcp.Result{Time: h.Start.Add(time.Duration(i) * time.Second)}
		add := func(id libpcp.PMID, has bool) {
			if has {
				r.Sets = append(r.Sets, libpcp.ValueSet{PMID: id, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(i * i)}}})
			}
		}
		add(early, i < 25)
		add(late, i > 60)
		add(sparse, i%30 == 5)
		add(always, true)
		add(other, i%16 == 2)
		r.Sets = append(r.Sets, libpcp.ValueSet{PMID: filler, Format: libpcp.PointerDynamic, Values: []libpcp.Value{text}})
		h.Records = append(h.Records, r)
	}
	base := filepath.Join(t.TempDir(), "jumps")
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	h.Metrics = h.Metrics[:5] // without the filler
	for _, delta := range []time.Duration{11, 17, 25, 35, 50, 60} {
		delta *= time.Second
		checkReplay(t, h, base, archive.Options{}, h.Start, delta)
		checkReplay(t, h, base, archive.Options{}, h.Start.Add(20*time.Second), delta)
		checkReplay(t, h, base, archive.Options{}, h.End(), -delta)
		checkReplay(t, h, base, archive.Options{}, h.End().Add(-20*time.Second), -delta)
	}

	// A metric that is not asked for meets some of its values between two jumps.
	for _, delta := range []time.Duration{20500 * time.Millisecond, -20500 * time.Millisecond} {
		from := h.Start.Add(50*time.Second - 2*delta + delta/82)
		a := open(t, base)
		source := sourcetest.Direct(a)
		source.SetMode(t.Context(), libpcp.ModeInterp, from, delta)
		for i, ids := range [][]libpcp.PMID{{other, always}, {always}, {always}, {other}} {
			r, err := source.Fetch(t.Context(), ids, nil)
			if err != nil {
				t.Fatal(err)
			}
			ref := newReference(h)
			ref.earlier = true
			want := ref.fetch(&h.Metrics[int(ids[0].Item())-1].Desc, from.Add(time.Duration(i)*delta))
			if diff := difference(&want, &r.Sets[0]); diff != "" {
				t.Errorf("fetch %d by %v: %s", i, delta, diff)
			}
		}
	}
}
