package report

import (
	"iter"
	"slices"
)

// A List is a part of a record that may be long: its elements are made as they
// are written, again whenever they are read, and each is valid until the next; or the
// list holds them.
type List[T any] struct {
	Len  int
	All  iter.Seq[*T]
	held []T // nil if the elements are made
}

// ListOf returns the list of some elements.
func ListOf[T any](elements ...T) *List[T] {
	return &List[T]{Len: len(elements), held: elements, All: func(yield func(*T) bool) {
		for i := range elements {
			if !yield(&elements[i]) {
				return
			}
		}
	}}
}

// Filter returns the list of the elements for which keep returns true; keep
// must decide alike each time.
func (l *List[T]) Filter(keep func(*T) bool) *List[T] {
	if l.held != nil {
		some := make([]T, 0, len(l.held))
		for i := range l.held {
			if keep(&l.held[i]) {
				some = append(some, l.held[i])
			}
		}
		return ListOf(some...)
	}
	kept := &List[T]{All: func(yield func(*T) bool) {
		for e := range l.each {
			if keep(e) && !yield(e) {
				return
			}
		}
	}}
	for range kept.All {
		kept.Len++
	}
	return kept
}

// Map returns the list of the changed elements. A list that holds them is changed itself.
func (l *List[T]) Map(change func(*T)) *List[T] {
	if l != nil && l.held != nil {
		for i := range l.held {
			change(&l.held[i])
		}
		return l
	}
	return &List[T]{Len: l.len(), All: func(yield func(*T) bool) {
		for e := range l.each {
			if change(e); !yield(e) {
				return
			}
		}
	}}
}

// Slice returns copies of the elements.
func (l *List[T]) Slice() []T {
	if l == nil {
		return nil
	}
	return slices.Collect(func(yield func(T) bool) {
		for e := range l.All {
			if !yield(*e) {
				return
			}
		}
	})
}

// each iterates over the elements; a nil list has none.
func (l *List[T]) each(yield func(*T) bool) {
	if l != nil {
		l.All(yield)
	}
}

func (l *List[T]) len() int {
	if l == nil {
		return 0
	}
	return l.Len
}
