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
	program *daemonServer // the server, if that is a program
	turn    *turn         // to ask the server, and of what follows

	server  server // nil until it is needed
	clients map[int32]*pmda.Client
	served  *pmda.Client // who fetched last …
	profile uint64       // … and the generation of its profile then
}

func newMember(t *team, a Agent, config Config) *member {
	m := &member{team: t, agent: a, config: config, turn: newTurn()}
	if a.Command != nil {
		m.program = &daemonServer{agent: &m.agent, config: &m.config}
	}
	return m
}

// asked is what an agent is given for a request.
type asked struct {
	server
	client *pmda.Client
}

// server answers the requests that concern one agent, which clients put. It
// is for one goroutine at a time.
type server interface {
	Profile(ctx context.Context, c *pmda.Client, p *libpcp.Profile)
	Fetch(ctx context.Context, c *pmda.Client, ids []libpcp.PMID, p *libpcp.Profile) ([]libpcp.ValueSet, error)
	Store(ctx context.Context, c *pmda.Client, sets []libpcp.ValueSet) error
	Desc(ctx context.Context, c *pmda.Client, id libpcp.PMID) (libpcp.Desc, error)
	Instances(ctx context.Context, c *pmda.Client, d libpcp.InDom) ([]libpcp.Instance, error)
	InstanceName(ctx context.Context, c *pmda.Client, d libpcp.InDom, inst int32) (string, error)
	InstanceID(ctx context.Context, c *pmda.Client, d libpcp.InDom, name string) (int32, error)
	Text(ctx context.Context, c *pmda.Client, id libpcp.TextID) (string, error)
	Labels(ctx context.Context, c *pmda.Client, id libpcp.LabelID, p *libpcp.Profile) ([]libpcp.LabelSet, error)
	Lookup(ctx context.Context, c *pmda.Client, name string) (libpcp.PMID, error)
	Names(ctx context.Context, c *pmda.Client, id libpcp.PMID) ([]string, error)
	Children(ctx context.Context, c *pmda.Client, name string) ([]libpcp.Child, error)
	Traverse(ctx context.Context, c *pmda.Client, name string) ([]string, error)
	AnyName() bool
	InSubtree(name string) bool
	Changes() libpcp.StateChange
	EndClient(c *pmda.Client)
	Close() error
}

// inProcess is an agent in this process.
type inProcess struct{ *pmda.Service }

func (s inProcess) AnyName() bool { return s.Agent().Replacement.AnyName }

// ask calls f to send the agent a request of the source with a number, after
// the requests of other sources. If a limit ends the wait (ErrTimeout), ask
// returns ErrNoAgent until the agent has finished the request. Variables that f
// sets are valid only without an error.
func (m *member) ask(ctx context.Context, number int32, f func(ctx context.Context, a asked) error) error {
	if err := m.turn.take(ctx); err != nil {
		return err
	}
	late := m.tooLate()
	if late == nil && ctx.Done() == nil {
		defer m.turn.end(nil)
		return m.answer(ctx, number, f)
	}
	done := make(chan struct{})
	var err, answered error // answered belongs to the goroutine until done
	go func() {
		defer m.turn.end(done)
		answered = m.answer(ctx, number, f)
	}()
	select {
	case <-done:
		return answered
	case <-late:
		err = fmt.Errorf("agent of domain %d: %w", m.agent.Domain, libpcp.ErrTimeout)
	case <-ctx.Done():
		err = ctx.Err()
	}
	m.turn.giveUp(done)
	return err
}

// answer has f put a request to the agent, which may take its time.
func (m *member) answer(ctx context.Context, number int32, f func(ctx context.Context, a asked) error) (err error) {
	defer m.rescue(&err)
	return f(ctx, m.ready(ctx, number))
}

// tooLate returns a channel that receives at the time limit, nil for none; a
// program's own limits are kept elsewhere.
func (m *member) tooLate() <-chan time.Time {
	if m.program != nil || m.config.Timeout == 0 {
		return nil
	}
	return time.After(m.config.Timeout)
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
	if m.server == nil {
		m.server = m.open()
	}
	c := m.clients[number]
	if c == nil {
		c = &pmda.Client{Number: number}
		if m.clients == nil {
			m.clients = make(map[int32]*pmda.Client)
		}
		m.clients[number] = c
		if s, ok := m.server.(inProcess); ok && s.Agent().WantAttributes {
			for key, value := range m.config.attributes() {
				s.SetAttribute(ctx, c, key, value)
			}
		}
	}
	return asked{m.server, c}
}

// open makes the agent.
func (m *member) open() server {
	if m.program != nil {
		return m.program
	}
	a := m.agent.New()
	a.Replacement.Peers = m.team.peers
	return inProcess{pmda.NewService(a, m.agent.Domain, m.config.Log)}
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
		a.Profile(ctx, a.client, p)
	}
}

// serving waits for its turn and calls f with the server, unless no server
// exists or it is stuck.
func (m *member) serving(f func(server)) {
	if m.turn.take(context.Background()) != nil {
		return
	}
	defer m.turn.end(nil)
	if m.server != nil {
		f(m.server)
	}
}

// inSubtree reports whether a name is in a subtree of the agent.
func (m *member) inSubtree(name string) (in bool) {
	m.serving(func(s server) { in = s.InSubtree(name) })
	return in
}

// changes returns the changes that the agent has reported, once. If it is being
// asked, they are left to the next one who wants them.
func (m *member) changes() libpcp.StateChange {
	if !m.turn.try() {
		return 0
	}
	defer m.turn.end(nil)
	if m.server == nil {
		return 0
	}
	return m.server.Changes()
}

// leave notifies the agent that a source is closed, unless it is stuck.
func (m *member) leave(number int32) {
	m.serving(func(s server) {
		if c := m.clients[number]; c != nil {
			delete(m.clients, number)
			s.EndClient(c)
		}
	})
}

func (m *member) close() {
	if m.program != nil {
		m.program.Close() // though it may be busy
		return
	}
	m.serving(func(s server) { s.Close() })
}
