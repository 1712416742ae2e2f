package options

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp/internal/installed"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/release"
)

// open returns the agents of a local context: built-in agents and daemons. It warns
// of others.
func (t *agentTable) open() []local.Agent {
	run := []local.Agent{}
	t.opened = nil
	for _, a := range t.list() {
		agent, ok := t.agent(a)
		if !ok {
			continue
		}
		t.opened = append(t.opened, agent)
		if agent.Command == nil || !t.inv.RunNothing {
			run = append(run, agent)
		}
	}
	return run
}

// localOptions are the options of a context over the agents of the table. The agents
// log messages.
func (s *Source) localOptions(o *pcp.Opener) error {
	if name, ok := s.lookupEnv("PCP_CONTAINER"); ok && s.inv.Release.Has(release.ContainerNames) && !pmcd.ContainerName(name) {
		return syscall.EINVAL
	}
	o.Local = local.Config{
		Log:       pmda.NewLogger(s.inv.Messages(), s.inv.Name),
		Timeout:   seconds(s.lookupEnv, "PMCD_REQUEST_TIMEOUT"),
		Greeting:  seconds(s.lookupEnv, "PMCD_CONNECT_TIMEOUT"),
		Container: s.Container,
		Release:   s.inv.Release,
	}
	s.agents.all = s.Structured
	o.Agents = s.agents.open()
	return nil
}

// seconds is the time that a variable has in seconds, or zero.
func seconds(lookupEnv func(string) (string, bool), name string) time.Duration {
	value, _ := lookupEnv(name)
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	return 0
}

// agent returns the agent of an entry: a daemon of pmcd.conf, an agent
// that is built in, or the daemon that goes with a DSO.
func (t *agentTable) agent(a installed.Agent) (local.Agent, bool) {
	if a.Command != nil {
		return t.daemon(a, a.Command), true
	}
	dso := t.isDSO(a.Path)
	b, known := t.standsFor(a)
	if c := a.Daemon(t.settings); c != nil && (b == nil && !known || b != nil && b.Spare) {
		if b != nil || dso {
			c.DSO = a.Path
		}
		return t.daemon(a, c), true
	}
	if b == nil {
		t.warnDSO(a)
		return local.Agent{}, false
	}
	if dso {
		t.warnHelp(b)
	}
	return local.Agent{Domain: uint32(a.Domain), Name: b.Name, New: b.agent(t.inv.Release, t.settings, a.Path, dso)}, true
}

// daemon returns a daemon as an agent.
func (t *agentTable) daemon(a installed.Agent, c *local.Command) local.Agent {
	name := a.DaemonName(c)
	c.Names = func() *pmns.Tree { return installed.Names(t.settings, name, a.Domain, c) }
	return local.Agent{Domain: uint32(a.Domain), Name: name, Command: c}
}

// standsFor returns the built-in agent that stands for a DSO, which has its file
// name, or else another and its init function. A DSO is known if it is that of a
// built-in agent, which may not work here.
func (t *agentTable) standsFor(a installed.Agent) (agent *Builtin, known bool) {
	name := strings.TrimPrefix(strings.TrimSuffix(path.Base(a.Path), ".so"), "pmda_")
	for i := range t.builtin {
		b := &t.builtin[i]
		init := a.Init == b.Name+"_init"
		switch {
		case cmp.Or(b.DSO, b.Name) == name:
			known = true
			if !init {
				continue
			}
		case !init || !t.isDSO(a.Path):
			continue
		}
		if b.Alone && t.hasPCP() {
			return nil, true
		}
		return b, true
	}
	return nil, known
}

// leaving traces that a run ends whose context is open: the DSOs that have a callback for
// it (pmdaSetEndContextCallBack(3)) are notified.
func (t *agentTable) leaving() {
	for _, a := range t.list() {
		if b, _ := t.standsFor(a); b != nil && (b.Name == "linux" || b.Name == "proc" || b.Name == "sample") {
			t.trace(fmt.Sprintf("NotifyEndLocalContext: DSO PMDA %s (%d) notified of context 0 close\n", a.Path, a.Domain))
		}
	}
}
