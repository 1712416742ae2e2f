package options

import (
	"fmt"
	"path"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/installed"
	"pcptools/libpcp/pmda"
)

// warnDSO warns of a DSO, if it is missing in the words of libpcp (C). It is
// silent about a DSO in pmcd.conf that exists.
func (t *agentTable) warnDSO(a installed.Agent) {
	switch file := installed.File(t.settings, a.Path); {
	case file == "":
		t.warnLocal(`cannot find DSO at "%s.so" or "%s"`, cString(a.Path), cString(a.Path))
	case !a.Configured:
		t.warnLocal("agent %q cannot be loaded: a DSO; a daemon of it would serve", a.Path)
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

// cString is a path as printf(3) prints it.
func cString(path string) string {
	if path == "" {
		return "(null)"
	}
	return path
}

func (t *agentTable) warnLocal(format string, args ...any) {
	t.inv.Message("__pmConnectLocal: Warning: " + fmt.Sprintf(format, args...) + "\n")
}
