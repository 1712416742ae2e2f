package archive

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
)

// TestGroupNames names an instance that has a value at a time at which its domain
// does not list it: the value is interpolated from those before and after.
func TestGroupNames(t *testing.T) {
	base, start := filepath.Join(t.TempDir(), "a"), time.Unix(1e9, 0)
	one, two := libpcp.Instance{ID: 1, Name: "one"}, libpcp.Instance{ID: 2, Name: "two"}
	w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: start}})
	must(t, err)
	must(t, w.AddDesc(listCounter, "counter"))
	for second, members := range [][]libpcp.Instance{{one, two}, {one}, {one, two}} {
		at := start.Add(time.Duration(second) * time.Second)
		set := libpcp.ValueSet{PMID: listCounter.PMID}
		for _, m := range members {
			set.Values = append(set.Values, libpcp.Value{Inst: m.ID, Word: uint32(second)})
		}
		must(t, w.AddInstances(at, listCounter.InDom, members), w.Append(&libpcp.Result{Time: at, Sets: []libpcp.ValueSet{set}}))
	}
	must(t, w.Close())
	a, err := Open(t.Context(), base, Options{})
	must(t, err)
	c := libpcp.NewContext(a)
	defer c.Close()
	g, err := c.Group(t.Context(), "counter")
	must(t, err)
	must(t, c.SetMode(t.Context(), libpcp.ModeInterp, start.Add(1500*time.Millisecond), time.Second))
	s, err := g.Fetch(t.Context())
	must(t, err)
	readings, err := s.Values("counter")
	must(t, err)
	var names []string
	for _, r := range readings {
		names = append(names, r.Instance)
	}
	slices.Sort(names)
	if d := cmp.Diff([]string{"one", "two"}, names); d != "" {
		t.Error(d)
	}
}
