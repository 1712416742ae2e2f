package local

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"pcptools/libpcp"
)

// fetch asks each agent once.
func (s *Source) fetch(ctx context.Context, ids []libpcp.PMID, p *libpcp.Profile) (*libpcp.Result, error) {
	now := time.Now().Round(0) // as the times of other sources, of the wall clock alone
	r := &libpcp.Result{Time: now, Sets: make([]libpcp.ValueSet, len(ids))}
	for i, id := range ids {
		r.Sets[i].PMID = id
	}
	s.fetchParts(ctx, partsOf(ids), r.Sets, p.Clone()) // an agent may hold on to it longer than the caller waits
	r.Changes = s.takeChanges()
	return r, ctx.Err()
}

// part is what a fetch wants of one agent.
type part struct {
	domain uint32
	ids    []libpcp.PMID
	places []int // of these among all
	err    error
}

// partsOf groups the metrics by agent, in order of first appearance.
func partsOf(ids []libpcp.PMID) []part {
	var parts []part
	for i, id := range ids {
		at := slices.IndexFunc(parts, func(p part) bool { return p.domain == id.Domain() })
		if at < 0 {
			at = len(parts)
			parts = append(parts, part{domain: id.Domain()})
		}
		parts[at].ids, parts[at].places = append(parts[at].ids, id), append(parts[at].places, i)
	}
	return parts
}

// fetchParts fills in the sets; programs answer at the same time. As with pmcd,
// if several programs do not answer in time, they count as absent.
func (s *Source) fetchParts(ctx context.Context, parts []part, sets []libpcp.ValueSet, p *libpcp.Profile) {
	var programs sync.WaitGroup
	for i := range parts {
		if m := s.team.member(parts[i].domain); m != nil && m.program != nil && len(parts) > 1 {
			programs.Go(func() { s.fetchPart(ctx, &parts[i], sets, p) })
		} else {
			s.fetchPart(ctx, &parts[i], sets, p)
		}
	}
	programs.Wait()
	var late []*part
	for i := range parts {
		if m := s.team.member(parts[i].domain); m != nil && m.program != nil && errors.Is(parts[i].err, libpcp.ErrTimeout) {
			late = append(late, &parts[i])
		}
	}
	if len(late) > 1 {
		for _, part := range late {
			part.fail(sets, libpcp.ErrNoAgent)
		}
	}
}

// fetchPart fills in the sets that are of one agent.
func (s *Source) fetchPart(ctx context.Context, part *part, sets []libpcp.ValueSet, p *libpcp.Profile) {
	values, err := fetchFrom(ctx, s, part.domain, part.ids, p)
	if part.err = err; err != nil {
		part.fail(sets, libpcp.Code(err))
		return
	}
	for i, place := range part.places {
		sets[place] = values[i]
	}
}

// fail gives the sets an error.
func (part *part) fail(sets []libpcp.ValueSet, err error) {
	for _, place := range part.places {
		sets[place].Err = err
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

// answerOf asks the agent with a domain.
func answerOf[T any](ctx context.Context, s *Source, domain uint32, f func(ctx context.Context, a asked) (T, error)) (T, error) {
	m := s.team.member(domain)
	if m == nil {
		var none T
		return none, libpcp.ErrNoAgent
	}
	return answer(ctx, s, m, f)
}

// store sends each agent its sets at once. It returns the error of the last
// agent that failed.
func (s *Source) store(ctx context.Context, r *libpcp.Result) error {
	if r == nil {
		return libpcp.ErrTooSmall
	}
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
