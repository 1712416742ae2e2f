package proc

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// firstLine supplies the first line of a file.
func (p *process) firstLine(name string) (libpcp.Atom, error) {
	b, err := p.text(name)
	if err != nil {
		return libpcp.Atom{}, err
	}
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return text(line), nil
}

// field supplies one of the numbers of a file with one line.
func (p *process) field(name string, at int) (libpcp.Atom, error) {
	b, err := p.text(name)
	if err != nil {
		return libpcp.Atom{}, err
	}
	field := fieldOf(b, at)
	if field == nil {
		return libpcp.Atom{}, libpcp.ErrAppVersion
	}
	return libpcp.Uint64Atom(parseNumber(field)), nil
}

// statm supplies sizes in pages, and the memory map.
func (a *agent) statm(p *process, r *row) (libpcp.Atom, error) {
	if r.kind == libpcp.TypeString {
		maps, err := p.text("maps")
		if p.denied("maps") {
			return libpcp.StringAtom(""), nil
		}
		if err != nil {
			return libpcp.Atom{}, err
		}
		return text(bytes.TrimSuffix(maps, []byte("\n"))), nil
	}
	b, err := p.text("statm")
	if err != nil {
		return libpcp.Atom{}, err
	}
	field := fieldOf(b, int(r.item))
	if field == nil {
		return libpcp.Atom{}, libpcp.ErrAppVersion
	}
	return number(r, parseNumber(field)*a.pageSize/1024), nil
}

// keyed supplies the number of a line "key: 1234".
func (a *agent) keyed(p *process, r *row) (libpcp.Atom, error) {
	name := "io"
	if r.cluster == clusterSmaps {
		name = "smaps_rollup"
	}
	lines, err := p.keyed(name)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return number(r, lines.kilobytes(r.key)), nil
}

// cgroup supplies the control groups of a process, or the container that they
// name.
func (a *agent) cgroup(p *process, r *row) (libpcp.Atom, error) {
	b, err := p.text("cgroup")
	if err != nil {
		return libpcp.Atom{}, err
	}
	groups := controlGroups(b)
	if r.item == 0 {
		return libpcp.StringAtom(strings.Join(groups, ";")), nil
	}
	for _, group := range groups {
		if path, ok := strings.CutPrefix(group, "cpuset:"); ok {
			return libpcp.StringAtom(containerOfScope(path)), nil
		}
	}
	return libpcp.StringAtom(""), nil
}

// controlGroups are the lines "4:cpu,cpuacct:/a/b" without their numbers.
func controlGroups(b []byte) []string {
	var groups []string
	for line := range strings.Lines(string(b)) {
		if _, group, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ":"); ok {
			groups = append(groups, group)
		}
	}
	return groups
}

// idLength is how long identifiers of containers are.
const idLength = 64

// containerOf is the identifier in the path of a control group of a
// container, "" for another.
func containerOf(group string) string {
	if at := strings.LastIndexByte(group, '/'); at > 0 && len(group)-at-1 == idLength {
		return group[at+1:]
	}
	return containerOfScope(group)
}

// containerOfScope is the identifier in "/a/docker-1234….scope", or "libpod-".
func containerOfScope(group string) string {
	at := strings.LastIndexByte(group, '/')
	if at <= 0 {
		return ""
	}
	for _, engine := range [...]string{"docker-", "libpod-"} {
		if rest, ok := strings.CutPrefix(group[at+1:], engine); ok {
			if id, _, ok := strings.Cut(rest, "."); ok && len(id) == idLength {
				return id
			}
		}
	}
	return ""
}

// descriptors supplies how many files a process has open.
func (p *process) descriptors() (libpcp.Atom, error) {
	count := uint32(0)
	err := p.eachName("fd", func([]byte) { count++ })
	if errors.Is(err, fs.ErrPermission) {
		return libpcp.Atom{}, pmda.NoValue
	}
	if err != nil && count == 0 {
		return libpcp.Atom{}, libpcp.ErrAppVersion
	}
	return libpcp.Uint32Atom(count), nil
}

// autogroup supplies the numbers of "/autogroup-25 nice -3".
func (p *process) autogroup(r *row) (libpcp.Atom, error) {
	text := p.file("autogroup")
	if text != nil && len(text) == 0 || p.denied("autogroup") {
		return number(r, 0), nil
	}
	rest, ok := bytes.CutPrefix(text, []byte("/autogroup-"))
	fields := bytes.Fields(rest)
	if !ok || len(fields) < 3 {
		return libpcp.Atom{}, pmda.NoValue
	}
	if r.item == 2 {
		return number(r, parseNumber(fields[2])), nil
	}
	return number(r, parseNumber(fields[0])), nil
}

// autogroups supplies whether the kernel has automatic groups, to clients that are known as
// PCP does.
func (a *agent) autogroups(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	if !a.known(r.Client) {
		return libpcp.Atom{}, libpcp.ErrPermission
	}
	return libpcp.Uint32Atom(a.autogroupsEnabled()), nil
}

func (a *agent) autogroupsEnabled() uint32 {
	return uint32(parseNumber(bytes.TrimSpace(read(a.root+"/proc/sys/kernel/sched_autogroup_enabled", pseudo.MaxLine))))
}
