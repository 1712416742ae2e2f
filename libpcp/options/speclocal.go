package options

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
)

// LocalAgent is an entry in the table of agents a local context is made of: a
// DSO and the function that initialises it (pmSpecLocalPMDA(3)).
// With a Command it is a daemon of pmcd.conf.
type LocalAgent struct {
	Domain  int
	Path    string // "" if an option left it out
	Init    string
	Name    string // in pmcd.conf, or ""
	Command *local.Command

	configured bool // by pmcd.conf
}

// maxDomain is the largest number an agent may have.
const maxDomain = 510

// LocalAgents returns the table of agents: those of pmcd.conf and the built-in
// ones, as changed by the -K options.
func (s *Source) LocalAgents() []LocalAgent {
	if !s.agentsLoaded {
		s.agents, s.agentsLoaded = s.withDefaults(configuredAgents(s.settings())), true
	}
	return s.agents
}

// addSpec does what one -K asks for.
func (s *Source) addSpec(text string) error {
	if err := s.changeAgents(text); err != nil {
		return errors.New("pmSpecLocalPMDA failed: " + err.Error())
	}
	return nil
}

func (s *Source) changeAgents(text string) error {
	switch {
	case strings.HasPrefix(text, "add"):
		return s.addAgent(text[len("add"):])
	case strings.HasPrefix(text, "del"):
		return s.deleteAgent(text[len("del"):])
	case text == "all", strings.HasPrefix(text, "all,"):
		return s.addPmcdAgents("", strings.TrimPrefix(text[len("all"):], ","))
	case strings.HasPrefix(text, "pmcd,"):
		name, user, _ := strings.Cut(text[len("pmcd,"):], ",")
		if name == "" {
			return errors.New("missing agent in spec")
		}
		return s.addPmcdAgents(name, user)
	case text == "clear":
		s.agents, s.agentsLoaded = nil, true
		return nil
	case strings.HasPrefix(text, "clear"):
		return errors.New("unexpected text after clear op in spec")
	}
	return errors.New("bad op in spec")
}

// addPmcdAgents adds the agents of pmcd.conf, or the one of a name, in place of
// those with their domains. Daemons are run as a user, unless that is "".
func (s *Source) addPmcdAgents(name, user string) error {
	added, err := pmcdAgents(s.settings(), name)
	if err != nil {
		return err
	}
	agents := slices.Clone(s.LocalAgents())
	for _, a := range added {
		agents = slices.DeleteFunc(agents, func(other LocalAgent) bool { return other.Domain == a.Domain })
	}
	for _, a := range added {
		if a.Command != nil {
			a.Command.User = user
		}
		agents = append(agents, a)
	}
	s.agents = agents
	return nil
}

// addAgent reads ",DOMAIN,PATH,INIT" and adds it.
func (s *Source) addAgent(text string) error {
	domain, rest, err := cutDomain(text)
	switch {
	case err != nil:
		return err
	case domain < 0:
		return errors.New("missing domain in spec")
	case rest == "":
		return errors.New("missing dso-path in spec")
	}
	path, init, _ := strings.Cut(rest, ",")
	if init == "" && path != "" {
		return errors.New("missing init-routine in spec")
	}
	s.agents = append(s.LocalAgents(), LocalAgent{Domain: domain, Path: path, Init: init})
	return nil
}

// deleteAgent reads ",DOMAIN[,PATH]" or ",,PATH" and deletes what either of
// them fits. An agent without a path fits every path.
func (s *Source) deleteAgent(text string) error {
	domain, rest, err := cutDomain(text)
	if err != nil {
		return err
	}
	path, _, _ := strings.Cut(rest, ",")
	if domain < 0 && path == "" {
		return errors.New("missing domain and dso-path in spec")
	}
	agents := s.LocalAgents()
	s.agents = slices.DeleteFunc(slices.Clone(agents), func(a LocalAgent) bool {
		return a.Domain == domain || path != "" && (a.Path == path || a.Path == "")
	})
	if len(s.agents) == len(agents) {
		return errors.New("__pmLocalPMDA: " + libpcp.ErrInDom.Error())
	}
	return nil
}

// cutDomain reads the comma and the domain number text starts with, and the
// comma after it; the domain is -1 if it is left out.
func cutDomain(text string) (domain int, rest string, err error) {
	text, ok := strings.CutPrefix(text, ",")
	if !ok {
		return 0, "", errors.New("expected , after op in spec")
	}
	number, rest, more := strings.Cut(text, ",")
	if number == "" {
		if !more {
			return 0, "", errors.New("missing domain in spec")
		}
		return -1, rest, nil
	}
	domain, ok = getopt.ParseInt(number)
	if !ok || domain < 0 || domain > maxDomain {
		return 0, "", errors.New("bad domain in spec")
	}
	return domain, rest, nil
}

// configuredAgents are those of pmcd.conf that are DSOs, but for pmcd's own,
// and the linux one whatever it is.
func configuredAgents(settings conf.Env) []LocalAgent {
	text, err := os.ReadFile(settings.Get("PCP_PMCDCONF_PATH"))
	if err != nil {
		return nil
	}
	var agents []LocalAgent
	for line := range bytes.Lines(text) {
		if a, ok := configuredAgent(line, settings); ok {
			a.configured = true
			agents = append(agents, a)
		}
	}
	return agents
}

// configuredAgent reads a line "NAME DOMAIN dso INIT PATH".
func configuredAgent(line []byte, settings conf.Env) (a LocalAgent, ok bool) {
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
		return LocalAgent{Domain: domain, Path: path, Init: "linux_init"}, true
	case string(f[2]) != "dso" || len(f) < 5:
		return a, false
	}
	return LocalAgent{Domain: domain, Path: string(f[4]), Init: string(f[3])}, true
}
