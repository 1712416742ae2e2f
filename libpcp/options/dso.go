package options

import (
	"path"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/installed"
	"pcptools/libpcp/pmda"
)

// isDSO reports whether a path leads to a DSO that has an init function.
func (t *agentTable) isDSO(dso, init string) bool {
	file := installed.File(t.settings, dso)
	return strings.HasSuffix(file, ".so") && installed.Defines(file, init)
}

// warnDSO warns of a DSO in the words of libpcp (C). It is silent about a DSO in
// pmcd.conf that exists.
func (t *agentTable) warnDSO(a installed.Agent, failed error) {
	dso, file := cString(a.Path), installed.File(t.settings, a.Path)
	switch {
	case a.Configured && file != "" && failed != errInit:
	case file == "":
		t.warnLocal(`cannot find DSO at "%s.so" or "%s"`, dso, dso)
	case failed == errAttach: // a symbol that only pmcd has
		t.warnLocal("error attaching DSO %q\n%s: undefined symbol: agent\n", file, file)
	case installed.LoadError(file) != "":
		t.warnLocal("error attaching DSO %q\n%s: %s\n", file, file, installed.LoadError(file))
	case failed == errInit || !installed.Defines(file, a.Init):
		t.warnLocal("couldn't find init function %q in DSO %q", a.Init, file)
	default: // a DSO that is of no use here
		t.warnLocal(`cannot find DSO at "%s.so" or "%s"`, dso, dso)
	}
}

// warnHelp warns that an installed DSO lacks its help texts, as pmdaInit(3) does.
func (t *agentTable) warnHelp(b *Builtin) {
	if b.Help == "" {
		return
	}
	help := path.Join(t.settings.Get("PCP_PMDAS_DIR"), b.Help)
	if err := pmda.CheckHelp(help); err != nil {
		notify(t.inv, "Warning", `pmdaInit: PMDA `+b.Name+` DSO: Unable to open help text file(s) from "`+help+`": `+libpcp.ErrorText(err))
	}
}
