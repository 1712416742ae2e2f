package records

import (
	"iter"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// scan checks the payload of a record and finds out what it holds; hasty says
// to take the blocks on trust.
func (s *schemas) scan(body []byte, version int, hasty bool) (Record, error) {
	c := logfile.Checker{Hasty: hasty, AnyEvents: s.anyEvents}
	at, sets, ok := c.Begin(body, version)
	if !ok {
		return Record{}, libpcp.ErrLogRec
	}
	rec := Record{At: at, count: sets}
	expected := s.expected()
	like := expected.size() == int(sets)
	offsets := s.offsets[:0]
	for i := 0; i < int(sets); i++ {
		if i%stride == 0 {
			offsets = append(offsets, int32(c.Offset()))
			if like {
				i += c.Singular(expected.metrics[i : min(i+stride, int(sets))-1])
			}
		}
		id, ok := c.Set()
		if !ok {
			return Record{}, libpcp.ErrLogRec
		}
		like = like && expected.metrics[i] == id
	}
	if !c.End() {
		return Record{}, libpcp.ErrLogRec
	}
	if !like {
		expected = s.intern(body, logfile.SetsOffset(version), int(sets))
	}
	s.note(expected)
	s.offsets = offsets
	if rec.schema = expected; len(offsets) > 1 {
		if !slices.Equal(expected.offsets, offsets) {
			expected.offsets = slices.Clone(offsets)
		}
		rec.offsets = expected.offsets
	}
	return rec, nil
}

// stride is of how many value sets a long record remembers where one starts.
const stride = 32

// Schema is the list of metrics in a record. Records of one logging group
// share it.
type Schema struct {
	metrics []libpcp.PMID
	offsets []int32               // of the last long record; that before had others, or shares them
	then    *Schema               // of the record that last followed one of this schema
	sets    map[libpcp.PMID]int32 // the first of each metric; nil until one is looked for
}

// find is the number of the first value set of a metric, or -1.
func (s *Schema) find(id libpcp.PMID) int {
	if len(s.metrics) < stride {
		return slices.Index(s.metrics, id)
	}
	if s.sets == nil {
		s.sets = make(map[libpcp.PMID]int32, len(s.metrics))
		for i, id := range slices.Backward(s.metrics) {
			s.sets[id] = int32(i)
		}
	}
	if i, ok := s.sets[id]; ok {
		return int(i)
	}
	return -1
}

// each yields the number of each value set of a metric.
func (s *Schema) each(id libpcp.PMID) iter.Seq[int] {
	return func(yield func(set int) bool) {
		first := s.find(id)
		if first < 0 || !yield(first) || len(s.sets) == len(s.metrics) { // each is there once
			return
		}
		for i, other := range s.metrics[first+1:] {
			if other == id && !yield(first+1+i) {
				return
			}
		}
	}
}

// Len is the number of value sets.
func (s *Schema) Len() int { return len(s.metrics) }

func (s *Schema) size() int {
	if s == nil {
		return -1
	}
	return len(s.metrics)
}

// schemas is the set of schemas seen in archives. Its size is bounded: archives
// with more variety than that begin anew.
type schemas struct {
	known   map[uint64][]*Schema
	total   int     // of identifiers
	offsets []int32 // of the record being scanned
	last    *Schema

	anyEvents bool // event arrays are not checked
}

const maxSchemaIDs = 1 << 18

// intern finds or makes the schema of a checked record whose n value sets start
// at pos.
func (s *schemas) intern(body []byte, pos, n int) *Schema {
	hash := hashIDs(body, pos, n)
	for _, known := range s.known[hash] {
		if known.matches(body, pos, n) {
			return known
		}
	}
	ids := make([]libpcp.PMID, n)
	for i := range ids {
		ids[i], pos = logfile.SetID(body, pos)
	}
	return s.remember(hash, &Schema{metrics: ids})
}

// hashIDs is FNV-1a over the metrics of n value sets.
func hashIDs(body []byte, pos, n int) uint64 {
	hash := uint64(14695981039346656037)
	for range n {
		var id libpcp.PMID
		id, pos = logfile.SetID(body, pos)
		hash = (hash ^ uint64(id)) * 1099511628211
	}
	return hash
}

func (s *Schema) matches(body []byte, pos, n int) bool {
	if len(s.metrics) != n {
		return false
	}
	for _, want := range s.metrics {
		var id libpcp.PMID
		if id, pos = logfile.SetID(body, pos); id != want {
			return false
		}
	}
	return true
}

func (s *schemas) remember(hash uint64, sh *Schema) *Schema {
	s.total += len(sh.metrics) + 8
	if s.known == nil || s.total > maxSchemaIDs {
		s.known = make(map[uint64][]*Schema)
		s.total = len(sh.metrics) + 8
	}
	s.known[hash] = append(s.known[hash], sh)
	return sh
}

// expected is the schema that the next record probably has.
func (s *schemas) expected() *Schema {
	if s.last == nil || s.last.then == nil {
		return s.last
	}
	return s.last.then
}

// note notes the schema of a record.
func (s *schemas) note(sh *Schema) {
	if s.last != nil {
		s.last.then = sh
	}
	s.last = sh
}
