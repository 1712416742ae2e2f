package pmda

import (
	"context"

	"pcptools/libpcp"
)

// Store changes the values of all sets in order. A refused value ends its set.
// Store returns the error of the last set that failed.
func (s *Service) Store(ctx context.Context, c *Client, sets []libpcp.ValueSet) error {
	ids := make([]libpcp.PMID, len(sets))
	for i := range sets {
		ids[i] = sets[i].PMID
	}
	r, err := s.begin(ctx, Request{Kind: KindStore, Client: c, IDs: ids})
	if err != nil {
		return err
	}
	for i := range sets {
		if failed := s.storeSet(ctx, r, &sets[i]); failed != nil {
			err = failed
		}
	}
	return err
}

func (s *Service) storeSet(ctx context.Context, r *Request, set *libpcp.ValueSet) error {
	m := s.metric(set.PMID)
	switch {
	case m == nil:
		return libpcp.ErrPMID
	case m.Store == nil:
		return libpcp.ErrPermission
	}
	d, err := s.desc(ctx, r, set.PMID)
	if err != nil {
		return err
	}
	if len(set.Values) == 0 || d.InDom == libpcp.NullInDom && len(set.Values) > 1 {
		return libpcp.ErrBadStore
	}
	r.Metric = m
	for _, v := range set.Values {
		atom, err := libpcp.Extract(set.Format, v, d.Type, d.Type)
		if err != nil {
			return err
		}
		r.Inst = v.Inst
		if err := s.safely(m.Name, func() error { return m.Store(ctx, r, atom) }); err != nil {
			return err
		}
	}
	return nil
}
