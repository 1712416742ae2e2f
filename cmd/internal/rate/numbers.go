package rate

import (
	"slices"
	"time"
)

// Numbers are the values of a counter at one time, in the order of instances:
// what the next ones are compared with.
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
