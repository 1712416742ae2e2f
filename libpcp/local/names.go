package local

import (
	"context"
	"errors"
	"slices"

	"pcptools/libpcp"
)

// OfAgent returns a source with the names of one agent only, for name spaces
// that leave some to it. It is closed with s.
func (s *Source) OfAgent(domain uint32) libpcp.Source {
	return ofAgent{&Source{team: s.team, number: s.number, only: s.team.member(domain)}}
}

// ofAgent is a source with the names of one agent only.
type ofAgent struct{ *Source }

// AnyName reports whether names that the agent does not know count as metrics,
// until their identifiers are asked for. Package pmns asks that.
func (s ofAgent) AnyName() bool {
	m := s.only
	return m != nil && m.server != nil && m.idle() && m.server.AnyName()
}

// Makes reports whether the name of a metric is made by its agent, even where
// the agent is one in this process, of which a name space has the rest. Package
// pmns asks that.
func (s *Source) Makes(id libpcp.PMID, name string) bool {
	m := s.team.member(id.Domain())
	return m == nil || m.program != nil || m.server == nil || m.server.InSubtree(name)
}

// named are the agents that are asked for names. Programs come last: one that
// is not needed is not started.
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

// Lookup implements libpcp.Source. Each agent is asked for what those before
// it did not know.
func (s *Source) Lookup(ctx context.Context, names []string) []libpcp.LookupReply {
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

// Names implements libpcp.Source. An agent can have names for metrics of
// another that does not run.
func (s *Source) Names(ctx context.Context, id libpcp.PMID) ([]string, error) {
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

// Children implements libpcp.Source.
func (s *Source) Children(ctx context.Context, name string) ([]libpcp.Child, error) {
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

// Traverse implements libpcp.Source: a walk through the names of one agent
// after the other, and then those of programs as they have them. A name in an
// agent's subtree that the agent does not know is included, as in libpcp (C).
func (s *Source) Traverse(ctx context.Context, name string) ([]string, error) {
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
		case m.server != nil && m.idle() && m.server.InSubtree(name):
			all = append(all, name)
		}
	}
	if all == nil && programs == nil {
		return nil, libpcp.ErrName
	}
	return append(treeOrder(all), programs...), nil
}
