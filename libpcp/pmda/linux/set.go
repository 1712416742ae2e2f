package linux

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// set is what is known of the members of an instance domain: a T for each.
// Their numbers are kept in the files where the genuine agent keeps its own.
type set[T any] struct {
	once   pmda.PerRequest[struct{}]
	cache  pmda.Cache
	opened bool
	ids    []int32
	things []T
	at     int // where find was last successful
}

// update has the members read, once for a request.
func (s *set[T]) update(r *pmda.Request, read func() error) error {
	_, err := s.once.Get(r, func() (struct{}, error) {
		s.cache.HideAll()
		s.ids, s.things, s.at = s.ids[:0], s.things[:0], 0
		return struct{}{}, read()
	})
	return err
}

// keep is to be called before the first add for a domain whose numbers
// outlive the agent.
func (s *set[T]) keep(r *pmda.Request, indom *pmda.InDom) {
	if !s.opened {
		s.opened = true
		s.cache.Load(pmda.CacheFile(r.InDom(indom))) // or start afresh
	}
}

// save makes the numbers outlive the agent, if that is possible.
func (s *set[T]) save(r *pmda.Request, indom *pmda.InDom) {
	s.cache.Save(pmda.CacheFile(r.InDom(indom)))
}

// add adds a member, and returns what is known of it, to be filled in.
func (s *set[T]) add(name string) *T {
	id, err := s.cache.Add(name)
	if err != nil {
		return new(T) // a name that the cache cannot hold
	}
	var thing T
	s.ids, s.things = append(s.ids, id), append(s.things, thing)
	return &s.things[len(s.things)-1]
}

// number gives a name its number without making it a member.
func (s *set[T]) number(name string) {
	s.cache.Add(name)
	s.cache.Hide(name)
}

// find returns what is known of an instance, or NoValue. As one asks for them
// in turn, the next is where the last one was, or right after.
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
func (s *set[T]) list() []libpcp.Instance { return s.cache.Instances() }

// sortInstances puts instances in order of number.
func sortInstances(list []libpcp.Instance) {
	slices.SortFunc(list, func(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) })
}
