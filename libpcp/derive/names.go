package derive

import (
	"context"
	"errors"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// completeLookup adds the identifiers of derived metrics, which have names that
// the wrapped source lacks.
func (s *source) completeLookup(names []string, replies []libpcp.LookupReply) []libpcp.LookupReply {
	for i := range replies {
		r := &replies[i]
		if r.Err == nil {
			continue
		}
		if m := s.byName(names[i]); m != nil {
			*r = libpcp.LookupReply{ID: m.id}
		}
		s.defs.trace().lookup(names[i], r.ID)
	}
	return replies
}

// completeChildren adds derived names, which follow the others.
func (s *source) completeChildren(ctx context.Context, q *libpcp.ChildrenQuery) {
	found := s.matching(q.Name)
	if !s.bare && s.defs.rules.Has(release.UnboundDerivedHidden) {
		s.bind(ctx, found)
	}
	for _, m := range found {
		rest, ok := below(m.name, q.Name)
		if !ok || rest == "" || !s.listed(m) {
			continue
		}
		first, _, deeper := strings.Cut(rest, ".")
		q.Err = nil
		if !slices.ContainsFunc(q.Children, func(c libpcp.Child) bool { return c.Name == first }) {
			q.Children = append(q.Children, libpcp.Child{Name: first, Leaf: !deeper})
		}
	}
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

// reached returns the derived names that a traversal comes to. The wrapped source has
// answered it: a traversal that has ended at a name comes to none behind that name, or above it.
func reached(derived []string, names libpcp.NameList, err error) []string {
	end, _ := stoppedAt(err)
	if end == "" || len(derived) == 0 {
		return derived
	}
	listed := merge(append(names.Slice(), end), derived)
	before := listed[:max(slices.Index(listed, end), 0)]
	return slices.DeleteFunc(derived, func(name string) bool { return !slices.Contains(before, name) })
}

// stoppedAt is where a traversal has ended that has an answer even so, or "", and what it
// has not come to behind that.
func stoppedAt(err error) (end string, left []string) {
	var stopped interface{ StoppedAt() (string, []string) }
	if errors.As(err, &stopped) {
		return stopped.StoppedAt()
	}
	return "", nil
}

// goOn continues a traversal that has ended at a name below which are derived metrics: it
// has children, even if their agent is not there.
func (s *source) goOn(ctx context.Context, names libpcp.NameList, err error, found []*metric) (libpcp.NameList, error) {
	var left []string
	for {
		if end, behind := stoppedAt(err); end != "" {
			if !slices.ContainsFunc(found, func(m *metric) bool { _, ok := below(m.name, end); return ok && s.listed(m) }) {
				return names, err
			}
			names, left, err = libpcp.ConcatNames(names, libpcp.NameListOf([]string{end})), slices.Concat(behind, left), nil
		}
		if err != nil || len(left) == 0 {
			return names, err
		}
		q := libpcp.TraverseQuery{Name: left[0]}
		s.inner.Ask(ctx, &q)
		names, left, err = libpcp.ConcatNames(names, q.Names), left[1:], q.Err
	}
}

func namesOf(metrics []*metric) []string {
	names := make([]string, len(metrics))
	for i, m := range metrics {
		names[i] = m.name
	}
	return names
}

// visible returns the metrics except metrics that the source's own names hide from
// a traversal level by level.
func (s *source) visible(metrics []*metric, names libpcp.NameList) []*metric {
	if s.ordered || len(metrics) == 0 {
		return metrics
	}
	var found []*metric
	left := without(namesOf(metrics), names) // in the order of metrics
	for _, m := range metrics {
		if len(left) > 0 && left[0] == m.name {
			found, left = append(found, m), left[1:]
		}
	}
	return found
}

// bindsListed reports whether traversals bind what they find.
func (s *source) bindsListed() bool {
	return !s.bare && (s.ordered || s.defs.rules.Has(release.UnboundDerivedHidden))
}

// listed reports whether traversals show a metric: if it can be bound, where
// they try that, and otherwise as long as it has not been tried in vain.
func (s *source) listed(m *metric) bool {
	if s.bindsListed() {
		return m.state == bound
	}
	return m.state != failed
}

// unlisted returns the metrics that traversals do not show.
func (s *source) unlisted(metrics []*metric) []*metric {
	return slices.DeleteFunc(slices.Clone(metrics), s.listed)
}

// completeTraverse adds the found definitions to the answer of the wrapped
// source: behind all others for a pmcd, level by level otherwise.
// A failure other than not to know the name, or to end early, is final.
func (s *source) completeTraverse(ctx context.Context, root string, names libpcp.NameList, err error, found []*metric) (libpcp.NameList, error) {
	if !s.ordered {
		names, err = s.goOn(ctx, names, err, found)
	}
	unknown := errors.Is(err, libpcp.ErrName)
	if end, _ := stoppedAt(err); err != nil && !unknown && end == "" {
		return names, err
	}
	all := reached(s.listedNames(found), names, err)
	extra := without(all, names)
	if s.bare {
		s.defs.trace().descending(root, true)
	}
	if s.bare {
		s.defs.announceLate()
	}
	if !s.ordered {
		s.defs.trace().children(root, names, extra, s.unlisted(found), s.bare)
	}
	if len(extra) == 0 {
		return names, err
	}
	if unknown {
		err = nil
	}
	if s.ordered {
		return libpcp.ConcatNames(names, libpcp.NameListOf(extra)), err
	}
	return libpcp.NameListOf(merge(names.Slice(), all)), err
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
