package local

import (
	"context"
	"slices"
	"time"

	"pcptools/libpcp"
)

// Fetch implements libpcp.Source. Each agent is asked once.
func (s *Source) Fetch(ctx context.Context, ids []libpcp.PMID, p *libpcp.Profile) (*libpcp.Result, error) {
	r := &libpcp.Result{Time: time.Now(), Sets: make([]libpcp.ValueSet, len(ids))}
	var domains []uint32
	for i, id := range ids {
		r.Sets[i].PMID = id
		if !slices.Contains(domains, id.Domain()) {
			domains = append(domains, id.Domain())
		}
	}
	p = clone(p)
	for _, domain := range domains {
		s.fetchDomain(ctx, domain, r.Sets, p)
	}
	s.team.gatherChanges()
	r.Changes, s.changes = s.changes, 0
	return r, ctx.Err()
}

// fetchDomain fills in the sets that are of one agent.
func (s *Source) fetchDomain(ctx context.Context, domain uint32, sets []libpcp.ValueSet, p *libpcp.Profile) {
	var ids []libpcp.PMID
	var places []int
	for i := range sets {
		if sets[i].PMID.Domain() == domain {
			ids, places = append(ids, sets[i].PMID), append(places, i)
		}
	}
	values, err := fetchFrom(ctx, s, domain, ids, p)
	if err != nil {
		err = libpcp.Code(err)
	}
	for i, place := range places {
		if err != nil {
			sets[place].Err = err
		} else {
			sets[place] = values[i]
		}
	}
}

func fetchFrom(ctx context.Context, s *Source, domain uint32, ids []libpcp.PMID, p *libpcp.Profile) ([]libpcp.ValueSet, error) {
	m := s.team.member(domain)
	if m == nil {
		return nil, libpcp.ErrNoAgent
	}
	return answer(ctx, s, m, func(ctx context.Context, a asked) ([]libpcp.ValueSet, error) {
		m.tellProfile(ctx, a, p)
		return a.Fetch(ctx, a.client, ids, p)
	})
}

// answer asks an agent for a T.
func answer[T any](ctx context.Context, s *Source, m *member, f func(ctx context.Context, a asked) (T, error)) (T, error) {
	var t T
	err := m.ask(ctx, s.number, func(ctx context.Context, a asked) (err error) {
		t, err = f(ctx, a)
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return t, nil
}

// clone returns a profile that stays as it is: an agent may hold on to it
// longer than its caller waits.
func clone(p *libpcp.Profile) *libpcp.Profile {
	if p == nil {
		return nil
	}
	c := *p
	c.InDoms = slices.Clone(p.InDoms)
	for i := range c.InDoms {
		c.InDoms[i].Insts = slices.Clone(c.InDoms[i].Insts)
	}
	return &c
}

// Store implements libpcp.Storer. Each agent gets its sets at once; the error
// is that of the last that had one.
func (s *Source) Store(ctx context.Context, r *libpcp.Result) error {
	var failed error
	done := make([]bool, len(r.Sets))
	for i := range r.Sets {
		if done[i] {
			continue
		}
		domain := r.Sets[i].PMID.Domain()
		var sets []libpcp.ValueSet
		for j := i; j < len(r.Sets); j++ {
			if r.Sets[j].PMID.Domain() == domain {
				done[j], sets = true, append(sets, r.Sets[j])
			}
		}
		if err := s.storeDomain(ctx, domain, sets); err != nil {
			failed = err
		}
	}
	return failed
}

func (s *Source) storeDomain(ctx context.Context, domain uint32, sets []libpcp.ValueSet) error {
	m := s.team.member(domain)
	if m == nil {
		return libpcp.ErrNoAgent
	}
	return m.ask(ctx, s.number, func(ctx context.Context, a asked) error { return a.Store(ctx, a.client, sets) })
}
