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
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/release"
)

// Agent describes an agent of a source: one in this process that New returns,
// or a program that Command describes. See also [Daemon].
type Agent struct {
	// Domain is the agent's number. 0 means the number of the agent that New
	// returns; New is then called when the source is made, not when it is
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
	// Container is the container to report. Of the agents in this process,
	// linux and proc ask pmdaroot about it.
	Container string
	// Release is the release of PCP that reads the labels of the machine; the zero
	// Release is the newest.
	Release release.Release
}

const (
	programTimeout  = 5 * time.Second
	defaultGreeting = 3 * time.Second
)

// Source is a local context over agents: a libpcp.Source. Those made by Duplicate
// have the same agents, which answer one request at a time; each source may be
// used by a goroutine of its own.
type Source struct {
	team    *team
	number  int32   // of this source among those with the same agents
	only    *member // the agent whose names it has; nil for all
	closed  bool
	changes libpcp.StateChange // of agents, not yet part of a result; the team's lock guards it
}

// team is the agents that sources share.
type team struct {
	members []*member
	env     conf.Env
	release release.Release

	mu      sync.Mutex // guards what follows
	sources []*Source  // still open
	numbers int32
}

// New returns a source over agents. Of several for one domain the first
// counts.
func New(config Config, agents ...Agent) *Source {
	config.Greeting = cmp.Or(config.Greeting, defaultGreeting)
	t := &team{env: config.LookupEnv, release: config.Release}
	for _, a := range agents {
		if a.Domain == 0 && a.New != nil {
			a = a.numbered()
		}
		if t.member(a.Domain) == nil {
			t.members = append(t.members, newMember(t, a, config))
		}
	}
	return t.join()
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
func (t *team) join() *Source {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := &Source{team: t, number: t.numbers}
	t.numbers++
	t.sources = append(t.sources, s)
	return s
}

// leave removes a source, and reports whether it was the last one.
func (t *team) leave(s *Source) bool {
	for _, m := range t.members {
		m.leave(s.number)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sources = slices.DeleteFunc(t.sources, func(open *Source) bool { return open == s })
	return len(t.sources) == 0
}

// takeChanges passes changes in the agents to all sources, and returns the
// changes that this source has not reported.
func (s *Source) takeChanges() libpcp.StateChange {
	t := s.team
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range t.members {
		changes := m.changes()
		for _, s := range t.sources {
			s.changes |= changes
		}
	}
	changes := s.changes
	s.changes = 0
	return changes
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

// Ask implements libpcp.Source.
func (s *Source) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = s.lookup(ctx, q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = s.names(ctx, q.ID)
		case *libpcp.ChildrenQuery:
			q.Children, q.Err = s.children(ctx, q.Name)
		case *libpcp.TraverseQuery:
			var names []string
			names, q.Err = s.traverse(ctx, q.Name)
			q.Names = libpcp.NameListOf(names)
		case *libpcp.NamesOriginQuery:
			q.Origin, q.Err = libpcp.NamesLocal, nil
		case *pmns.AgentQuery:
			s.ofAgent(q.Domain).Ask(ctx, q.Query)
		case *pmns.AnyNameQuery:
			q.Any = s.anyName(q.Domain)
		case *pmns.MadeQuery:
			q.Made = s.makes(q.ID, q.Name)
		case *libpcp.DescsQuery:
			q.Replies = s.descs(ctx, q.IDs)
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = s.instances(ctx, q.InDom)
		case *libpcp.InstanceNameQuery:
			q.Name, q.Err = s.instanceName(ctx, q.InDom, q.Inst)
		case *libpcp.InstanceIDQuery:
			q.Inst, q.Err = s.instanceID(ctx, q.InDom, q.Name)
		case *libpcp.TextQuery:
			q.Text, q.Err = s.text(ctx, q.ID)
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = s.labels(ctx, q.ID)
		case *libpcp.FetchQuery:
			q.Result, q.Err = s.fetch(ctx, q.IDs, q.Profile)
		case *libpcp.StoreQuery:
			q.Err = s.store(ctx, q.Result)
		case *libpcp.HostNameQuery:
			q.Name, q.Err = os.Hostname()
		case *libpcp.TimezoneQuery:
			q.Zone, q.Err = s.team.env.Timezone(), nil
		default:
			q.Decline()
		}
	}
}

// Duplicate implements libpcp.Duplicator. The new source has the changes to report
// that this one has not reported yet.
func (s *Source) Duplicate(context.Context) (libpcp.Source, error) {
	d := s.team.join()
	s.team.mu.Lock()
	defer s.team.mu.Unlock()
	d.changes |= s.changes
	return d, nil
}

// Close ends the source; with the last one go the agents.
func (s *Source) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if s.team.leave(s) {
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
