package local

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
)

// Agent describes an agent of a source: one in this process that New returns,
// or a program that Command describes. See also [Daemon].
type Agent struct {
	// Domain is the agent's number. With 0 it is that of the agent that New
	// returns; New is then called when the source is made, and not when it is
	// needed.
	Domain  uint32
	Name    string // for agents that describe the others, and messages; may be ""
	New     func() *pmda.Agent
	Command *Command
}

// Config configures a source. Its zero value is ready for use.
type Config struct {
	// Log gets the messages of agents; nil discards them.
	Log *pmda.Logger
	// Timeout is how long an agent may take to answer. Zero is five seconds for
	// a program, as with pmcd, and no limit for an agent in this process.
	Timeout time.Duration
	// Greeting is how long a program may take to connect and greet; zero is
	// three seconds, as with pmcd.
	Greeting time.Duration
	// LookupEnv looks up the variable TZ, for the time zone; nil is os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
	// Container is the container whose values agents are asked for. Of those
	// in this process, those of processes and of the kernel ask pmdaroot about
	// it.
	Container string
}

const (
	programTimeout  = 5 * time.Second
	defaultGreeting = 3 * time.Second
)

// Source is a local context over agents. It implements libpcp.Source,
// libpcp.Storer, libpcp.Duplicator and libpcp.Recycler. Sources made by
// Duplicate have the same agents and may be used only by the same goroutine.
type Source struct {
	team    *team
	number  int32   // of this source among those with the same agents
	only    *member // the agent whose names it has; nil for all
	closed  bool
	changes libpcp.StateChange // of agents, not yet part of a result
}

// team is the agents that sources share.
type team struct {
	members []*member
	sources []*Source // still open
	numbers int32
	env     conf.Env
}

// New returns a source over agents. Of several for one domain the first
// counts.
func New(config Config, agents ...Agent) *Source {
	config.Greeting = cmp.Or(config.Greeting, defaultGreeting)
	t := &team{env: config.LookupEnv}
	for _, a := range agents {
		if a.Domain == 0 && a.New != nil {
			a = a.numbered()
		}
		if t.member(a.Domain) == nil {
			t.members = append(t.members, newMember(t, a, config))
		}
	}
	return t.join(0)
}

// numbered is the agent with the number that it has of itself.
func (a Agent) numbered() Agent {
	made, again := a.New(), a.New
	a.Domain = made.Domain
	a.New = func() *pmda.Agent {
		first := made
		if made = nil; first != nil {
			return first
		}
		return again()
	}
	return a
}

// join adds a source.
func (t *team) join(number int32) *Source {
	s := &Source{team: t, number: number}
	t.sources = append(t.sources, s)
	return s
}

// gatherChanges passes to all sources what has changed in the agents.
func (t *team) gatherChanges() {
	for _, m := range t.members {
		changes := m.changes()
		for _, s := range t.sources {
			s.changes |= changes
		}
	}
}

// member returns the agent of a domain, or nil.
func (t *team) member(domain uint32) *member {
	for _, m := range t.members {
		if m.agent.Domain == domain {
			return m
		}
	}
	return nil
}

// peers lists the agents for each other.
func (t *team) peers() []pmda.Peer {
	peers := make([]pmda.Peer, len(t.members))
	for i, m := range t.members {
		peers[i] = pmda.Peer{Domain: m.agent.Domain, Name: m.agent.Name}
	}
	return peers
}

// NamesOrigin implements libpcp.Namer.
func (s *Source) NamesOrigin() libpcp.NamesOrigin { return libpcp.NamesLocal }

// Duplicate implements libpcp.Duplicator.
func (s *Source) Duplicate(context.Context) (libpcp.Source, error) {
	s.team.numbers++
	return s.team.join(s.team.numbers), nil
}

// Close ends the source; with the last one go the agents.
func (s *Source) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	s.team.sources = slices.DeleteFunc(s.team.sources, func(open *Source) bool { return open == s })
	for _, m := range s.team.members {
		m.leave(s.number)
	}
	if len(s.team.sources) == 0 {
		s.team.close()
	}
	return nil
}

// close ends the agents, the programs among them at the same time.
func (t *team) close() {
	var programs sync.WaitGroup
	for _, m := range t.members {
		if m.program != nil {
			programs.Go(m.close)
		} else {
			m.close()
		}
	}
	programs.Wait()
}

// HostName implements libpcp.Source: the name of this machine.
func (s *Source) HostName(context.Context) string {
	name, _ := os.Hostname()
	return name
}

// Timezone implements libpcp.Source: the zone of this process.
func (s *Source) Timezone(context.Context) (string, error) {
	return s.team.env.Timezone(), nil
}

// attributes are what agents can learn of this process.
func (c *Config) attributes() map[pmda.Attribute]string {
	attrs := map[pmda.Attribute]string{
		pmda.AttrUserID:    strconv.Itoa(os.Getuid()),
		pmda.AttrGroupID:   strconv.Itoa(os.Getgid()),
		pmda.AttrProcessID: strconv.Itoa(os.Getpid()),
	}
	if c.Container != "" {
		attrs[pmda.AttrContainer] = c.Container
	}
	return attrs
}
