package pmda

import (
	"context"
	"slices"
	"strings"

	"pcptools/libpcp"
)

// Lookup returns the identifier of a name, or ErrName, or ErrNonLeaf.
func (s *Service) Lookup(ctx context.Context, c *Client, name string) (libpcp.PMID, error) {
	if !s.concerned(name) {
		return libpcp.NullPMID, libpcp.ErrName
	}
	r, err := s.begin(ctx, Request{Kind: KindNames, Client: c})
	if err != nil {
		return libpcp.NullPMID, err
	}
	if rest, ok := cutName(name, s.root(name)); ok {
		if m := s.names.find(s.agent, rest); m != nil && !m.hidden(r) {
			return m.id(s.domain), nil
		}
	}
	for i := range s.agent.rows() {
		if rest, ok := s.below(r, i, name); ok && rest != "" {
			return libpcp.NullPMID, libpcp.ErrNonLeaf
		}
	}
	return libpcp.NullPMID, libpcp.ErrName
}

// Names returns all names of a metric, or ErrPMID.
func (s *Service) Names(ctx context.Context, c *Client, id libpcp.PMID) ([]string, error) {
	r, err := s.begin(ctx, Request{Kind: KindNames, Client: c})
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range s.agent.rows() {
		if m := s.agent.row(i); m.id(s.domain) == id && !m.hidden(r) {
			names = append(names, fullName(s.agent.Root, m))
		}
	}
	if names == nil {
		return nil, libpcp.ErrPMID
	}
	return names, nil
}

// Children returns the names one level below a name, none for a metric's, or
// ErrName.
func (s *Service) Children(ctx context.Context, c *Client, name string) ([]libpcp.Child, error) {
	if !s.concerned(name) {
		return nil, libpcp.ErrName
	}
	r, err := s.begin(ctx, Request{Kind: KindNames, Client: c})
	if err != nil {
		return nil, err
	}
	var children []libpcp.Child
	var seen map[string]bool
	err = libpcp.ErrName
	for i := range s.agent.rows() {
		rest, ok := s.below(r, i, name)
		if !ok {
			continue
		}
		err = nil
		first, _, deeper := strings.Cut(rest, ".")
		if first == "" || seen[first] {
			continue
		}
		if seen == nil {
			seen = make(map[string]bool)
		}
		seen[first] = true
		children = append(children, libpcp.Child{Name: first, Leaf: !deeper})
	}
	return children, err
}

// Traverse returns the names of all metrics at and below a name, in the order
// of the table, or ErrName.
func (s *Service) Traverse(ctx context.Context, c *Client, name string) ([]string, error) {
	if !s.concerned(name) {
		return nil, libpcp.ErrName
	}
	r, err := s.begin(ctx, Request{Kind: KindNames, Client: c})
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range s.agent.rows() {
		if _, ok := s.below(r, i, name); ok {
			names = append(names, fullName(s.root(name), s.agent.row(i)))
		}
	}
	if names == nil {
		return nil, libpcp.ErrName
	}
	return names, nil
}

func fullName(root string, m *Metric) string {
	if root == "" {
		return m.Name
	}
	return root + "." + m.Name
}

// root is the prefix of the agent's names for a client who asks with
// name: the first component of that, if the second is one of the agent's
// subtrees.
func (s *Service) root(name string) string {
	if s.InSubtree(name) {
		first, _, _ := strings.Cut(name, ".")
		return first
	}
	return s.agent.Root
}

// InSubtree reports whether name is one of the agent's subtrees, or could be
// in it.
func (s *Service) InSubtree(name string) bool {
	_, rest, _ := strings.Cut(name, ".")
	second, _, _ := strings.Cut(rest, ".")
	return second != "" && slices.Contains(s.agent.Subtrees, second)
}

// concerned reports whether the agent can have names at or below name; if not
// it need not be opened.
func (s *Service) concerned(name string) bool {
	_, below := cutName(name, s.root(name))
	_, above := cutName(s.agent.Root, name)
	return below || above
}

// below reports whether the i-th metric's name is name or below it, and returns
// the rest of the name. Hidden metrics have no name.
func (s *Service) below(r *Request, i int, name string) (rest string, ok bool) {
	full := s.agent.row(i).Name
	root := s.root(name)
	switch {
	case s.agent.row(i).hidden(r):
		return "", false
	case root == "":
		return cutName(full, name)
	case len(name) > len(root):
		if name, ok = cutName(name, root); !ok {
			return "", false
		}
		return cutName(full, name)
	}
	if rest, ok = cutName(root, name); ok && rest != "" {
		return rest + "." + full, true
	}
	return full, ok
}

// cutName cuts stem and the dot after it off name.
func cutName(name, stem string) (rest string, ok bool) {
	if stem == "" {
		return name, true
	}
	rest, ok = strings.CutPrefix(name, stem)
	if !ok || rest == "" {
		return "", ok
	}
	return strings.CutPrefix(rest, ".")
}
