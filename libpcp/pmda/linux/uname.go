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
	switch r.Metric.Key {
	case "pmda":
		return libpcp.StringAtom(m.release.Version().String()), nil
	case "distro":
		return libpcp.StringAtom(m.distro()), nil
	}
	var n names
	var err error
	m.container.in(utsSpace, func() { n, err = readNames() })
	if err != nil {
		return libpcp.Atom{}, err
	}
	return libpcp.StringAtom(n.named(r.Metric.Key)), nil
}

func (n *names) named(key string) string {
	switch key {
	case "release":
		return n.release
	case "version":
		return n.version
	case "sysname":
		return n.sysname
	case "nodename":
		return n.nodename
	case "uname":
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

var unameMetrics = []pmda.Metric{
	{Name: "kernel.uname.release", Key: "release", Cluster: 12, Item: 0, Type: str, Sem: discrete, OneLine: "release of the running kernel"},
	{Name: "kernel.uname.version", Key: "version", Cluster: 12, Item: 1, Type: str, Sem: discrete, OneLine: "version of the running kernel: how and when it was built"},
	{Name: "kernel.uname.sysname", Key: "sysname", Cluster: 12, Item: 2, Type: str, Sem: discrete, OneLine: "name of the operating system"},
	{Name: "kernel.uname.machine", Key: "machine", Cluster: 12, Item: 3, Type: str, Sem: discrete, OneLine: "kind of machine"},
	{Name: "kernel.uname.nodename", Key: "nodename", Cluster: 12, Item: 4, Type: str, Sem: discrete, OneLine: "name of this machine in the network"},
	{Name: "kernel.uname.distro", Key: "distro", Cluster: 12, Item: 7, Type: str, Sem: discrete, OneLine: "name of the distribution and its release", Help: "From /etc/debian_version or the first of several files in /etc that distributions put their name in."},
	{Name: "pmda.uname", Key: "uname", Cluster: 12, Item: 5, Type: str, Sem: discrete, OneLine: "kind of machine this is: system, name, release, version and machine"},
	{Name: "pmda.version", Key: "pmda", Cluster: 12, Item: 6, Type: str, Sem: discrete, OneLine: "version of PCP whose behaviour is reproduced"},
}
