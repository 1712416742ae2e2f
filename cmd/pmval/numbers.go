package main

import (
	"slices"
	"time"
)

// numbers are the values of a counter at one time, in the order of instances:
// what the next ones are compared with.
type numbers struct {
	time   time.Time
	insts  []int32
	values []float64
	errs   map[int]error // of values that are none
}

// begin forgets all numbers, and makes room for the next sample's.
func (n *numbers) begin(at time.Time, count int) {
	*n = numbers{time: at, insts: slices.Grow(n.insts[:0], count), values: slices.Grow(n.values[:0], count)}
}

func (n *numbers) add(inst int32, value float64) {
	n.insts, n.values = append(n.insts, inst), append(n.values, value)
}

// find returns the index of an instance's number, or -1 if it has none.
func (n *numbers) find(inst int32) int {
	if i, ok := slices.BinarySearch(n.insts, inst); ok {
		return i
	}
	return -1
}

// of returns the number of an instance.
func (n *numbers) of(inst int32) (float64, bool) {
	if n == nil {
		return 0, false
	}
	i := n.find(inst)
	if i < 0 {
		return 0, false
	}
	return n.values[i], true
}
