package local

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// member is an agent in this process, which may not have been made yet.
type member struct {
	team    *team
	agent   Agent
	config  Config
	service *pmda.Service
	clients map[int32]*pmda.Client
	served  *pmda.Client    // who fetched last …
	profile uint64          // … and the generation of its profile then
	busy    <-chan struct{} // closed when a request that was given up is over
}

// asked is what an agent is given for a request.
type asked struct {
	*pmda.Service
	client *pmda.Client
}

// ask has f put a request to the agent on behalf of the source with a number.
// It gives up after a time (ErrTimeout), and says ErrNoAgent until the agent
// is done with it. What f leaves in variables is valid only if there is no
// error.
func (m *member) ask(ctx context.Context, number int32, f func(ctx context.Context, a asked) error) error {
	if !m.idle() {
		return libpcp.ErrNoAgent
	}
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		defer m.rescue(&err)
		err = f(ctx, m.ready(ctx, number))
	}()
	timer := time.NewTimer(m.config.Timeout)
	defer timer.Stop()
	select {
	case <-done:
		return err
	case <-timer.C:
		m.busy = done
		return fmt.Errorf("agent of domain %d: %w", m.agent.Domain, libpcp.ErrTimeout)
	case <-ctx.Done():
		m.busy = done
		return ctx.Err()
	}
}

// idle reports whether the agent can be asked.
func (m *member) idle() bool {
	if m.busy == nil {
		return true
	}
	select {
	case <-m.busy:
		m.busy = nil
		return true
	default:
		return false
	}
}

// rescue makes an error of a panic that package pmda has not caught.
func (m *member) rescue(err *error) {
	if cause := recover(); cause != nil {
		m.config.Log.Errorf("agent of domain %d: panic: %v\n%s", m.agent.Domain, cause, debug.Stack())
		*err = libpcp.ErrGeneric
	}
}

// ready makes the agent and the client that are needed.
func (m *member) ready(ctx context.Context, number int32) asked {
	if m.service == nil {
		a := m.agent.New()
		a.Peers = m.team.peers
		m.service = pmda.NewService(a, m.agent.Domain, m.config.Log)
		m.clients = make(map[int32]*pmda.Client)
	}
	c := m.clients[number]
	if c == nil {
		c = &pmda.Client{Number: number}
		m.clients[number] = c
		if m.service.Agent().WantAttributes {
			for key, value := range attributes() {
				m.service.SetAttribute(ctx, c, key, value)
			}
		}
	}
	return asked{m.service, c}
}

// tellProfile gives the agent the profile of a client when it is not the one
// of the last fetch.
func (m *member) tellProfile(ctx context.Context, a asked, p *libpcp.Profile) {
	var generation uint64
	if p != nil {
		generation = p.Generation()
	}
	if m.served != a.client || m.profile != generation {
		m.served, m.profile = a.client, generation
		a.Service.Profile(ctx, a.client, p)
	}
}

// changes returns what the agent has said to have changed, once.
func (m *member) changes() libpcp.StateChange {
	if !m.idle() || m.service == nil {
		return 0
	}
	return m.service.Changes()
}

// leave tells the agent that a source is closed, unless it is stuck.
func (m *member) leave(number int32) {
	if !m.idle() || m.service == nil {
		return
	}
	if c := m.clients[number]; c != nil {
		delete(m.clients, number)
		m.service.EndClient(c)
	}
}

func (m *member) close() {
	if m.service != nil && m.idle() {
		m.service.Close()
	}
}
