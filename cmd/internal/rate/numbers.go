package rate

import (
	"cmp"
	"slices"
	"time"
)

// Numbers are the values of a counter at one time, in the order of instances (see
// [Numbers.Order]): what the next ones are compared with.
type Numbers struct {
	Time   time.Time
	Insts  []int32
	Values []float64
	Errs   map[int]error // of values that are none
}

// Begin forgets all numbers, and makes room for the next sample's.
func (n *Numbers) Begin(at time.Time, count int) {
	*n = Numbers{Time: at, Insts: slices.Grow(n.Insts[:0], count), Values: slices.Grow(n.Values[:0], count)}
}

// Add adds the number of an instance.
func (n *Numbers) Add(inst int32, value float64) {
	n.Insts, n.Values = append(n.Insts, inst), append(n.Values, value)
}

// Order puts numbers without Errs that were added in another order, as processes are
// listed, in the order of instances.
func (n *Numbers) Order() {
	if slices.IsSorted(n.Insts) {
		return
	}
	at := make([]int, len(n.Insts))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(n.Insts[i], n.Insts[j]) })
	insts, values := slices.Clone(n.Insts), slices.Clone(n.Values)
	for to, from := range at {
		n.Insts[to], n.Values[to] = insts[from], values[from]
	}
}

// Find returns the index of an instance's number, or -1 if it has none.
func (n *Numbers) Find(inst int32) int {
	if i, ok := slices.BinarySearch(n.Insts, inst); ok {
		return i
	}
	return -1
}

// of returns the number of an instance.
func (n *Numbers) of(inst int32) (float64, bool) {
	if n == nil {
		return 0, false
	}
	i := n.Find(inst)
	if i < 0 {
		return 0, false
	}
	return n.Values[i], true
}
