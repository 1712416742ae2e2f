package options

import (
	"context"
	"encoding/json"
	"os"
	"path"
	"strings"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/internal/installed"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
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
	// Help is the path of the DSO's help texts, below $PCP_PMDAS_DIR. They
	// replace the agent's own if they, or the DSO, are installed.
	Help string
	// Alone leaves the agent out on a machine with PCP, whose DSO does not
	// work in a local context.
	Alone bool
	// NamedByPath makes the label "agent" the path of the DSO.
	NamedByPath bool
	// Spare runs the daemon, if it is installed, in place of the agent,
	// which lacks some of its metrics.
	Spare bool
}

// agent returns what makes the agent of a release in the place of a DSO, which
// may be installed.
func (b *Builtin) agent(rel release.Release, settings conf.Env, dso string, installed bool) func() *pmda.Agent {
	return func() *pmda.Agent {
		a := b.New(rel)
		if b.NamedByPath {
			quoted, _ := json.Marshal(dso)
			a.Labels = pmda.Labels{JSON: `{"agent":` + string(quoted) + `}`}
		}
		if b.Help != "" {
			a.Replacement.HelpFile = path.Join(settings.Get("PCP_PMDAS_DIR"), b.Help)
			a.Replacement.NoOtherHelp = installed
		}
		return a
	}
}

// An agentTable is what a local context is made of (pmSpecLocalPMDA(3)): agents of
// pmcd.conf and built-in ones, as options -K change them.
type agentTable struct {
	inv      *getopt.Invocation
	builtin  []Builtin
	settings conf.Env
	debug    *Debugging

	agents []installed.Agent
	loaded bool
	all    bool          // built-in agents that are part of local contexts in any release
	opened []local.Agent // of the context, and daemons not to be run
}

// list returns the entries.
func (t *agentTable) list() []installed.Agent {
	if !t.loaded {
		t.trace("build_dsotab: parsing " + t.settings.Get("PCP_PMCDCONF_PATH") + "\n")
		t.agents, t.loaded = t.withDefaults(installed.DSOs(t.settings)), true
	}
	return t.agents
}

// withDefaults adds the built-in agents that belong to a local context and
// are not in its table.
func (t *agentTable) withDefaults(agents []installed.Agent) []installed.Agent {
	taken := make(map[int]bool)
	for _, a := range agents {
		taken[a.Domain] = true
	}
	for _, b := range t.builtin {
		if b.Domain != 0 && !taken[b.Domain] && (t.all || t.inv.Release.Has(b.Since)) && !(b.Alone && t.hasPCP()) {
			dso := b.Name + "/pmda_" + b.Name + ".so"
			agents = append(agents, installed.Agent{Domain: b.Domain, Path: dso, Init: b.Name + "_init"})
		}
	}
	return agents
}

// hasPCP reports whether this machine has PCP: a pmcd.conf.
func (t *agentTable) hasPCP() bool {
	_, err := os.Stat(t.settings.Get("PCP_PMCDCONF_PATH"))
	return err == nil
}

// isDSO reports whether a path leads to a DSO.
func (t *agentTable) isDSO(path string) bool {
	return strings.HasSuffix(installed.File(t.settings, path), ".so")
}

// trace traces a text for -D context.
func (t *agentTable) trace(text string) { t.debug.trace(context.Background(), "context", text) }
