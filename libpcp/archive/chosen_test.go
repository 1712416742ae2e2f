package archive

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
)

// TestChosenInstances interpolates with a profile that changes from fetch to fetch, in
// domains on both sides of the size from which lifetimes count. The instances come in
// the order of a hash table with a bucket for each.
func TestChosenInstances(t *testing.T) {
	few := []int32{1, 2, 5, 6}
	var many []int32
	for i := range int32(20) {
		many = append(many, i)
	}
	for _, all := range [][]int32{few, many} {
		base, start := filepath.Join(t.TempDir(), "a"), time.Unix(1e9, 0)
		w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: start}})
		must(t, err)
		desc := libpcp.Desc{PMID: listCounter.PMID, Type: libpcp.TypeU32, InDom: listCounter.InDom, Sem: libpcp.SemCounter}
		must(t, w.AddDesc(desc, "m"))
		for second := range 20 {
			at, set := start.Add(time.Duration(second)*time.Second), libpcp.ValueSet{PMID: desc.PMID}
			var members []libpcp.Instance
			for _, inst := range all {
				members = append(members, libpcp.Instance{ID: inst, Name: string(rune('a' + inst))})
				set.Values = append(set.Values, libpcp.Value{Inst: inst, Word: uint32(1000*int(inst) + 10*second)})
			}
			if second == 0 {
				must(t, w.AddInstances(at, desc.InDom, members))
			}
			must(t, w.Append(&libpcp.Result{Time: at, Sets: []libpcp.ValueSet{set}}))
		}
		must(t, w.Close())
		a, err := Open(t.Context(), base, Options{})
		must(t, err)
		c := libpcp.NewContext(a)
		defer c.Close()
		inOrder := func(chosen ...int32) []int32 {
			n := int32(len(all))
			slices.SortFunc(chosen, func(a, b int32) int {
				if a%n != b%n {
					return int(a%n - b%n)
				}
				return int(b - a)
			})
			return chosen
		}
		must(t, c.SetMode(t.Context(), libpcp.ModeInterp, start.Add(1500*time.Millisecond), time.Second))
		for i, step := range []struct {
			change func() error
			want   []int32
		}{
			{func() error { return nil }, inOrder(slices.Clone(all)...)},
			{func() error { return c.Profile().Del(desc.InDom) }, nil},
			{func() error { return c.Profile().Add(desc.InDom, 5) }, []int32{5}},
			{func() error { return c.Profile().Add(desc.InDom, 1) }, inOrder(5, 1)},
			{func() error { return c.Profile().Add(desc.InDom, 2, 6) }, inOrder(1, 2, 5, 6)},
			{func() error { return c.Profile().Del(desc.InDom, 5, 1) }, inOrder(2, 6)},
			{func() error { return c.Profile().Add(desc.InDom) }, inOrder(slices.Clone(all)...)},
		} {
			must(t, step.change())
			r, err := c.Fetch(t.Context(), []libpcp.PMID{desc.PMID})
			must(t, err)
			var got []int32
			for _, v := range r.Sets[0].Values {
				got = append(got, v.Inst)
				if want := uint32(1000*int(v.Inst) + 15 + 10*i); v.Word != want {
					t.Errorf("fetch %d: instance %d is %d, want %d", i, v.Inst, v.Word, want)
				}
			}
			if !slices.Equal(got, step.want) {
				t.Errorf("fetch %d of %d instances: %d, want %d", i, len(all), got, step.want)
			}
		}
	}
}
