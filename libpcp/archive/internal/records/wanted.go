package records

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
)

// Wanted is a list of metrics to look for in records. It remembers where records of each
// schema have them.
type Wanted struct {
	Once bool // of several value sets of a metric the first counts

	ids    []libpcp.PMID
	found  map[*Schema]*matches
	recent *matches // of the record before, or nil
}

// Match says that a value set of a schema is of a metric of a list, each by its number.
type Match struct{ Set, Metric int }

type matches struct {
	schema *Schema
	looked int // for so many metrics
	list   []Match
}

// maxMatched is the number of schemas of which matches are remembered.
const maxMatched = 1 << 12

// Reset makes the list empty, in the memory that it has.
func (w *Wanted) Reset() {
	w.ids, w.recent = w.ids[:0], nil
	clear(w.found)
}

// Add adds a metric, which must not be there yet, to the list.
func (w *Wanted) Add(id libpcp.PMID) { w.ids = append(w.ids, id) }

// In finds the metrics in a schema, in its order.
func (w *Wanted) In(s *Schema) []Match {
	if w.recent == nil || w.recent.schema != s {
		w.recent = w.matches(s)
	}
	m := w.recent
	for ; m.looked < len(w.ids); m.looked++ {
		for set := range s.each(w.ids[m.looked]) {
			i, _ := slices.BinarySearchFunc(m.list, set, func(m Match, set int) int { return cmp.Compare(m.Set, set) })
			if m.list = slices.Insert(m.list, i, Match{set, m.looked}); w.Once {
				break
			}
		}
	}
	return m.list
}

func (w *Wanted) matches(s *Schema) *matches {
	m := w.found[s]
	if m == nil {
		if w.found == nil || len(w.found) >= maxMatched {
			w.found = make(map[*Schema]*matches)
		}
		m = &matches{schema: s}
		w.found[s] = m
	}
	return m
}
