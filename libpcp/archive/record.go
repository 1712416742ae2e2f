package archive

import (
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// A data record is, between two copies of its length,
//
//	timestamp
//	number of metrics m; 0 is a mark
//	m value sets: PMID, number of values n, and, if n > 0, format and
//	    n pairs of instance and word
//	the blocks that words of the pointer formats point to
//
// A word counts 32-bit units from twelve bytes before the timestamp. The
// blocks, each rounded up to a word, fill the record exactly.
const blockBase = -12

// maxRecord bounds the length of records, which are PDUs or not longer.
const maxRecord = 64 << 20

// record is what is remembered of a data record.
type record struct {
	off    int64 // of its first length in the volume
	at     stamp
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
	return head.Int32() == r.length && readStamp(&head, version) == r.at && head.Int32() == r.sets && head.Err() == nil
}

// scan checks the payload of a record and finds out what it holds; hasty says
// to take the blocks on trust.
func (s *shapes) scan(body []byte, version int, hasty bool) (record, error) {
	r := wire.NewReader(body)
	rec := record{at: readStamp(&r, version), sets: r.Int32()}
	if r.Err() != nil || rec.sets < 0 {
		return record{}, libpcp.ErrLogRec
	}
	c := checker{body: body, pos: r.Offset(), low: len(body), hasty: hasty, anyEvents: s.anyEvents}
	expected := s.expected()
	like := expected.size() == int(rec.sets)
	for i := range int(rec.sets) {
		id, ok := c.set()
		if !ok {
			return record{}, libpcp.ErrLogRec
		}
		like = like && expected.ids[i] == id
	}
	if !hasty && !c.full() {
		return record{}, libpcp.ErrLogRec
	}
	if !like {
		expected = s.intern(body, r.Offset(), int(rec.sets))
	}
	s.met(expected)
	rec.shape = expected
	return rec, nil
}

// checker walks the value sets of a record and adds up its blocks.
type checker struct {
	body      []byte
	pos       int
	low       int // start of the first block
	sum       int // length of all blocks
	hasty     bool
	anyEvents bool // event arrays are not checked
}

// set checks one value set.
func (c *checker) set() (libpcp.PMID, bool) {
	if len(c.body)-c.pos < 8 {
		return 0, false
	}
	id := libpcp.PMID(binary.BigEndian.Uint32(c.body[c.pos:]))
	n := int(int32(binary.BigEndian.Uint32(c.body[c.pos+4:])))
	c.pos += 8
	return id, n <= 0 || c.values(n)
}

func (c *checker) values(n int) bool {
	if len(c.body)-c.pos < 4 {
		return false
	}
	format := libpcp.Format(binary.BigEndian.Uint32(c.body[c.pos:]))
	c.pos += 4
	if n > (len(c.body)-c.pos)/8 {
		return false
	}
	list := c.body[c.pos : c.pos+8*n]
	c.pos += 8 * n
	switch format {
	case libpcp.InSitu:
		return true
	case libpcp.PointerDynamic, libpcp.PointerStatic:
		return c.hasty || c.blocks(list)
	}
	return false
}

// blocks checks the blocks that the words of a list of values point to.
func (c *checker) blocks(list []byte) bool {
	body := c.body
	for ; len(list) >= 8; list = list[8:] {
		pos, ok := blockOffset(body, binary.BigEndian.Uint32(list[4:]))
		if !ok {
			return false
		}
		head := binary.BigEndian.Uint32(body[pos:])
		length := int(head & 0xffffff)
		if length < 4 || length > len(body)-pos {
			return false
		}
		c.low = min(c.low, pos)
		c.sum += wire.Padded(length)
		if typ := libpcp.Type(head >> 24); typ.Event() && !c.anyEvents {
			if end := pos + wire.Padded(length); end > len(body) || !wholeEvents(typ, body[pos+4:end]) {
				return false
			}
		}
	}
	return true
}

// blockOffset is where in a record the block that a word points to begins, if
// its header is there.
func blockOffset(body []byte, word uint32) (pos int, ok bool) {
	at := int64(word)*4 + blockBase // more than an int of 32 bits
	return int(at), at >= 0 && at <= int64(len(body)-4)
}

// full reports whether the blocks follow the value sets and fill the record.
func (c *checker) full() bool { return c.low == c.pos && c.sum == len(c.body)-c.pos }

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
		ids[i], pos = setID(body, pos)
	}
	return s.remember(hash, &shape{ids: ids})
}

// hashIDs is FNV-1a over the metrics of n value sets.
func hashIDs(body []byte, pos, n int) uint64 {
	hash := uint64(14695981039346656037)
	for range n {
		var id libpcp.PMID
		id, pos = setID(body, pos)
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
		if id, pos = setID(body, pos); id != want {
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

// setID is the metric of the value set at pos of a record, and where the next
// one starts; where there is none, no metric, and the end.
func setID(body []byte, pos int) (libpcp.PMID, int) {
	left := len(body) - pos - 8
	if left < 0 {
		return libpcp.NullPMID, len(body)
	}
	id := libpcp.PMID(binary.BigEndian.Uint32(body[pos:]))
	n := int(int32(binary.BigEndian.Uint32(body[pos+4:])))
	switch {
	case n <= 0:
		return id, pos + 8
	case n > (left-4)/8:
		return libpcp.NullPMID, len(body)
	}
	return id, pos + 12 + 8*n
}

// setOf is where in a record the value set of a metric starts, counted in sets
// from the one at pos, if it is there.
func setOf(id libpcp.PMID, body []byte, pos, sets int) (at int, ok bool) {
	for range sets {
		_, pos = setID(body, pos)
	}
	found, _ := setID(body, pos)
	return pos, found == id
}
