package libpcp

import (
	"fmt"
	"iter"
	"slices"
)

// A NameList is a list of names, which a source can keep in less memory than a
// slice of strings takes: a client of a pmcd reads them off the reply. The zero
// value is empty.
type NameList struct {
	n   int
	all iter.Seq[string]
}

// NameListOf returns the list of some names.
func NameListOf(names []string) NameList { return NewNameList(len(names), slices.Values(names)) }

// NewNameList returns the list of the n names that all yields, each time.
func NewNameList(n int, all iter.Seq[string]) NameList { return NameList{n: n, all: all} }

// Len is the number of names.
func (l NameList) Len() int { return l.n }

// All yields the names.
func (l NameList) All() iter.Seq[string] {
	if l.all == nil {
		return func(func(string) bool) {}
	}
	return l.all
}

// Slice returns the names as a slice, nil for an empty list.
func (l NameList) Slice() []string {
	if l.n == 0 {
		return nil
	}
	return slices.AppendSeq(make([]string, 0, l.n), l.All())
}

// String returns the names as fmt prints a slice.
func (l NameList) String() string { return fmt.Sprint(l.Slice()) }

// ConcatNames returns the names of all lists, one list after the other.
func ConcatNames(lists ...NameList) NameList {
	n := 0
	for _, l := range lists {
		n += l.n
	}
	return NewNameList(n, func(yield func(string) bool) {
		for _, l := range lists {
			for name := range l.All() {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// ValidName reports whether the name of a metric is made as PMNS(5) says.
func ValidName(name string) bool {
	start := true
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			start = false
		case start:
			return false
		case c == '.':
			start = true
		case c != '_' && (c < '0' || c > '9'):
			return false
		}
	}
	return !start
}
