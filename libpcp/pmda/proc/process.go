package proc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// processes are the processes of the system.
type processes struct {
	once  pmda.PerRequest[struct{}]
	table pidTable
	names map[int32]string // of instances, those needed so far
	seen  bool             // processes have been listed before
}

// viewer is a client, as far as it makes a difference to what it sees.
type viewer struct {
	threads bool   // they count as processes
	reader  reader // who looks
}

func (a *agent) viewer(c *pmda.Client) viewer {
	return viewer{threads: a.seesThreads(c), reader: a.readerFor(c)}
}

// refresh lists the processes, once for a request.
func (a *agent) refresh(r *pmda.Request) error {
	_, err := a.once.Get(r, func() (struct{}, error) {
		if !a.seen && listsNothing(r) {
			return struct{}{}, nil
		}
		pids, err := a.visible(r, a.seesThreads(r.Client))
		if err != nil {
			return struct{}{}, err
		}
		a.seen = true
		a.table.update(pids)
		maps.DeleteFunc(a.names, func(pid int32, _ string) bool { return !a.table.has(pid) })
		return struct{}{}, nil
	})
	return err
}

// listsNothing reports whether a fetch asks for nothing but proc.smaps and
// proc.delayacct, which have no processes of their own in PCP.
func listsNothing(r *pmda.Request) bool {
	return r.Kind == pmda.KindFetch && !slices.ContainsFunc(r.IDs, func(id libpcp.PMID) bool {
		return id.Cluster() != clusterSmaps && id.Cluster() != clusterDelays
	})
}

// pids lists /proc, in order, in the memory of pids if its capacity is enough.
func (h *host) pids(pids []int32) ([]int32, error) {
	dir := h.root + "/proc"
	pids = slices.Grow(pids[:0], subdirectories(dir))
	err := eachName(dir, func(name []byte) {
		if pid := parsePID(string(name)); pid > 0 {
			pids = append(pids, pid)
		}
	})
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil // no processes, as in PCP
	}
	if err != nil && len(pids) == 0 {
		return nil, err
	}
	slices.Sort(pids)
	return pids, nil
}

// parsePID is the number of a process, 0 if the text is something else.
func parsePID(text string) int32 {
	pid, err := strconv.ParseInt(text, 10, 32)
	if err != nil || pid < 0 || text[0] == '+' {
		return 0
	}
	return int32(pid)
}

// visible lists what a client sees as processes, in the order of PCP.
func (a *agent) visible(r *pmda.Request, threads bool) ([]int32, error) {
	if container := a.containerOfClient(r); container != "" {
		return a.inContainer(r, container, threads), nil
	}
	if cgroup := a.cgroupOf(r.Client); cgroup != "" {
		return a.inGroup(cgroup, threads), nil
	}
	pids, err := a.pids(a.table.spare)
	if err != nil || !threads {
		return pids, err
	}
	var all []int32
	for _, pid := range pids {
		err := eachName(a.root+"/proc/"+strconv.Itoa(int(pid))+"/task", func(name []byte) {
			if tid := parsePID(string(name)); tid > 0 {
				all = append(all, tid)
			}
		})
		if err != nil {
			all = append(all, pid)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// processList returns the processes. Names cost a file for each process; who fetches
// needs none.
func (a *agent) processList(r *pmda.Request) ([]libpcp.Instance, error) {
	if !a.known(r.Client) {
		return nil, libpcp.ErrPermission
	}
	if err := a.refresh(r); err != nil {
		return nil, err
	}
	return a.instances(r, &a.table), nil
}

// instances are the processes of a table.
func (a *agent) instances(r *pmda.Request, t *pidTable) []libpcp.Instance {
	if r.Kind != pmda.KindFetch {
		a.nameProcesses(r, t)
	}
	all := make([]libpcp.Instance, 0, t.count)
	t.each(func(pid int32) { all = append(all, libpcp.Instance{ID: pid, Name: a.names[pid]}) })
	return all
}

// nameProcesses makes the names of the processes of a table that have none.
func (a *agent) nameProcesses(r *pmda.Request, t *pidTable) {
	nameless := slices.DeleteFunc(slices.Clone(t.pids), func(pid int32) bool { return a.names[pid] != "" })
	names := make([]string, len(nameless))
	a.work.each(&a.host, a.viewer(r.Client), nameless, func(_, at int, p *process) {
		p.line = p.appendInstanceName(p.line[:0])
		names[at] = string(p.line)
	})
	if a.names == nil {
		a.names = make(map[int32]string, len(names))
	}
	for i, pid := range nameless {
		a.names[pid] = names[i]
	}
}

func (a *agent) count(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	if err := a.refresh(r); err != nil {
		return libpcp.Atom{}, err
	}
	return libpcp.Uint32Atom(uint32(a.table.count)), nil
}

// appendInstanceName appends the number and the first word of the command line.
func (p *process) appendInstanceName(dst []byte) []byte {
	for least := int32(100_000); p.pid < least; least /= 10 {
		dst = append(dst, '0')
	}
	word, _, _ := bytes.Cut(p.arguments(), []byte(" "))
	return append(append(strconv.AppendInt(dst, int64(p.pid), 10), ' '), word...)
}

// arguments is the command line, with blanks between its words. A process without
// a command line, such as a thread of the kernel, has its name in parentheses.
func (p *process) arguments() []byte {
	text := p.file("cmdline")
	if len(text) > 0 {
		return p.commandLine(text)
	}
	status, err := p.keyed("status")
	if err != nil {
		return []byte("<exiting>")
	}
	return fmt.Appendf(nil, "(%s)", status.line("Name"))
}
