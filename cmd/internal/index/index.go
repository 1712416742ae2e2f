// Package index finds elements of long slices by their instances.
package index

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
)

// An Index finds elements of a slice by their instances. It takes memory only
// if they are not in order. A nil Index finds nothing. An Index is not safe for
// concurrent use.
type Index[T any] struct {
	all    []T
	id     func(*T) int32
	order  []int32 // positions by instance; nil if that is the slice's order
	unique bool    // no instance has two elements
	next   int     // position after the element that First found last
}

// New returns an index of a slice, which must not change.
func New[T any](all []T, id func(*T) int32) *Index[T] {
	x := &Index[T]{all: all, id: id}
	if !slices.IsSortedFunc(all, func(a, b T) int { return cmp.Compare(id(&a), id(&b)) }) {
		x.sort()
	}
	x.unique = true
	for i := 1; i < len(all) && x.unique; i++ {
		x.unique = id(x.at(i-1)) != id(x.at(i))
	}
	return x
}

// sort makes the order, from pairs of an instance and a position.
func (x *Index[T]) sort() {
	pairs := make([]int64, len(x.all))
	for i := range x.all {
		pairs[i] = int64(x.id(&x.all[i]))<<32 | int64(i)
	}
	slices.Sort(pairs)
	x.order = make([]int32, len(pairs))
	for i, pair := range pairs {
		x.order[i] = int32(pair)
	}
}

// Instances returns an index of instances.
func Instances(all []libpcp.Instance) *Index[libpcp.Instance] {
	return New(all, func(i *libpcp.Instance) int32 { return i.ID })
}

// First returns the first element of an instance, or nil. Before it searches,
// it tries the element after its last result, since values mostly come in the
// order of their instances.
func (x *Index[T]) First(inst int32) *T {
	if x != nil && x.unique && x.next < len(x.all) && x.id(&x.all[x.next]) == inst {
		x.next++
		return &x.all[x.next-1]
	}
	i := x.behind(inst, -1)
	found := x.only(inst, i)
	if found != nil {
		x.next = x.position(i) + 1
	}
	return found
}

// Last returns the last element of an instance, or nil.
func (x *Index[T]) Last(inst int32) *T { return x.only(inst, x.behind(inst, 0)-1) }

// behind is the end of the elements whose instances compare with inst as order
// or less.
func (x *Index[T]) behind(inst int32, order int) int {
	if x == nil {
		return 0
	}
	low, high := 0, len(x.all)
	for low < high {
		if middle := int(uint(low+high) / 2); cmp.Compare(x.id(x.at(middle)), inst) <= order {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// only returns the i-th element by instance, if it is of that instance.
func (x *Index[T]) only(inst int32, i int) *T {
	if x == nil || i < 0 || i >= len(x.all) || x.id(x.at(i)) != inst {
		return nil
	}
	return x.at(i)
}

// at returns the i-th element by instance.
func (x *Index[T]) at(i int) *T { return &x.all[x.position(i)] }

// position is where the i-th element by instance is in the slice.
func (x *Index[T]) position(i int) int {
	if x.order != nil {
		return int(x.order[i])
	}
	return i
}
