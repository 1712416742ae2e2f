// Package installed finds the agents that are installed for the pmcd of this host:
// the agents in its pmcd.conf, DSOs, daemons, and the names in their files.
package installed

import (
	"bytes"
	"strconv"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
)

// An Agent is a DSO and the function that initialises it, or a daemon.
type Agent struct {
	Domain  int
	Path    string // of the DSO, "" if an option left it out
	Init    string
	Name    string         // in pmcd.conf, or ""
	Command *local.Command // the daemon, if it is one of pmcd.conf

	Configured bool // by pmcd.conf
}

// MaxDomain is the largest number an agent may have.
const MaxDomain = 510

// DSOs returns the agents of pmcd.conf that are DSOs, except pmcd's own, and the
// linux agent as a DSO even if it is a daemon.
func DSOs(settings conf.Env) []Agent {
	text, err := access.ReadFile(settings.Get("PCP_PMCDCONF_PATH"), maxConf)
	if err != nil {
		return nil
	}
	var agents []Agent
	for line := range bytes.Lines(text) {
		if a, ok := configuredAgent(line, settings); ok {
			a.Configured = true
			agents = append(agents, a)
		}
	}
	return agents
}

// configuredAgent reads a line "NAME DOMAIN dso INIT PATH".
func configuredAgent(line []byte, settings conf.Env) (a Agent, ok bool) {
	if len(line) == 0 || line[0] <= ' ' || line[0] == '#' {
		return a, false
	}
	f := bytes.Fields(line)
	if len(f) < 3 || string(f[0]) == "pmcd" {
		return a, false
	}
	domain, err := strconv.Atoi(string(f[1]))
	switch {
	case err != nil:
		return a, false
	case string(f[0]) == "linux":
		path := settings.Get("PCP_PMDAS_DIR") + "/linux/pmda_linux.so"
		return Agent{Domain: domain, Path: path, Init: "linux_init"}, true
	case string(f[2]) != "dso" || len(f) < 5:
		return a, false
	}
	return Agent{Domain: domain, Path: string(f[4]), Init: string(f[3])}, true
}
