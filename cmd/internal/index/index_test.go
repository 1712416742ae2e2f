package index

import (
	"slices"
	"testing"

	"pcptools/libpcp"
)

func TestIndex(t *testing.T) {
	for _, list := range [][]libpcp.Instance{
		{{ID: -5, Name: "a"}, {ID: 1, Name: "b"}, {ID: 1, Name: "c"}, {ID: 7, Name: "d"}},
		{{ID: 7, Name: "d"}, {ID: 1, Name: "b"}, {ID: -5, Name: "a"}, {ID: 1, Name: "c"}},
	} {
		x := Instances(list)
		for inst, want := range map[int32][2]string{-5: {"a", "a"}, 1: {"b", "c"}, 7: {"d", "d"}} {
			if first, last := x.First(inst), x.Last(inst); first == nil || last == nil || [2]string{first.Name, last.Name} != want {
				t.Errorf("%v: %d is %v and %v, want %q", list, inst, first, last, want)
			}
		}
		for _, inst := range []int32{-6, 0, 2, 8} {
			if x.First(inst) != nil || x.Last(inst) != nil {
				t.Errorf("%v: found %d", list, inst)
			}
		}
	}
	if x := Instances(nil); x.First(0) != nil || x.Last(0) != nil {
		t.Error("found an instance among none")
	}
}

// TestInOrder finds first elements in the order of a list, with gaps and
// again, as values come.
func TestInOrder(t *testing.T) {
	for _, ids := range [][]int32{{}, {3}, {1, 2, 5, 9}, {7, 1, -5, 4}, {1, 1, 2, 2}, {7, 1, -5, 1, 7, 8}} {
		list := make([]libpcp.Instance, len(ids))
		for i, id := range ids {
			list[i].ID = id
		}
		x := Instances(list)
		for _, step := range []int{1, 2, 1} {
			for i := 0; i < len(ids); i += step {
				if first := x.First(ids[i]); first != &list[slices.Index(ids, ids[i])] {
					t.Errorf("%v: found another element than the first of %d", ids, ids[i])
				}
				if x.First(6) != nil {
					t.Errorf("%v: found 6", ids)
				}
			}
		}
	}
}

func BenchmarkFirst(b *testing.B) {
	list := make([]libpcp.Instance, 20000)
	for i := range list {
		list[i].ID = int32(i * 7919 % len(list))
	}
	x := Instances(list)
	for i := 0; b.Loop(); i = (i + 1) % len(list) {
		if x.First(list[i].ID) != &list[i] {
			b.Fatal("not found")
		}
	}
}
