package report

import (
	"cmp"
	"container/heap"
)

// turns is a heap of parts in the order in which their next records are written: by
// steps, and in a step by the order of the sources.
type turns []*Part

// moved takes in that the earliest step of a part has changed.
func (t turns) moved(p *Part) { heap.Fix(&t, p.turn) }

// Len, Less, Swap, Push and Pop implement [heap.Interface]. Parts are neither added nor
// removed.
func (t turns) Len() int { return len(t) }

func (t turns) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(t[i].earliest(), t[j].earliest()), cmp.Compare(t[i].number, t[j].number)) < 0
}

func (t turns) Swap(i, j int) {
	t[i], t[j] = t[j], t[i]
	t[i].turn, t[j].turn = i, j
}

func (t turns) Push(any) {}
func (t turns) Pop() any { return nil }
