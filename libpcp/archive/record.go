package archive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/wire"
)

// record is what is remembered of a data record.
type record struct {
	off    int64 // of its first length in the volume
	at     logfile.Stamp
	length int32
	sets   int32 // number of value sets; none is a mark
	shape  *shape
}

func (r *record) end() int64 { return r.off + int64(r.length) }

func (r *record) mark() bool { return r.sets == 0 }

// like reports whether two records at the same place are the same.
func (r *record) like(q record) bool { return r.length == q.length && r.at == q.at && r.sets == q.sets }

// begins reports whether a record in a file still has the length, time and
// number of value sets that r has.
func (r *record) begins(b []byte, version int) bool {
	head := wire.NewReader(b)
	return head.Int32() == r.length && logfile.ReadStamp(&head, version) == r.at && head.Int32() == r.sets && head.Err() == nil
}

// scan checks the payload of a record and finds out what it holds; hasty says
// to take the blocks on trust.
func (s *shapes) scan(body []byte, version int, hasty bool) (record, error) {
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
	s.met(expected)
	rec.shape = expected
	return rec, nil
}

// shape is the list of metrics in a record. Records of one logging group
// share it.
type shape struct {
	ids  []libpcp.PMID
	then *shape   // of the record that last followed one of this shape
	use  shapeUse // what the metrics now interpolated have to do with it
}

func (s *shape) size() int {
	if s == nil {
		return -1
	}
	return len(s.ids)
}

// shapes is the set of shapes seen in an archive. Its size is bounded: an
// archive with more variety than that begins anew.
type shapes struct {
	known map[uint64][]*shape
	total int // of identifiers
	last  *shape

	anyEvents bool // event arrays are not checked
}

const maxShapeIDs = 1 << 18

// intern finds or makes the shape of a checked record whose n value sets start
// at pos.
func (s *shapes) intern(body []byte, pos, n int) *shape {
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
	return s.remember(hash, &shape{ids: ids})
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

func (s *shape) matches(body []byte, pos, n int) bool {
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

func (s *shapes) remember(hash uint64, sh *shape) *shape {
	s.total += len(sh.ids) + 8
	if s.known == nil || s.total > maxShapeIDs {
		s.known = make(map[uint64][]*shape)
		s.total = len(sh.ids) + 8
	}
	s.known[hash] = append(s.known[hash], sh)
	return sh
}

// expected is the shape that the next record probably has.
func (s *shapes) expected() *shape {
	if s.last == nil || s.last.then == nil {
		return s.last
	}
	return s.last.then
}

// met notes the shape of a record.
func (s *shapes) met(sh *shape) {
	if s.last != nil {
		s.last.then = sh
	}
	s.last = sh
}
