package trace

import (
	"errors"
	"sync"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// store holds what programs have reported. It is used by their connections and
// by the agent at once.
type store struct {
	mu    sync.Mutex
	clock clock
	kinds [4]domain // by kind of event, from TraceTransact
}

// domain is the events of a kind: an instance for each tag, from 1 in the order
// of their first events.
type domain struct {
	ids  map[string]int32
	tags []*tag
}

// tag is the events of a kind with a tag.
type tag struct {
	name   string
	count  uint64
	total  float64 // of all values
	last   float64
	recent window
}

// maxTags bounds the memory for programs that never use a tag twice.
const maxTags = 100_000

var errTags = errors.New("too many tags")

func newStore(period time.Duration, buckets int, now time.Time) *store {
	return &store{clock: clock{start: now, bucket: period / time.Duration(buckets), period: buckets}}
}

func (s *store) domain(kind pdu.TraceKind) *domain { return &s.kinds[kind-pdu.TraceTransact] }

// add records an event.
func (s *store) add(e pdu.TraceData, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.domain(e.Kind).tag(e.Tag, s.clock.period+1)
	if err != nil {
		return err
	}
	t.count++
	t.total += e.Value
	t.last = e.Value
	t.recent.add(s.clock.epoch(now), e.Value)
	return nil
}

func (d *domain) tag(name string, buckets int) (*tag, error) {
	if id, ok := d.ids[name]; ok {
		return d.tags[id-1], nil
	}
	if len(d.tags) == maxTags {
		return nil, errTags
	}
	if d.ids == nil {
		d.ids = make(map[string]int32)
	}
	t := &tag{name: name, recent: make(window, buckets)}
	d.tags = append(d.tags, t)
	d.ids[name] = int32(len(d.tags))
	return t, nil
}

// reset forgets everything.
func (s *store) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kinds = [4]domain{}
}

// instances lists the tags of a kind.
func (s *store) instances(kind pdu.TraceKind) []libpcp.Instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []libpcp.Instance
	for i, t := range s.domain(kind).tags {
		list = append(list, libpcp.Instance{ID: int32(i) + 1, Name: t.name})
	}
	return list
}

// statistic is a number about a tag; not ok: it has none.
type statistic func(t *tag, period bucket, seconds float64) (value libpcp.Atom, ok bool)

// each calls yield with a statistic of each tag of a kind that has it.
func (s *store) each(kind pdu.TraceKind, now time.Time, of statistic, yield func(inst int32, value libpcp.Atom)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	epoch := s.clock.epoch(now)
	for i, t := range s.domain(kind).tags {
		if value, ok := of(t, t.recent.sum(epoch), s.clock.seconds()); ok {
			yield(int32(i)+1, value)
		}
	}
}

// The statistics.

func count(t *tag, _ bucket, _ float64) (libpcp.Atom, bool) { return libpcp.Uint64Atom(t.count), true }
func total(t *tag, _ bucket, _ float64) (libpcp.Atom, bool) { return libpcp.DoubleAtom(t.total), true }
func last(t *tag, _ bucket, _ float64) (libpcp.Atom, bool)  { return libpcp.DoubleAtom(t.last), true }

func rate(_ *tag, b bucket, seconds float64) (libpcp.Atom, bool) {
	return libpcp.FloatAtom(float32(float64(b.count) / seconds)), b.count > 0
}

func average(_ *tag, b bucket, _ float64) (libpcp.Atom, bool) {
	return libpcp.FloatAtom(float32(b.sum / float64(b.count))), b.count > 0
}

func minimum(_ *tag, b bucket, _ float64) (libpcp.Atom, bool) {
	return libpcp.FloatAtom(float32(b.min)), b.count > 0
}

func maximum(_ *tag, b bucket, _ float64) (libpcp.Atom, bool) {
	return libpcp.FloatAtom(float32(b.max)), b.count > 0
}
