package options

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/release"
)

// Builtin is an agent that is linked into the program. In a local context it
// stands for a DSO with the init function NAME_init.
type Builtin struct {
	Name string
	DSO  string // "" for one of that name
	// Domain is the agent's number in local contexts without options -K; zero
	// for an agent that is not part of those.
	Domain int
	// Since is the behaviour of the releases that have the agent in local
	// contexts.
	Since release.Behaviour
	New   func(release.Release) *pmda.Agent
	// Help is the path of the DSO's help texts, below $PCP_PMDAS_DIR. If
	// installed they replace the agent's own.
	Help string
	// Alone leaves the agent out on a machine with PCP, whose DSO does not
	// work in a local context.
	Alone bool
	// NamedByPath makes the label "agent" the path of the DSO.
	NamedByPath bool
	// Spare runs the installed daemon, if there is one, in place of the agent,
	// which lacks some of its metrics.
	Spare bool
}

// agent returns what makes the agent of a release.
func (b *Builtin) agent(rel release.Release, settings conf.Env, dso string) func() *pmda.Agent {
	return func() *pmda.Agent {
		a := b.New(rel)
		if b.NamedByPath {
			quoted, _ := json.Marshal(dso)
			a.Labels = pmda.Labels{JSON: `{"agent":` + string(quoted) + `}`}
		}
		if b.Help != "" {
			a.StandIn.HelpFile = path.Join(settings.Get("PCP_PMDAS_DIR"), b.Help)
		}
		return a
	}
}

// openLocal makes a context over the agents of the table: those that are built
// in, and daemons. What they log is a message. Others get a warning.
func (s *Source) openLocal(context.Context) (libpcp.Source, error) {
	if name, ok := s.lookupEnv("PCP_CONTAINER"); ok && s.inv.Release.Has(release.ContainerNames) && !pmcd.ContainerName(name) {
		return nil, syscall.EINVAL
	}
	var agents []local.Agent
	for _, a := range s.LocalAgents() {
		if agent, ok := s.localAgent(a); ok {
			agents = append(agents, agent)
		}
	}
	return local.New(local.Config{
		Log:       pmda.NewLogger(s.inv.Messages(), s.inv.Name),
		Timeout:   s.seconds("PMCD_REQUEST_TIMEOUT"),
		Greeting:  s.seconds("PMCD_CONNECT_TIMEOUT"),
		Container: s.Container,
		LookupEnv: s.lookupEnv,
	}, agents...), nil
}

// seconds is the time that a variable has in seconds, or zero.
func (s *Source) seconds(name string) time.Duration {
	value, _ := s.lookupEnv(name)
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	return 0
}

// localAgent returns the agent of an entry: a daemon of pmcd.conf, an agent
// that is built in, or the daemon that goes with a DSO.
func (s *Source) localAgent(a LocalAgent) (local.Agent, bool) {
	if a.Command != nil {
		return s.daemon(a, a.Command)
	}
	b, failed := s.builtin(a)
	if b != nil && b.Spare {
		if c := s.daemonOf(a); c != nil {
			c.DSO = a.Path
			return s.daemon(a, c)
		}
	}
	if b != nil {
		s.warnHelp(b, a.Path)
		return local.Agent{Domain: uint32(a.Domain), Name: b.Name, New: b.agent(s.inv.Release, s.settings(), a.Path)}, true
	}
	if failed == errNoDSO {
		if strings.HasSuffix(s.dsoFile(a.Path), ".so") && !s.isDSO(a.Path, a.Init) {
			failed = errInit
		} else if c := s.daemonOf(a); c != nil {
			if strings.HasSuffix(s.dsoFile(a.Path), ".so") {
				c.DSO = a.Path
			}
			return s.daemon(a, c)
		}
	}
	s.warnDSO(a, failed)
	return local.Agent{}, false
}

// daemon returns a daemon as an agent, unless nothing is to be run.
func (s *Source) daemon(a LocalAgent, c *local.Command) (local.Agent, bool) {
	name := daemonName(a, c)
	c.Names = func() *pmns.Tree { return ownNames(s.settings(), name, a.Domain, c) }
	agent := local.Agent{Domain: uint32(a.Domain), Name: name, Command: c}
	s.daemons = append(s.daemons, agent)
	return agent, !s.inv.RunNothing
}

// Why a DSO is not there.
var (
	errNoDSO  = errors.New("cannot find DSO")
	errAttach = errors.New("error attaching DSO")
	errInit   = errors.New("no such init function")
)

// builtin returns the built-in agent that stands for a DSO, or says why there
// is none.
func (s *Source) builtin(a LocalAgent) (*Builtin, error) {
	name := strings.TrimPrefix(strings.TrimSuffix(path.Base(a.Path), ".so"), "pmda_")
	failed := errNoDSO
	for i := range s.Builtin {
		b := &s.Builtin[i]
		switch {
		case a.Init != b.Name+"_init":
			if cmp.Or(b.DSO, b.Name) == name {
				failed = errInit
			}
		case cmp.Or(b.DSO, b.Name) != name && !s.isDSO(a.Path, a.Init):
		case b.Alone && s.hasPCP():
			return nil, errAttach
		default:
			return b, nil
		}
	}
	return nil, failed
}

func (s *Source) warnLocal(format string, args ...any) {
	s.inv.Message(fmt.Sprintf("__pmConnectLocal: Warning: "+format+"\n", args...))
}

// cString is a path as printf(3) prints it.
func cString(path string) string {
	if path == "" {
		return "(null)"
	}
	return path
}

// hasPCP reports whether there is a PCP on this machine: a pmcd.conf.
func (s *Source) hasPCP() bool {
	_, err := os.Stat(s.settings().Get("PCP_PMCDCONF_PATH"))
	return err == nil
}

// withDefaults adds the built-in agents that belong to a local context and
// are not in its table.
func (s *Source) withDefaults(agents []LocalAgent) []LocalAgent {
	taken := make(map[int]bool)
	for _, a := range agents {
		taken[a.Domain] = true
	}
	for _, b := range s.Builtin {
		if b.Domain != 0 && !taken[b.Domain] && s.inv.Release.Has(b.Since) && !(b.Alone && s.hasPCP()) {
			dso := b.Name + "/pmda_" + b.Name + ".so"
			agents = append(agents, LocalAgent{Domain: b.Domain, Path: dso, Init: b.Name + "_init"})
		}
	}
	return agents
}
