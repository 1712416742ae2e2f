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

// TestGroupMarks has no rate across a mark, in recorded order and interpolated.
func TestGroupMarks(t *testing.T) {
	base, start := filepath.Join(t.TempDir(), "a"), time.Unix(1e9, 0)
	w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: start}})
	must(t, err)
	counter := libpcp.Desc{PMID: listCounter.PMID, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemCounter}
	must(t, w.AddDesc(counter, "counter"))
	at := func(second int) time.Time { return start.Add(time.Duration(second) * time.Second) }
	for second := range 9 {
		if second == 4 {
			must(t, w.Mark(at(second)))
			continue
		}
		set := libpcp.ValueSet{PMID: counter.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(10 * second)}}}
		must(t, w.Append(&libpcp.Result{Time: at(second), Sets: []libpcp.ValueSet{set}}))
	}
	must(t, w.Close())
	for _, mode := range []libpcp.Mode{libpcp.ModeForw, libpcp.ModeInterp} {
		a, err := Open(t.Context(), base, Options{})
		must(t, err)
		c := libpcp.NewContext(a)
		g, err := c.Group(t.Context(), "counter")
		must(t, err)
		must(t, c.SetMode(t.Context(), mode, start, time.Second))
		var marks, rates []int
		for {
			s, err := g.Fetch(t.Context())
			if err != nil {
				break
			}
			second := int(s.Time.Sub(start) / time.Second)
			if s.Marked {
				marks = append(marks, second)
			}
			for _, r := range must1(s.Values("counter")) {
				if rate, ok := r.Rate(); ok {
					if rates = append(rates, second); rate != 10 {
						t.Errorf("rate %v at %d s", rate, second)
					}
				}
			}
		}
		want, wantRates := []int{5}, []int{1, 2, 3, 6, 7, 8}
		if mode == libpcp.ModeInterp { // a sample at the time of the mark, without a value
			want = []int{4}
		}
		if !slices.Equal(marks, want) || !slices.Equal(rates, wantRates) {
			t.Errorf("mode %v: marks at %v, want %v; rates at %v, want %v", mode, marks, want, rates, wantRates)
		}
		must(t, c.Close())
	}
}

func must1[T any](v T, _ error) T { return v }
