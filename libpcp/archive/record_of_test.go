package archive_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/recycled"
)

// TestRecordOf compares the records of some metrics with those among all records.
func TestRecordOf(t *testing.T) {
	base := filepath.Join(t.TempDir(), "some")
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: noon, Host: "house"}})
	if err != nil {
		t.Fatal(err)
	}
	id := func(n int) libpcp.PMID { return libpcp.NewPMID(400, 0, uint32(n)) }
	for n := 1; n <= 5; n++ {
		desc := libpcp.Desc{PMID: id(n), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
		if err := w.AddDesc(desc, "house.m"+string(rune('0'+n))); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 60 { // every n-th record has the metric n
		r := &libpcp.Result{Time: noon.Add(time.Duration(i) * time.Second)}
		for n := 1; n <= 5; n++ {
			if i%n == 0 {
				r.Sets = append(r.Sets, libpcp.ValueSet{PMID: id(n), Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(100*n + i)}}})
			}
		}
		err := w.Append(r)
		if i == 30 {
			err = errors.Join(err, w.Mark(r.Time.Add(time.Millisecond)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	open := func() *libpcp.Context {
		a, err := archive.Open(t.Context(), base, archive.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return libpcp.NewContext(a)
	}
	for _, of := range [][]libpcp.PMID{{id(3)}, {id(5), id(2)}, {id(4), id(6)}, {id(6)}, {id(2), id(3), id(2)}} {
		all, some := open(), open()
		defer all.Close()
		defer some.Close()
		var reuse, before *libpcp.Result
		for whole, err := range all.Records(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			all.Recycle(before)
			before = whole
			sets := make([]libpcp.ValueSet, len(of))
			held := false
			for i := range of {
				if sets[i].PMID = of[i]; whole.Set(of[i]) != nil {
					sets[i], held = *whole.Set(of[i]), true
				}
			}
			if !held && !whole.Mark() {
				continue
			}
			q := libpcp.RecordQuery{Of: of}
			if reuse != nil {
				some.Batch(t.Context(), &recycled.Query{Result: reuse})
			}
			if some.Batch(t.Context(), &q); q.Err != nil || !q.Result.Time.Equal(whole.Time) || q.Result.Mark() != whole.Mark() {
				t.Fatalf("%v: %v, %v, want %v", of, q.Result, q.Err, whole)
			}
			if reuse = q.Result; !whole.Mark() && !slices.EqualFunc(q.Result.Sets, sets, sameValues) {
				t.Errorf("%v at %v: %v, want %v", of, whole.Time, q.Result.Sets, sets)
			}
		}
		q := libpcp.RecordQuery{Of: of}
		if some.Batch(t.Context(), &q); q.Err != libpcp.ErrEOL {
			t.Errorf("%v: %v, %v after the last", of, q.Result, q.Err)
		}
	}
}

func sameValues(a, b libpcp.ValueSet) bool {
	return a.PMID == b.PMID && a.Err == b.Err && slices.EqualFunc(a.Values, b.Values, func(v, w libpcp.Value) bool { return v.Inst == w.Inst && v.Word == w.Word })
}
