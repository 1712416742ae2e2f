package linux

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// once does something at most once for a request.
type once struct{ done pmda.PerRequest[struct{}] }

func (o *once) do(r *pmda.Request, f func()) {
	o.done.Get(r, func() (struct{}, error) {
		f()
		return struct{}{}, nil
	})
}

// set holds the members of an instance domain, a T for each.
type set[T any] struct {
	once   once
	cache  pmda.Cache
	loaded bool
	ids    []int32
	things []T
	at     int // where find was last successful
}

// update has find add the members, once for a request. With a domain in kept
// their numbers outlive the agent, in the file where PCP's agent keeps its own.
func (s *set[T]) update(r *pmda.Request, kept *pmda.InDom, find func()) {
	s.once.do(r, func() {
		s.begin(r, kept)
		find()
		s.end(r, kept)
	})
}

// begin precedes the first add of a request, where another set is updated at the
// same time.
func (s *set[T]) begin(r *pmda.Request, kept *pmda.InDom) {
	s.cache.HideAll()
	s.ids, s.things, s.at = s.ids[:0], s.things[:0], 0
	if kept != nil && !s.loaded {
		s.loaded = true
		s.cache.Load(pmda.CacheFile(r.InDom(kept))) // or start afresh
	}
}

// end follows the last add.
func (s *set[T]) end(r *pmda.Request, kept *pmda.InDom) {
	if kept != nil {
		s.cache.Save(pmda.CacheFile(r.InDom(kept)))
	}
}

// add adds a member, and returns its T, to be filled in. Where the kernel has a name
// twice, the last counts.
func (s *set[T]) add(name string) *T {
	_, again := s.cache.ID(name)
	id, err := s.cache.Add(name)
	if err != nil {
		return new(T) // a name that the cache cannot hold
	}
	var thing T
	if again {
		if at := slices.Index(s.ids, id); at >= 0 {
			s.things[at] = thing
			return &s.things[at]
		}
	}
	s.ids, s.things = append(s.ids, id), append(s.things, thing)
	return &s.things[len(s.things)-1]
}

// number gives a name its number without making it a member.
func (s *set[T]) number(name string) {
	s.cache.Add(name)
	s.cache.Hide(name)
}

// find returns the T of an instance, or NoValue. Instances are asked for in turn, so
// the next is where the last was, or right after.
func (s *set[T]) find(inst int32) (*T, error) {
	for range s.ids {
		if s.at >= len(s.ids) {
			s.at = 0
		}
		if s.ids[s.at] == inst {
			return &s.things[s.at], nil
		}
		s.at++
	}
	return nil, pmda.NoValue
}

// list returns the members, in order of number.
func (s *set[T]) list() ([]libpcp.Instance, error) { return s.cache.Instances(), nil }

// name returns the name of a member.
func (s *set[T]) name(inst int32) string {
	name, _ := s.cache.Name(inst)
	return name
}

// label is a label with the name of a member.
func (s *set[T]) label(inst int32, key string) string {
	return `{` + quote(key) + `:` + quote(s.name(inst)) + `}`
}

// quote is a JSON string. Characters beyond plain text become question marks.
func quote(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c > '~':
			b = append(b, '?')
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
