package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// stat is /proc/stat.
type stat struct {
	*machine
	*nodes
	cpus
	statFile file
	total    pmda.PerRequest[cpuTimes]
}

// cpuTimes are the ticks a processor has spent, by the columns of /proc/stat.
type cpuTimes [10]uint64

// The columns.
const (
	user = iota
	nice
	system
	idle
	iowait
	hardirq
	softirq
	steal
	guest
	guestNice
)

func (s *stat) readStat(r *pmda.Request) []byte {
	return s.statFile.of(r, &s.host, "/proc/stat")
}

// statValue supplies what comes from /proc/stat; name is without "kernel".
func (s *stat) statValue(r *pmda.Request, name string) (libpcp.Atom, error) {
	what, field, _ := strings.Cut(name, ".")
	cpu, ofCPU := strings.CutPrefix(field, "cpu.")
	switch {
	case ofCPU && what == "all":
		t, _ := s.total.Get(r, func() (cpuTimes, error) { return s.totalTimes(r), nil })
		return s.ticks(t.named(cpu)), nil
	case ofCPU && what == "percpu":
		t, err := s.timesOf(r, r.Inst)
		return s.ticks(t.named(cpu)), err
	case ofCPU:
		t := s.nodeTimes(r, r.Inst)
		return s.ticks(t.named(cpu)), nil
	case field == "hz":
		return whole(r, s.hertz), nil
	}
	return s.statLine(r, field)
}

// totalTimes are the times of all processors together.
func (s *stat) totalTimes(r *pmda.Request) (t cpuTimes) {
	rest, _ := after(s.readStat(r), "cpu")
	fixed(t[:], rest)
	return t
}

// ticks is a time in milliseconds.
func (h *host) ticks(n uint64) libpcp.Atom {
	return libpcp.Uint64Atom(uint64(float64(n) * 1000 / float64(h.hertz)))
}

// named is the time with the name that it has in metrics.
func (t *cpuTimes) named(name string) uint64 {
	switch name {
	case "user":
		return t[user]
	case "nice":
		return t[nice]
	case "sys":
		return t[system]
	case "idle":
		return t[idle]
	case "wait.total":
		return t[iowait]
	case "intr":
		return t[hardirq] + t[softirq]
	case "irq.hard":
		return t[hardirq]
	case "irq.soft":
		return t[softirq]
	case "steal":
		return t[steal]
	case "guest":
		return t[guest]
	case "guest_nice":
		return t[guestNice]
	case "vuser":
		return less(t[user], t[guest])
	case "vnice":
		return less(t[nice], t[guestNice])
	}
	return 0
}

// less is a - b, or 0.
func less(a, b uint64) uint64 { return a - min(a, b) }

func (t *cpuTimes) add(other *cpuTimes) {
	for i := range t {
		t[i] += other[i]
	}
}

// statLine supplies a number that has a line of its own.
func (s *stat) statLine(r *pmda.Request, name string) (libpcp.Atom, error) {
	rest, _ := after(s.readStat(r), statLines(name))
	first, _ := word(rest)
	n, _ := number(first)
	return whole(r, n), nil
}

// statLines is how the line for a metric begins.
func statLines(name string) string {
	switch name {
	case "intr":
		return "intr"
	case "pswitch":
		return "ctxt"
	case "sysfork":
		return "processes"
	case "running":
		return "procs_running"
	case "blocked":
		return "procs_blocked"
	}
	return "btime"
}
