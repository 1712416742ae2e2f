// Package index finds elements of long slices by their instances.
package index

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
)

// An Index finds elements of a slice by their instances. It takes memory only
// if they are not in order: with a map, a report of an instance domain of 12 MB
// takes 81 MB, not 55. A nil Index finds nothing. An Index is not safe for
// concurrent use.
type Index[T any] struct {
	all         []T
	id          func(*T) int32
	first, last map[int32]int32 // positions by instance; nil if each instance is greater than the one before
	next        int             // position after the element that First found last
}

// New returns an index of a slice, which must not change.
func New[T any](all []T, id func(*T) int32) *Index[T] {
	x := &Index[T]{all: all, id: id}
	for i := 1; i < len(all); i++ {
		if id(&all[i-1]) >= id(&all[i]) {
			x.number()
			break
		}
	}
	return x
}

func (x *Index[T]) number() {
	x.first, x.last = make(map[int32]int32, len(x.all)), make(map[int32]int32, len(x.all))
	for i := range x.all {
		inst := x.id(&x.all[i])
		x.last[inst] = int32(i)
		if _, ok := x.first[inst]; !ok {
			x.first[inst] = int32(i)
		}
	}
}

// Instances returns an index of instances.
func Instances(all []libpcp.Instance) *Index[libpcp.Instance] {
	return New(all, func(i *libpcp.Instance) int32 { return i.ID })
}

// First returns the first element of an instance, or nil. Before it searches a slice
// in order, it tries the element after its last result, since values mostly come in
// the order of their instances.
func (x *Index[T]) First(inst int32) *T {
	if x != nil && x.first == nil && x.next < len(x.all) && x.id(&x.all[x.next]) == inst {
		x.next++
		return &x.all[x.next-1]
	}
	return x.find(inst, false)
}

// Last returns the last element of an instance, or nil.
func (x *Index[T]) Last(inst int32) *T { return x.find(inst, true) }

func (x *Index[T]) find(inst int32, last bool) *T {
	if x == nil {
		return nil
	}
	if x.first == nil {
		i, ok := slices.BinarySearchFunc(x.all, inst, func(e T, inst int32) int { return cmp.Compare(x.id(&e), inst) })
		if !ok {
			return nil
		}
		x.next = i + 1
		return &x.all[i]
	}
	positions := x.first
	if last {
		positions = x.last
	}
	if i, ok := positions[inst]; ok {
		return &x.all[i]
	}
	return nil
}
