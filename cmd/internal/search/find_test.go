package search

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// TestFind finds the metrics with most of the words, or fewer, those that have values
// first, and counts the values of each and shows one.
func TestFind(t *testing.T) {
	base, at := filepath.Join(t.TempDir(), "a"), time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	w, err := archive.Create(base, archive.WriterOptions{Version: 3, Label: libpcp.LogLabel{Start: at}})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"a.zip.read", "b.zip.write", "c.other.read", "d.none"}
	result := &libpcp.Result{Time: at}
	domain := libpcp.NewInDom(400, 1)
	if err := w.AddInstances(at, domain, []libpcp.Instance{{ID: 0, Name: "x"}, {ID: 1, Name: "y"}}); err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		desc := libpcp.Desc{PMID: libpcp.NewPMID(400, 0, uint32(i)), Type: libpcp.TypeU32, InDom: domain, Sem: libpcp.SemInstant}
		if err := w.AddDesc(desc, name); err != nil {
			t.Fatal(err)
		}
		var e libpcp.Encoder
		set := libpcp.ValueSet{PMID: desc.PMID}
		for inst := range int32(2) {
			v, format, err := e.Value(inst, libpcp.Uint32Atom(uint32(7+inst)))
			if err != nil {
				t.Fatal(err)
			}
			set.Format, set.Values = format, append(set.Values, v)
		}
		result.Sets = append(result.Sets, set)
	}
	if err := w.Append(result); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(t.Context(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	known := libpcp.NameListOf(append(names, "e.zip.read.gone")) // the last one nobody knows
	for _, test := range []struct {
		words []string
		limit int
		all   bool
		want  []string
	}{
		{[]string{"zip", "read"}, 0, true, []string{"a.zip.read", "e.zip.read.gone"}},
		{[]string{"zip", "read"}, 1, true, []string{"a.zip.read"}},
		{[]string{"zip"}, 0, true, []string{"a.zip.read", "b.zip.write", "e.zip.read.gone"}},
		{[]string{"other", "read", "nowhere"}, 0, false, []string{"c.other.read"}},
		{[]string{"nowhere"}, 0, false, nil},
	} {
		found, all, err := Parse(test.words).Find(t.Context(), c, known, test.limit, nil)
		var got []string
		for _, m := range found {
			got = append(got, m.Name)
		}
		if err != nil || all != test.all || !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, all %t, error %v", test.words, got, all, err)
		}
	}
	found, _, _ := Parse([]string{"zip", "read"}).Find(t.Context(), c, known, 0, nil)
	if err := AddValues(t.Context(), c, found, nil); err != nil {
		t.Fatal(err)
	}
	var shown []*report.Value
	for v := range found[0].Values.All {
		shown = append(shown, v)
	}
	if found[0].Count == nil || *found[0].Count != 2 || len(shown) != 1 || shown[0].Instance.Name != "x" || shown[0].Atom.Uint64() != 7 || found[1].Err == nil {
		t.Errorf("%+v of %+v, %v", shown, found[0], found[1].Err)
	}
}
