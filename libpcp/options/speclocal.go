package options

import (
	"errors"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/installed"
)

// change does what one -K asks for.
func (t *agentTable) change(text string) error {
	if err := t.apply(text); err != nil {
		return errors.New("pmSpecLocalPMDA failed: " + err.Error())
	}
	return nil
}

func (t *agentTable) apply(text string) error {
	switch {
	case strings.HasPrefix(text, "add"):
		return t.addAgent(text[len("add"):])
	case strings.HasPrefix(text, "del"):
		return t.deleteAgent(text[len("del"):])
	case text == "all", strings.HasPrefix(text, "all,"):
		return t.addPmcdAgents("", strings.TrimPrefix(text[len("all"):], ","))
	case strings.HasPrefix(text, "pmcd,"):
		name, user, _ := strings.Cut(text[len("pmcd,"):], ",")
		if name == "" {
			return errors.New("missing agent in spec")
		}
		return t.addPmcdAgents(name, user)
	case text == "clear":
		t.agents, t.loaded = nil, true
		return nil
	case strings.HasPrefix(text, "clear"):
		return errors.New("unexpected text after clear op in spec")
	}
	return errors.New("bad op in spec")
}

// addPmcdAgents adds the agents of pmcd.conf, or the one of a name, in place of
// those with their domains. Daemons are run as a user, unless that is "".
func (t *agentTable) addPmcdAgents(name, user string) error {
	added, err := t.pmcdAgents(name)
	if err != nil {
		return err
	}
	agents := slices.Clone(t.list())
	for _, a := range added {
		agents = slices.DeleteFunc(agents, func(other installed.Agent) bool { return other.Domain == a.Domain })
	}
	for _, a := range added {
		if a.Command != nil {
			a.Command.User = user
		}
		agents = append(agents, a)
	}
	t.agents = agents
	return nil
}

// pmcdAgents returns the agents of pmcd.conf, or the one of a name.
func (t *agentTable) pmcdAgents(name string) ([]installed.Agent, error) {
	path := t.settings.Get("PCP_PMCDCONF_PATH")
	all, err := installed.Agents(t.settings)
	if err != nil {
		return nil, &OpenError{path, err}
	}
	if name == "" {
		return all, nil
	}
	i := slices.IndexFunc(all, func(a installed.Agent) bool { return a.Name == name })
	if i < 0 {
		return nil, errors.New("no agent \"" + name + "\" in " + path)
	}
	return all[i : i+1], nil
}

// addAgent reads ",DOMAIN,PATH,INIT" and adds it.
func (t *agentTable) addAgent(text string) error {
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
	t.agents = append(t.list(), installed.Agent{Domain: domain, Path: path, Init: init})
	return nil
}

// deleteAgent reads ",DOMAIN[,PATH]" or ",,PATH" and deletes what either of
// them fits. An agent without a path fits every path.
func (t *agentTable) deleteAgent(text string) error {
	domain, rest, err := cutDomain(text)
	if err != nil {
		return err
	}
	path, _, _ := strings.Cut(rest, ",")
	if domain < 0 && path == "" {
		return errors.New("missing domain and dso-path in spec")
	}
	agents := t.list()
	t.agents = slices.DeleteFunc(slices.Clone(agents), func(a installed.Agent) bool {
		return a.Domain == domain || path != "" && (a.Path == path || a.Path == "")
	})
	if len(t.agents) == len(agents) {
		t.trace("__pmLocalPMDA -> " + libpcp.ErrorText(libpcp.ErrInDom) + "\n")
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
	if !ok || domain < 0 || domain > installed.MaxDomain {
		return 0, "", errors.New("bad domain in spec")
	}
	return domain, rest, nil
}
