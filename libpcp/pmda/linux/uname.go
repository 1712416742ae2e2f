package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// names are the result of uname(2).
type names struct{ sysname, nodename, release, version, machine string }

// nameOf is the source of one of the names, as the client's container has it.
type nameOf func(names) string

func (f nameOf) Value(r *pmda.Request) (libpcp.Atom, error) {
	var n names
	var err error
	of(r).container.in(utsSpace, func() { n, err = readNames() })
	if err != nil {
		return libpcp.Atom{}, err
	}
	return libpcp.StringAtom(f(n)), nil
}

func (nameOf) spaces() spaces { return spaces{utsSpace: true} }

func (n names) kernelRelease() string { return n.release }
func (n names) kernelVersion() string { return n.version }
func (n names) system() string        { return n.sysname }
func (n names) node() string          { return n.nodename }
func (n names) hardware() string      { return n.machine }

func (n names) all() string {
	return strings.Join([]string{n.sysname, n.nodename, n.release, n.version, n.machine}, " ")
}

// textOf is the source of a text about the machine, which the genuine agent has
// with the names.
type textOf func(*machine) string

func (f textOf) Value(r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.StringAtom(f(&of(r).machine)), nil
}

func (textOf) spaces() spaces { return nameOf(nil).spaces() }

func (m *machine) version() string { return m.release.Version().String() }

func (a *agent) hardware(*pmda.Request) (libpcp.Atom, error) {
	n, err := readNames()
	return libpcp.StringAtom(n.machine), err
}

// releases are the files in which distributions name themselves, as far as the genuine
// agent knows them.
var releases = [...]struct{ file, before string }{
	{"debian_version", "Debian "}, {"oracle-release", ""}, {"fedora-release", ""}, {"redhat-release", ""},
	{"slackware-version", ""}, {"SuSE-release", ""}, {"lsb-release", ""},
}

// distro is the name of the distribution, from the first of the files that is there. It
// is a question mark if that has none.
func (m *machine) distro() string {
	for _, r := range releases {
		line, err := m.firstLine("/etc/" + r.file)
		if err != nil {
			continue
		}
		if len(m.small) == 0 {
			break
		}
		name := string(line)
		if r.file == "lsb-release" {
			name = strings.TrimPrefix(strings.TrimPrefix(name, "DISTRIB_ID = "), "DISTRIB_ID=")
		}
		return r.before + name
	}
	return "?"
}

var unameMetrics = []pmda.Metric{
	{Name: "kernel.uname.release", Cluster: 12, Item: 0, Type: str, Sem: discrete, Source: nameOf(names.kernelRelease), OneLine: "release of the running kernel"},
	{Name: "kernel.uname.version", Cluster: 12, Item: 1, Type: str, Sem: discrete, Source: nameOf(names.kernelVersion), OneLine: "version of the running kernel: how and when it was built"},
	{Name: "kernel.uname.sysname", Cluster: 12, Item: 2, Type: str, Sem: discrete, Source: nameOf(names.system), OneLine: "name of the operating system"},
	{Name: "kernel.uname.machine", Cluster: 12, Item: 3, Type: str, Sem: discrete, Source: nameOf(names.hardware), OneLine: "kind of machine"},
	{Name: "kernel.uname.nodename", Cluster: 12, Item: 4, Type: str, Sem: discrete, Source: nameOf(names.node), OneLine: "name of this machine in the network"},
	{Name: "kernel.uname.distro", Cluster: 12, Item: 7, Type: str, Sem: discrete, Source: textOf((*machine).distro), OneLine: "name of the distribution and its release", Help: "From the first of several files in /etc that distributions put their name in, debian_version and lsb-release among them."},
	{Name: "pmda.uname", Cluster: 12, Item: 5, Type: str, Sem: discrete, Source: nameOf(names.all), OneLine: "kind of machine this is: system, name, release, version and machine"},
	{Name: "pmda.version", Cluster: 12, Item: 6, Type: str, Sem: discrete, Source: textOf((*machine).version), OneLine: "version of PCP whose behaviour is reproduced"},
}
