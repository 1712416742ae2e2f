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
		if m := s.byName(names[i]); m != nil {
			*r = libpcp.LookupReply{ID: m.id}
		}
		s.defs.trace.lookup(names[i], r.ID)
	}
	return replies
}

// Names implements [libpcp.Source].
func (s *source) Names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	if m := s.byID(id); m != nil {
		return []string{m.name}, nil
	}
	return s.inner.Names(ctx, id)
}

// Children implements [libpcp.Source]: derived names follow the others.
func (s *source) Children(ctx context.Context, name string) ([]libpcp.Child, error) {
	children, err := s.inner.Children(ctx, name)
	found := s.matching(name)
	if !s.bare && !s.defs.rules.ListUnbound {
		s.bind(ctx, found)
	}
	for _, m := range found {
		rest, ok := below(m.name, name)
		if !ok || rest == "" || !s.listed(m) {
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
	if s.bindsListed() {
		s.bindListed(ctx, name, s.visible(found, libpcp.NameListOf(names)))
	}
	all, err := s.completeTraverse(name, libpcp.NameListOf(names), err, found)
	return all.Slice(), err
}

// matching returns the derived metrics at and below name.
func (s *source) matching(name string) []*metric {
	var found []*metric
	for _, m := range s.all() {
		if _, ok := below(m.name, name); ok {
			found = append(found, m)
		}
	}
	return found
}

// visible returns the metrics without those that the source's own names hide
// from a traversal that goes level by level.
func (s *source) visible(metrics []*metric, names libpcp.NameList) []*metric {
	if s.ordered || len(metrics) == 0 {
		return metrics
	}
	all := make([]string, len(metrics))
	for i, m := range metrics {
		all[i] = m.name
	}
	var found []*metric
	left := without(all, names) // in the order of metrics
	for _, m := range metrics {
		if len(left) > 0 && left[0] == m.name {
			found, left = append(found, m), left[1:]
		}
	}
	return found
}

// bindsListed reports whether traversals bind what they find.
func (s *source) bindsListed() bool {
	return !s.bare && (s.ordered || !s.defs.rules.ListUnbound)
}

// listed reports whether traversals show a metric: if it can be bound, where
// they try that, and otherwise as long as it has not been tried in vain.
func (s *source) listed(m *metric) bool {
	if s.bindsListed() {
		return m.state == bound
	}
	return m.state != failed
}

// unlisted returns those of the metrics that traversals do not show.
func (s *source) unlisted(metrics []*metric) []*metric {
	return slices.DeleteFunc(slices.Clone(metrics), s.listed)
}

// completeTraverse adds the found definitions to the answer of the wrapped
// source: behind all others for a pmcd, level by level otherwise.
// A failure other than not to know the name is final.
func (s *source) completeTraverse(root string, names libpcp.NameList, err error, found []*metric) (libpcp.NameList, error) {
	if err != nil && !errors.Is(err, libpcp.ErrName) {
		return names, err
	}
	all := s.listedNames(found)
	extra := without(all, names)
	if s.bare {
		s.defs.trace.descending(root, true)
	}
	if s.bare && s.defs.unannounced {
		s.defs.announce()
	}
	if !s.ordered {
		s.defs.trace.children(root, names, extra, s.unlisted(found), s.bare)
	}
	switch {
	case len(extra) == 0:
		return names, err
	case s.ordered:
		return libpcp.ConcatNames(names, libpcp.NameListOf(extra)), nil
	}
	return libpcp.NameListOf(merge(names.Slice(), all)), nil
}

// listedNames are the names of those metrics that traversals show.
func (s *source) listedNames(metrics []*metric) []string {
	var names []string
	for _, m := range metrics {
		if s.listed(m) {
			names = append(names, m.name)
		}
	}
	return names
}

// without returns the names that are not in a list, which may be long.
func without(names []string, list libpcp.NameList) []string {
	if len(names) == 0 {
		return nil
	}
	known := make(map[string]bool, len(names))
	for _, name := range names {
		known[name] = false
	}
	for name := range list.All() {
		if _, ours := known[name]; ours {
			known[name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return known[name] })
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
