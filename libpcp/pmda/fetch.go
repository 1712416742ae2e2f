package pmda

import (
	"cmp"
	"context"
	"errors"

	"pcptools/libpcp"
)

// Fetch returns one value set for each of ids. An error applies to all of them.
// The values stay valid after later calls.
func (s *Service) Fetch(ctx context.Context, c *Client, ids []libpcp.PMID, p *libpcp.Profile) ([]libpcp.ValueSet, error) {
	r, err := s.begin(ctx, Request{Kind: KindFetch, Client: c, Profile: p, IDs: ids})
	if err != nil {
		return nil, err
	}
	sets := make([]libpcp.ValueSet, len(ids))
	for i, id := range ids {
		s.fetchMetric(ctx, r, id, &sets[i])
	}
	s.encoder.release()
	if s.agent.Fetched != nil {
		s.safely("Fetched", func() error {
			s.agent.Fetched(ctx, r)
			return nil
		})
	}
	return sets, nil
}

// fetchMetric fills in the value set of a metric.
func (s *Service) fetchMetric(ctx context.Context, r *Request, id libpcp.PMID, set *libpcp.ValueSet) {
	set.PMID = id
	m := s.metric(id)
	if m == nil {
		set.Err = status(cmp.Or[error](s.agent.Replacement.UnknownMetric, libpcp.ErrPMID))
		return
	}
	if m.hidden(r) {
		set.Err = libpcp.ErrPMID
		return
	}
	r.Metric, r.Inst = m, libpcp.NullInst
	s.encoder.begin(m)
	err := s.collect(ctx, r)
	set.Format, set.Values = s.encoder.end()
	if len(set.Values) == 0 {
		set.Err = status(err)
	}
}

// status is the status of a metric without values: a code, or nil.
func status(err error) error {
	code := libpcp.Code(err)
	if code == 0 || errors.Is(err, NoValue) {
		return nil
	}
	return code
}

// collect gathers the values of r.Metric, and returns the status of the last
// call of the agent. A metric whose agent panics has no values.
func (s *Service) collect(ctx context.Context, r *Request) (err error) {
	m := r.Metric
	defer func() {
		if cause := recover(); cause != nil {
			s.recovered(cause, m.Name, &err)
			s.encoder.drop()
		}
	}()
	fetch := m.Fetch
	switch {
	case m.Source != nil:
		fetch = fetchSource
	case fetch == nil:
		fetch = s.agent.Fetch
	}
	switch {
	case m.Encoded != nil:
		return s.collectEncoded(ctx, r)
	case m.Values != nil:
		return s.collectAll(ctx, r)
	case fetch == nil && m.Type == libpcp.TypeNoSupport:
		return libpcp.ErrAppVersion
	case fetch == nil:
		return NoValue
	case m.indom(ctx, r) == libpcp.NullInDom:
		return s.collectOne(ctx, r, fetch)
	}
	return s.collectInstances(ctx, r, fetch)
}

// fetchSource is the FetchFunc of metrics with a Source.
func fetchSource(_ context.Context, r *Request) (libpcp.Atom, error) { return r.Metric.Source.Value(r) }

// indom is the metric's instance domain.
func (m *Metric) indom(ctx context.Context, r *Request) libpcp.InDom {
	if m.Desc == nil {
		return m.InDom.in(r.Domain)
	}
	d, err := m.Desc(ctx, r)
	if err != nil {
		return libpcp.NullInDom
	}
	return d.InDom
}

// collectOne adds the value of r.Inst.
func (s *Service) collectOne(ctx context.Context, r *Request, fetch FetchFunc) error {
	atom, err := fetch(ctx, r)
	if err == nil {
		err = s.encoder.add(r.Inst, atom)
	}
	if err != nil && err != NoValue {
		s.complain(r, r.Metric.id(r.Domain), err)
	}
	return err
}

// collectInstances adds the value of each instance the client wants.
func (s *Service) collectInstances(ctx context.Context, r *Request, fetch FetchFunc) error {
	indom := s.indom(r.Metric.indom(ctx, r).Serial())
	if indom == nil {
		return libpcp.ErrInDom
	}
	instances, err := s.list(ctx, r, indom)
	for _, inst := range instances {
		if !r.Profile.Includes(indom.in(r.Domain), inst.ID) {
			continue
		}
		r.Inst = inst.ID
		err = s.collectOne(ctx, r, fetch)
	}
	return err
}

// collectAll adds the values a metric's own function gives.
func (s *Service) collectAll(ctx context.Context, r *Request) error {
	values, err := r.Metric.Values(ctx, r)
	if err != nil {
		if err != NoValue {
			s.complain(r, r.Metric.id(r.Domain), err)
		}
		return err
	}
	indom := r.Metric.indom(ctx, r)
	s.encoder.expect(len(values))
	for _, v := range values {
		if indom == libpcp.NullInDom || r.Profile.Includes(indom, v.Inst) {
			err = cmp.Or(s.encoder.add(v.Inst, v.Atom), err)
		}
	}
	return err
}

// collectEncoded takes the values that a metric's own function has encoded.
func (s *Service) collectEncoded(ctx context.Context, r *Request) error {
	format, values, err := r.Metric.Encoded(ctx, r)
	if err != nil && err != NoValue {
		s.complain(r, r.Metric.id(r.Domain), err)
	}
	s.encoder.adopt(format, values)
	return err
}
