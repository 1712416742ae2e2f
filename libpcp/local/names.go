package local

import (
	"context"
	"errors"
	"slices"

	"pcptools/libpcp"
)

// ofAgent returns a source with the names of one agent only, for name spaces
// that leave some to it.
func (s *Source) ofAgent(domain uint32) *Source {
	return &Source{team: s.team, number: s.number, only: s.team.member(domain)}
}

// anyName answers a [pmns.AnyNameQuery].
func (s *Source) anyName(domain uint32) bool {
	known := false
	if m := s.team.member(domain); m != nil {
		m.serving(func(agent server) { known = agent.AnyName() })
	}
	return known
}

// makes answers a [pmns.MadeQuery].
func (s *Source) makes(id libpcp.PMID, name string) bool {
	m := s.team.member(id.Domain())
	if m == nil || m.program != nil {
		return true
	}
	makes := true
	m.serving(func(agent server) { makes = agent.InSubtree(name) })
	return makes
}

// named are the agents that are asked for names. Programs come last, so that an
// unneeded program is not started.
func (s *Source) named() []*member {
	if s.only != nil {
		return []*member{s.only}
	}
	named := slices.Clone(s.team.members)
	slices.SortStableFunc(named, func(a, b *member) int {
		switch {
		case a.program == nil && b.program != nil:
			return -1
		case a.program != nil && b.program == nil:
			return 1
		}
		return 0
	})
	return named
}

// lookup finds the identifiers of names. Each agent is asked for what those before
// it did not know.
func (s *Source) lookup(ctx context.Context, names []string) []libpcp.LookupReply {
	replies := slices.Repeat([]libpcp.LookupReply{{ID: libpcp.NullPMID, Err: libpcp.ErrName}}, len(names))
	missing := len(names)
	for _, m := range s.named() {
		if missing == 0 {
			break
		}
		for i, found := range s.lookupIn(ctx, m, names, replies) {
			switch r := &replies[i]; {
			case r.Err == nil:
			case found.Err == nil:
				*r = found
				missing--
			case errors.Is(found.Err, libpcp.ErrNonLeaf), r.Err == libpcp.ErrName && !errors.Is(found.Err, libpcp.ErrName):
				r.Err = found.Err
			}
		}
	}
	return replies
}

// lookupIn asks an agent for the names that have no identifier yet.
func (s *Source) lookupIn(ctx context.Context, m *member, names []string, known []libpcp.LookupReply) []libpcp.LookupReply {
	todo := slices.Clone(names) // an agent may take longer than we wait
	for i := range known {
		if known[i].Err == nil {
			todo[i] = ""
		}
	}
	found, _ := answer(ctx, s, m, func(ctx context.Context, a asked) ([]libpcp.LookupReply, error) {
		found := make([]libpcp.LookupReply, len(todo))
		for i, name := range todo {
			if name == "" {
				found[i].Err = libpcp.ErrName
				continue
			}
			found[i].ID, found[i].Err = a.Lookup(ctx, a.client, name)
		}
		return found, nil
	})
	return found
}

// names finds the names of a metric. An agent can have some for metrics of
// another that does not run.
func (s *Source) names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	if m := s.team.member(id.Domain()); m != nil {
		return s.namesFrom(ctx, m, id)
	}
	for _, m := range s.named() {
		if names, err := s.namesFrom(ctx, m, id); err == nil {
			return names, nil
		}
	}
	return nil, libpcp.ErrPMID
}

func (s *Source) namesFrom(ctx context.Context, m *member, id libpcp.PMID) ([]string, error) {
	return answer(ctx, s, m, func(ctx context.Context, a asked) ([]string, error) {
		return a.Names(ctx, a.client, id)
	})
}

func (s *Source) children(ctx context.Context, name string) ([]libpcp.Child, error) {
	var all []libpcp.Child
	reason := error(libpcp.ErrName)
	for _, m := range s.named() {
		children, err := answer(ctx, s, m, func(ctx context.Context, a asked) ([]libpcp.Child, error) {
			return a.Children(ctx, a.client, name)
		})
		if err != nil {
			continue
		}
		reason = nil
		for _, child := range children {
			if !slices.ContainsFunc(all, func(c libpcp.Child) bool { return c.Name == child.Name }) {
				all = append(all, child)
			}
		}
	}
	return all, reason
}

// traverse lists the leaves at and below a name: the names of one agent after
// the other, and then the names of programs in their order. A name in an
// agent's subtree that the agent does not know is included, as in libpcp (C).
func (s *Source) traverse(ctx context.Context, name string) ([]string, error) {
	var all, programs []string
	for _, m := range s.named() {
		names, err := answer(ctx, s, m, func(ctx context.Context, a asked) ([]string, error) {
			return a.Traverse(ctx, a.client, name)
		})
		switch {
		case err == nil && m.program != nil:
			programs = append(programs, names...)
		case err == nil:
			all = append(all, names...)
		case m.inSubtree(name):
			all = append(all, name)
		}
	}
	if all == nil && programs == nil {
		return nil, libpcp.ErrName
	}
	return append(treeOrder(all), programs...), nil
}
