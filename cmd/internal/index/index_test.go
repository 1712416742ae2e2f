package index

import (
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
