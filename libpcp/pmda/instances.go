package pmda

import (
	"context"
	"slices"
	"strings"

	"pcptools/libpcp"
)

// Instances returns the members of an instance domain, in a slice that is the
// caller's.
func (s *Service) Instances(ctx context.Context, c *Client, d libpcp.InDom) ([]libpcp.Instance, error) {
	r, err := s.begin(ctx, Request{Kind: KindInstances, Client: c})
	if err != nil {
		return nil, err
	}
	row, err := s.knownInDom(d)
	if err != nil {
		return nil, err
	}
	members, err := s.list(ctx, r, row)
	if !row.Fresh {
		members = slices.Clone(members)
	}
	return members, err
}

// InstanceName returns the name of an instance, or ErrInst.
func (s *Service) InstanceName(ctx context.Context, c *Client, d libpcp.InDom, inst int32) (string, error) {
	members, err := s.Instances(ctx, c, d)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(members, func(m libpcp.Instance) bool { return m.ID == inst })
	if at < 0 {
		return "", libpcp.ErrInst
	}
	return members[at].Name, nil
}

// InstanceID returns the number of an instance, or ErrInst. A name without a
// space also finds an instance whose first word it is.
func (s *Service) InstanceID(ctx context.Context, c *Client, d libpcp.InDom, name string) (int32, error) {
	members, err := s.Instances(ctx, c, d)
	if err != nil {
		return libpcp.NullInst, err
	}
	word := !strings.Contains(name, " ")
	for _, m := range members {
		if first, _, _ := strings.Cut(m.Name, " "); m.Name == name || word && first == name {
			return m.ID, nil
		}
	}
	return libpcp.NullInst, libpcp.ErrInst
}

// list returns the members of an instance domain, which it asks the agent for
// once in a request.
func (s *Service) list(ctx context.Context, r *Request, d *InDom) ([]libpcp.Instance, error) {
	if d.Members == nil && (d.Instances != nil || s.agent.List == nil) {
		return d.Instances, nil
	}
	for _, l := range r.lists {
		if l.indom == d {
			return l.instances, l.err
		}
	}
	l := list{indom: d}
	l.err = s.safely("List", func() (err error) {
		if d.Members != nil {
			l.instances, err = d.Members.List(ctx, r)
		} else {
			l.instances, err = s.agent.List(ctx, r, d)
		}
		return err
	})
	r.lists = append(r.lists, l)
	return l.instances, l.err
}
