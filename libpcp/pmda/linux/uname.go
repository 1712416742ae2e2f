package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// names are what uname(2) says.
type names struct{ sysname, nodename, release, version, machine string }

// uname supplies what the system calls itself.
func (m *machine) uname(r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Name {
	case "pmda.version":
		return libpcp.StringAtom(m.release.Version().String()), nil
	case "kernel.uname.distro":
		return libpcp.StringAtom(m.distro()), nil
	}
	n, err := readNames()
	if err != nil {
		return libpcp.Atom{}, err
	}
	return libpcp.StringAtom(n.named(r.Metric.Name)), nil
}

func (n *names) named(metric string) string {
	switch metric {
	case "kernel.uname.release":
		return n.release
	case "kernel.uname.version":
		return n.version
	case "kernel.uname.sysname":
		return n.sysname
	case "kernel.uname.nodename":
		return n.nodename
	case "pmda.uname":
		return strings.Join([]string{n.sysname, n.nodename, n.release, n.version, n.machine}, " ")
	}
	return n.machine
}

func (m *machine) hardware(*pmda.Request) (libpcp.Atom, error) {
	n, err := readNames()
	return libpcp.StringAtom(n.machine), err
}

// releases are the files in which distributions name themselves.
var releases = [...]string{
	"/etc/fedora-release", "/etc/redhat-release", "/etc/SuSE-release", "/etc/gentoo-release",
	"/etc/arch-release", "/etc/slackware-version", "/etc/alpine-release", "/etc/system-release",
}

// distro is the name of the distribution, a question mark if that is unknown.
func (m *machine) distro() string {
	if line, err := m.line("/etc/debian_version"); err == nil && len(line) > 0 {
		return "Debian " + string(line)
	}
	for _, path := range releases {
		if line, err := m.line(path); err == nil && len(line) > 0 {
			return string(line)
		}
	}
	return "?"
}
