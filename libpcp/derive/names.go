package derive

import (
	"context"
	"errors"
	"slices"
	"strings"

	"pcptools/libpcp"
)

// Lookup implements [libpcp.Source]: a derived metric has a name that the
// wrapped source lacks.
func (s *source) Lookup(ctx context.Context, names []string) []libpcp.LookupReply {
	q := libpcp.LookupQuery{Names: names}
	s.Batch(ctx, &q)
	return q.Replies
}

func (s *source) completeLookup(names []string, replies []libpcp.LookupReply) []libpcp.LookupReply {
	for i := range replies {
		r := &replies[i]
		if r.Err == nil {
			continue
		}
		if n := s.defs.byName(names[i]); n >= 0 {
			*r = libpcp.LookupReply{ID: s.defs.list[n].id}
		}
		s.defs.trace.lookup(names[i], r.ID)
	}
	return replies
}

// Names implements [libpcp.Source].
func (s *source) Names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	if n := s.defs.byID(id); n >= 0 {
		return []string{s.defs.list[n].name}, nil
	}
	return s.inner.Names(ctx, id)
}

// Children implements [libpcp.Source]: derived names follow the others.
func (s *source) Children(ctx context.Context, name string) ([]libpcp.Child, error) {
	children, err := s.inner.Children(ctx, name)
	for _, def := range s.defs.all() {
		rest, ok := below(def.name, name)
		if !ok || rest == "" {
			continue
		}
		first, _, deeper := strings.Cut(rest, ".")
		err = nil
		if !slices.ContainsFunc(children, func(c libpcp.Child) bool { return c.Name == first }) {
			children = append(children, libpcp.Child{Name: first, Leaf: !deeper})
		}
	}
	return children, err
}

// Traverse implements [libpcp.Source].
func (s *source) Traverse(ctx context.Context, name string) ([]string, error) {
	names, err := s.inner.Traverse(ctx, name)
	found := s.matching(name)
	if len(found) == 0 && s.defs.trace == nil {
		return names, err
	}
	if s.ordered {
		s.bindListed(ctx, name, found)
	}
	return s.completeTraverse(name, names, err, found)
}

// matching returns the positions of the definitions at and below name.
func (s *source) matching(name string) []int {
	var found []int
	for i, def := range s.defs.all() {
		if _, ok := below(def.name, name); ok {
			found = append(found, i)
		}
	}
	return found
}

// listed reports whether traversals show a definition: with a pmcd if it can
// be bound, and otherwise as long as it has not been tried in vain.
func (s *source) listed(i int) bool {
	if s.ordered {
		return s.bindings[i].state == bound
	}
	return i >= len(s.bindings) || s.bindings[i].state != failed
}

// completeTraverse adds the found definitions to the answer of the wrapped
// source: behind all others for a pmcd, level by level otherwise.
// A failure other than not to know the name is final.
func (s *source) completeTraverse(root string, names []string, err error, found []int) ([]string, error) {
	if err != nil && !errors.Is(err, libpcp.ErrName) {
		return names, err
	}
	known := make(map[string]bool, len(names))
	for _, name := range names {
		known[name] = true
	}
	var extra, all []string
	for _, i := range found {
		if !s.listed(i) {
			continue
		}
		name := s.defs.list[i].name
		if all = append(all, name); !known[name] {
			extra = append(extra, name)
		}
	}
	if !s.ordered {
		s.defs.trace.children(root, names, extra)
	}
	if len(extra) == 0 {
		return names, err
	}
	if s.ordered {
		return append(slices.Clip(names), extra...), nil
	}
	return merge(names, all), nil
}

// below reports whether name is root or below it, and what follows root.
func below(name, root string) (rest string, ok bool) {
	if root == "" {
		return name, true
	}
	rest, ok = strings.CutPrefix(name, root)
	if !ok || rest == "" {
		return "", ok
	}
	return strings.CutPrefix(rest, ".")
}
