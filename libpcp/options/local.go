package options

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// Builtin is an agent that the program has in itself. In a local context it
// stands for a DSO with the init function NAME_init.
type Builtin struct {
	Name string
	DSO  string // "" for one of that name
	// Domain is the agent's number in local contexts that options say nothing
	// about; zero for an agent that is not part of those.
	Domain int
	// Since is what a release must have for the agent to be part of its local
	// contexts.
	Since release.Behaviour
	New   func(release.Release) *pmda.Agent
	// Help is where the DSO has its help texts, below $PCP_PMDAS_DIR. If they
	// are installed they take the place of the agent's own.
	Help string
	// Alone says that the agent is only there on a machine without PCP: there
	// the DSO does not work in a local context.
	Alone bool
	// NamedByPath says that the label "agent" has the path of the DSO.
	NamedByPath bool
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
			a.HelpFile = path.Join(settings.Get("PCP_PMDAS_DIR"), b.Help)
		}
		return a
	}
}

// openLocal makes a context over the built-in agents that the table of agents
// names. What they log is a message. Others get a
// warning.
func (s *Source) openLocal(context.Context) (libpcp.Source, error) {
	if name, ok := s.lookupEnv("PCP_CONTAINER"); ok && s.inv.Release.Has(release.ContainerNames) && !pmcd.ContainerName(name) {
		return nil, syscall.EINVAL
	}
	var agents []local.Agent
	for _, a := range s.LocalAgents() {
		if b := s.builtin(a); b != nil {
			agents = append(agents, local.Agent{Domain: uint32(a.Domain), Name: b.Name, New: b.agent(s.inv.Release, s.settings(), a.Path)})
		}
	}
	log := pmda.NewLogger(s.inv.Messages(), s.inv.Name)
	return local.New(local.Config{Log: log}, agents...), nil
}

// builtin returns the built-in agent that stands for a DSO. If there is none
// a warning says so, in the words for a DSO that is not there.
func (s *Source) builtin(a LocalAgent) *Builtin {
	name := strings.TrimPrefix(strings.TrimSuffix(path.Base(a.Path), ".so"), "pmda_")
	known := false
	for i := range s.Builtin {
		b := &s.Builtin[i]
		if cmp.Or(b.DSO, b.Name) != name {
			continue
		}
		if a.Init == b.Name+"_init" {
			if b.Alone && s.hasPCP() {
				if !a.configured {
					s.warnAttach(a.Path)
				}
				return nil
			}
			return b
		}
		known = true
	}
	if known {
		s.warnLocal("couldn't find init function %q in DSO %q", a.Init, a.Path)
		return nil
	}
	if dso := cString(a.Path); !a.configured || !s.findDSO(a.Path) {
		s.warnLocal(`cannot find DSO at "%s.so" or "%s"`, dso, dso)
	}
	return nil
}

// warnAttach warns of a DSO with a symbol that only pmcd has.
func (s *Source) warnAttach(dso string) {
	if file := s.dsoFile(dso); file != "" {
		s.warnLocal("error attaching DSO %q\n%s: undefined symbol: agent\n", file, file)
		return
	}
	s.warnLocal(`cannot find DSO at "%s.so" or "%s"`, cString(dso), cString(dso))
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

// findDSO reports whether the genuine library would find a DSO. That is no
// use to us, but the user need not be warned about each one that pmcd has.
func (s *Source) findDSO(path string) bool { return s.dsoFile(path) != "" }

// dsoFile is the file that the genuine library would load, or "".
func (s *Source) dsoFile(path string) string {
	dir := s.settings().Get("PCP_PMDAS_DIR")
	for _, file := range []string{path, dir + "/" + path, dir + "/" + path + ".so", path + ".so"} {
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
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
