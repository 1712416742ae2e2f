package archive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// scan checks the payload of a record and finds out what it holds; hasty says
// to take the blocks on trust.
func (s *schemas) scan(body []byte, version int, hasty bool) (record, error) {
	c := logfile.Checker{Hasty: hasty, AnyEvents: s.anyEvents}
	at, sets, ok := c.Begin(body, version)
	if !ok {
		return record{}, libpcp.ErrLogRec
	}
	rec := record{at: at, sets: sets}
	expected := s.expected()
	like := expected.size() == int(sets)
	for i := range int(sets) {
		id, ok := c.Set()
		if !ok {
			return record{}, libpcp.ErrLogRec
		}
		like = like && expected.ids[i] == id
	}
	if !c.End() {
		return record{}, libpcp.ErrLogRec
	}
	if !like {
		expected = s.intern(body, logfile.SetsOffset(version), int(sets))
	}
	s.note(expected)
	rec.schema = expected
	return rec, nil
}

// schema is the list of metrics in a record. Records of one logging group
// share it.
type schema struct {
	ids  []libpcp.PMID
	then *schema   // of the record that last followed one of this schema
	use  schemaUse // what the metrics now interpolated have to do with it
}

func (s *schema) size() int {
	if s == nil {
		return -1
	}
	return len(s.ids)
}

// schemas is the set of schemas seen in an archive. Its size is bounded: an
// archive with more variety than that begins anew.
type schemas struct {
	known map[uint64][]*schema
	total int // of identifiers
	last  *schema

	anyEvents bool // event arrays are not checked
}

const maxSchemaIDs = 1 << 18

// intern finds or makes the schema of a checked record whose n value sets start
// at pos.
func (s *schemas) intern(body []byte, pos, n int) *schema {
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
	return s.remember(hash, &schema{ids: ids})
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

func (s *schema) matches(body []byte, pos, n int) bool {
	if len(s.ids) != n {
		return false
	}
	for _, want := range s.ids {
		var id libpcp.PMID
		if id, pos = logfile.SetID(body, pos); id != want {
			return false
		}
	}
	return true
}

func (s *schemas) remember(hash uint64, sh *schema) *schema {
	s.total += len(sh.ids) + 8
	if s.known == nil || s.total > maxSchemaIDs {
		s.known = make(map[uint64][]*schema)
		s.total = len(sh.ids) + 8
	}
	s.known[hash] = append(s.known[hash], sh)
	return sh
}

// expected is the schema that the next record probably has.
func (s *schemas) expected() *schema {
	if s.last == nil || s.last.then == nil {
		return s.last
	}
	return s.last.then
}

// note notes the schema of a record.
func (s *schemas) note(sh *schema) {
	if s.last != nil {
		s.last.then = sh
	}
	s.last = sh
}
