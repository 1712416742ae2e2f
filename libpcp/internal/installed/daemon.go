package installed

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
)

// Daemon returns the command for the daemon that an agent's path names, or that is
// beside the DSO it names, or nil.
func (a *Agent) Daemon(settings conf.Env) *local.Command {
	file := cmp.Or(File(settings, a.Path), a.Path)
	name, dso := strings.CutPrefix(filepath.Base(file), "pmda_")
	if name, dso = strings.TrimSuffix(name, ".so"), dso || strings.HasSuffix(file, ".so"); !dso {
		if !runnable(settings, file) {
			return nil
		}
		return daemonCommand(settings, file, a.Domain)
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(settings.Get("PCP_PMDAS_DIR"), file)
	}
	for _, suffix := range []string{"", ".python", ".pl", ".perl", ".sh"} {
		if beside := filepath.Join(filepath.Dir(file), "pmda"+name+suffix); runnable(settings, beside) {
			c := daemonCommand(settings, beside, a.Domain)
			c.Here = suffix == "" // scripts do not take the option
			return c
		}
	}
	return nil
}

// runnable reports whether a file is a program or a script for a daemon.
func runnable(settings conf.Env, path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || interpreter(settings, path) != "")
}

// interpreter is the program for scripts of a name, or "".
func interpreter(settings conf.Env, path string) string {
	setting := ""
	switch filepath.Ext(path) {
	case ".python":
		setting = "PCP_PYTHON_PROG"
	case ".pl", ".perl":
		setting = "PCP_PERL_PROG"
	case ".sh":
		return "/bin/sh"
	default:
		return ""
	}
	program, _ := settings.Lookup(setting)
	return cmp.Or(program, map[string]string{"PCP_PYTHON_PROG": "python3", "PCP_PERL_PROG": "perl"}[setting])
}

// daemonCommand is how a daemon is run, as its Install script has pmcd run it:
// a script does not get its domain.
func daemonCommand(settings conf.Env, path string, domain int) *local.Command {
	c := &local.Command{NotReady: startsNotReady(filepath.Dir(path))}
	switch program := interpreter(settings, path); {
	case program == "" || program == "/bin/sh":
		c.Args = []string{path, "-d", strconv.Itoa(domain)}
		if info, err := os.Stat(path); program != "" && (err != nil || info.Mode()&0o111 == 0) {
			c.Args = append([]string{program}, c.Args...)
		}
	default:
		c.Args = []string{program, path}
	}
	return c
}

// startsNotReady reports whether the Install script of an agent has its line
// in pmcd.conf say so.
func startsNotReady(dir string) bool {
	text, err := access.ReadFile(filepath.Join(dir, "Install"), maxConf)
	return err == nil && bytes.Contains(text, []byte(`"binary notready"`))
}

// DaemonName is what an agent with a daemon is called: as in pmcd.conf, or by the
// daemon's program.
func (a *Agent) DaemonName(c *local.Command) string {
	if a.Name != "" {
		return a.Name
	}
	base, _, _ := strings.Cut(filepath.Base(daemonFile(c)), ".")
	return strings.TrimPrefix(base, "pmda")
}

// daemonFile is the file of a daemon, which may be behind an interpreter.
func daemonFile(c *local.Command) string {
	for _, arg := range c.Args {
		if strings.HasPrefix(filepath.Base(arg), "pmda") {
			return arg
		}
	}
	if len(c.Args) == 0 {
		return ""
	}
	return c.Args[0]
}
