package local

import (
	"context"
	"errors"
	"slices"

	"pcptools/libpcp"
)

// Lookup implements libpcp.Source.
func (s *Source) Lookup(ctx context.Context, names []string) ([]libpcp.PMID, error) {
	ids := make([]libpcp.PMID, len(names))
	var found bool
	var reason error
	for i, name := range names {
		var err error
		if ids[i], err = s.lookup(ctx, name); err == nil {
			found = true
		} else {
			reason = err
		}
	}
	if found {
		reason = nil
	}
	return ids, reason
}

// lookup asks one agent after the other.
func (s *Source) lookup(ctx context.Context, name string) (libpcp.PMID, error) {
	reason := error(libpcp.ErrName)
	for _, m := range s.team.members {
		id, err := answer(ctx, s, m, func(ctx context.Context, a asked) (libpcp.PMID, error) {
			return a.Lookup(ctx, a.client, name)
		})
		switch {
		case err == nil:
			return id, nil
		case errors.Is(err, libpcp.ErrNonLeaf):
			reason = libpcp.ErrNonLeaf
		}
	}
	return libpcp.NullPMID, reason
}

// Names implements libpcp.Source.
func (s *Source) Names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	m := s.team.member(id.Domain())
	if m == nil {
		return nil, libpcp.ErrPMID
	}
	return answer(ctx, s, m, func(ctx context.Context, a asked) ([]string, error) {
		return a.Names(ctx, a.client, id)
	})
}

// Children implements libpcp.Source.
func (s *Source) Children(ctx context.Context, name string) ([]libpcp.Child, error) {
	var all []libpcp.Child
	reason := error(libpcp.ErrName)
	for _, m := range s.team.members {
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
// after the other.
func (s *Source) Traverse(ctx context.Context, name string) ([]string, error) {
	var all []string
	for _, m := range s.team.members {
		names, err := answer(ctx, s, m, func(ctx context.Context, a asked) ([]string, error) {
			return a.Traverse(ctx, a.client, name)
		})
		if err == nil {
			all = append(all, names...)
		}
	}
	if all == nil {
		return nil, libpcp.ErrName
	}
	return treeOrder(all), nil
}
