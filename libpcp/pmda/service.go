package pmda

import (
	"context"
	"runtime/debug"
	"slices"

	"pcptools/libpcp"
)

// Service answers requests to an agent under a domain number, from its tables
// and functions. [Serve] and package local are based on it; programs that only
// want metrics use those. It serves one goroutine at a time.
//
// Failures carry a PMAPI code, see libpcp.Code; a [NotReady] among them is
// ErrAgain.
type Service struct {
	agent  *Agent
	domain uint32
	log    *Logger

	request Request
	rows    rows
	names   nameIndex
	opened  bool
	failed  error // of Open
	encoder encoder

	help       *helpFile
	helpSought bool
}

// NewService puts a into service. An agent can be in one service only. The
// agent is opened with the first request, or by [Service.Open].
func NewService(a *Agent, domain uint32, log *Logger) *Service {
	return &Service{agent: a, domain: domain, log: log}
}

// Agent returns the agent in service.
func (s *Service) Agent() *Agent { return s.agent }

// Open validates the agent (see [Agent.Validate]) and gets it ready for
// requests.
func (s *Service) Open(ctx context.Context) error {
	if s.opened {
		return s.failed
	}
	s.opened = true
	if !s.agent.Validated {
		if s.failed = s.agent.Validate(); s.failed != nil {
			s.log.Errorf("%v", s.failed)
			return s.failed
		}
	}
	if s.agent.Open != nil {
		s.failed = s.safely("Open", func() error { return s.agent.Open(ctx, s.log) })
	}
	return s.failed
}

// Close ends the service.
func (s *Service) Close() error {
	if !s.opened || s.agent.Close == nil {
		return nil
	}
	return s.safely("Close", s.agent.Close)
}

// everything is the profile of requests that have none.
var everything libpcp.Profile

// begin starts a request.
func (s *Service) begin(ctx context.Context, asked Request) (*Request, error) {
	if err := s.Open(ctx); err != nil {
		return nil, err
	}
	r := &s.request
	asked.Domain, asked.Inst, asked.Log, asked.State = s.domain, libpcp.NullInst, s.log, s.agent.State
	asked.service = s
	asked.seq, asked.lists = r.seq+1, r.lists[:0]
	if asked.Profile == nil {
		asked.Profile = &everything
	}
	*r = asked
	if s.agent.Before != nil {
		if err := s.safely("Before", func() error { return s.agent.Before(ctx, r) }); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// safely calls a function of the agent. A panic becomes an error.
func (s *Service) safely(what string, call func() error) (err error) {
	defer func() { s.recovered(recover(), what, &err) }()
	return call()
}

// recovered makes an error of a panic, if there was one.
func (s *Service) recovered(cause any, what string, err *error) {
	if cause == nil {
		return
	}
	s.log.Errorf("%s: %s: panic: %v\n%s", s.agent.Name, what, cause, debug.Stack())
	*err = libpcp.ErrGeneric
}

// Profile reports a change of a client's profile to the agent.
func (s *Service) Profile(ctx context.Context, c *Client, p *libpcp.Profile) {
	s.begin(ctx, Request{Kind: KindProfile, Client: c, Profile: p})
}

// SetAttribute sets an attribute of a client.
func (s *Service) SetAttribute(ctx context.Context, c *Client, key Attribute, value string) {
	c.setAttr(key, value)
	if s.agent.Attribute != nil {
		s.safely("Attribute", func() error {
			s.agent.Attribute(ctx, c, key, value)
			return nil
		})
	}
}

// EndClient must be called when a client has disconnected.
func (s *Service) EndClient(c *Client) {
	s.safely("EndClient", func() error {
		if s.agent.EndClient != nil {
			s.agent.EndClient(c)
		}
		return nil
	})
	s.safely("AtEnd", func() error {
		c.end()
		return nil
	})
}

// Changes returns the changes that the agent has reported, once.
func (s *Service) Changes() libpcp.StateChange {
	changes := s.agent.changes
	s.agent.changes = 0
	return changes
}

// Desc describes a metric.
func (s *Service) Desc(ctx context.Context, c *Client, id libpcp.PMID) (libpcp.Desc, error) {
	r, err := s.begin(ctx, Request{Kind: KindDesc, Client: c, IDs: []libpcp.PMID{id}})
	if err != nil {
		return libpcp.Desc{}, err
	}
	return s.desc(ctx, r, id)
}

func (s *Service) desc(ctx context.Context, r *Request, id libpcp.PMID) (d libpcp.Desc, err error) {
	m := s.metric(id)
	switch {
	case m == nil, m.hidden(r):
		return libpcp.Desc{}, libpcp.ErrPMID
	case m.Desc == nil:
		return m.desc(s.domain), nil
	}
	r.Metric = m
	err = s.safely(m.Name, func() error {
		d, err = m.Desc(ctx, r)
		return err
	})
	d.PMID = id
	return d, err
}

// quiet are failures that are in the nature of things and not logged.
var quiet = [...]libpcp.Error{libpcp.ErrPMID, libpcp.ErrInst, libpcp.ErrValue, libpcp.ErrAppVersion,
	libpcp.ErrProfile, libpcp.ErrPermission, libpcp.ErrAgain, libpcp.ErrNYI}

// complain logs the failure of a fetch function.
func (s *Service) complain(r *Request, id libpcp.PMID, err error) {
	if s.log == nil {
		return
	}
	if slices.Contains(quiet[:], libpcp.Code(err)) {
		return
	}
	s.log.Errorf("pmdaFetch: Fetch callback error from metric PMID %v[%d]: %s", id, r.Inst, libpcp.ErrorText(err))
}
