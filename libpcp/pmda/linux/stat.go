package linux

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// stat is /proc/stat.
type stat struct {
	file file

	each      once
	all       cpuTimes
	times     []cpuTimes // by position in instances
	instances []libpcp.Instance
	at        int // where the last one was found

	waited map[int32]uint64 // ticks for input and output, by instance
}

const allProcessors = -1 // in waited

var cpuInDom = &pmda.InDom{Serial: 0, Members: eachCPU{}, OneLine: "the processors", Labels: `{"device_type":"cpu","indom_name":"per cpu"}`}

type eachCPU struct{}

func (eachCPU) List(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	return of(r).stat.read(r).instances, nil
}

func (eachCPU) Label(r *pmda.Request) string { return `{"cpu":` + strconv.Itoa(int(r.Inst)) + `}` }

func (s *stat) text(r *pmda.Request) []byte { return s.file.of(r, &of(r).host, "/proc/stat") }

// read reads the times of each processor.
func (s *stat) read(r *pmda.Request) *stat {
	s.each.do(r, func() {
		text := s.text(r)
		rest, _ := after(text, "cpu")
		s.all = s.parseTimes(allProcessors, rest)
		s.parse(text, of(r).nodes.read(r).instanceOf)
	})
	return s
}

// parseTimes parses the columns of a line. The kernel's time of waiting can decrease
// a little; then it stays, or its rate would be that of a counter that wraps.
func (s *stat) parseTimes(inst int32, columns []byte) (t cpuTimes) {
	const little = 100 // ticks
	fixed(t[:], columns)
	if last := s.waited[inst]; last >= little && t[iowait] < last && last-t[iowait] < little {
		t[iowait] = last
	}
	if s.waited == nil {
		s.waited = make(map[int32]uint64)
	}
	s.waited[inst] = t[iowait]
	return t
}

// parse takes the lines "cpuN times…", which stand together, of the processors
// that have an instance.
func (s *stat) parse(text []byte, instanceOf func(cpu int32) (inst int32, ok bool)) {
	known := s.instances
	s.times, s.instances, s.at = s.times[:0], s.instances[:0], 0
	for len(s.times) < maxCPUs {
		var line []byte
		line, text = cutLine(text)
		if len(line) < 4 || string(line[:3]) != "cpu" {
			return
		}
		id, ok := number(line[3:])
		if !ok || id >= maxCPUs {
			continue // the line for all of them
		}
		inst, ok := instanceOf(int32(id))
		if !ok {
			continue
		}
		t := s.parseTimes(inst, skip(line, 1))
		if len(known) > len(s.times) && known[len(s.times)].ID == inst {
			s.instances = known[:len(s.times)+1]
		} else {
			s.instances = append(s.instances, libpcp.Instance{ID: inst, Name: "cpu" + strconv.Itoa(int(id))})
		}
		s.times = append(s.times, t)
	}
}

func (a *agent) countProcessors(r *pmda.Request) uint64 { return uint64(len(a.stat.read(r).instances)) }

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

func (t cpuTimes) user() uint64       { return t[user] }
func (t cpuTimes) nice() uint64       { return t[nice] }
func (t cpuTimes) system() uint64     { return t[system] }
func (t cpuTimes) idle() uint64       { return t[idle] }
func (t cpuTimes) wait() uint64       { return t[iowait] }
func (t cpuTimes) interrupts() uint64 { return t[hardirq] + t[softirq] }
func (t cpuTimes) hardirq() uint64    { return t[hardirq] }
func (t cpuTimes) softirq() uint64    { return t[softirq] }
func (t cpuTimes) steal() uint64      { return t[steal] }
func (t cpuTimes) guest() uint64      { return t[guest] }
func (t cpuTimes) guestNice() uint64  { return t[guestNice] }
func (t cpuTimes) ownUser() uint64    { return less(t[user], t[guest]) }
func (t cpuTimes) ownNice() uint64    { return less(t[nice], t[guestNice]) }

// cpuTime is the source of a time: of each processor, of all processors of each
// node, or of all processors.
type cpuTime func(cpuTimes) uint64

// Value is the time in milliseconds.
func (f cpuTime) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	var t cpuTimes
	var err error
	switch r.Metric.InDom {
	case cpuInDom:
		t, err = a.stat.read(r).timesOf(r.Inst)
	case nodeInDom:
		t = a.stat.read(r).nodeTimes(a.nodes.read(r).nodeOf, r.Inst)
	default:
		t = a.stat.read(r).all
	}
	return a.ticks(f(t)), err
}

// timesOf are the times of one processor.
func (s *stat) timesOf(inst int32) (cpuTimes, error) {
	for range s.times {
		if s.at >= len(s.times) {
			s.at = 0
		}
		if s.instances[s.at].ID == inst {
			return s.times[s.at], nil
		}
		s.at++
	}
	return cpuTimes{}, pmda.NoValue
}

// nodeTimes are the times of a node's processors together.
func (s *stat) nodeTimes(nodeOf map[int32]int32, node int32) (sum cpuTimes) {
	for i := range s.times {
		if nodeOf[s.instances[i].ID] == node {
			for column, n := range s.times[i] {
				sum[column] += n
			}
		}
	}
	return sum
}

// ticks is a time in milliseconds.
func (h *host) ticks(n uint64) libpcp.Atom {
	return libpcp.Uint64Atom(cnum.Uint64(float64(n) * 1000 / float64(h.hertz)))
}

func (a *agent) ticksPerSecond(*pmda.Request) uint64 { return a.hertz }

// statLine is the source of a number that has a line of its own.
type statLine string

// Value is the first number of the line.
func (key statLine) Value(r *pmda.Request) (libpcp.Atom, error) {
	rest, _ := after(of(r).stat.text(r), string(key))
	first, _ := word(rest)
	n, _ := number(first)
	return whole(r, n), nil
}

var allCPUMetrics = []pmda.Metric{
	{Name: "kernel.all.cpu.user", Item: 20, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.user), OneLine: "time all processors together spent running user programs, those with a changed priority not included", Labels: ofCPUs, Help: "Includes the time spent running guests, which vuser leaves out."},
	{Name: "kernel.all.cpu.nice", Item: 21, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.nice), OneLine: "time all processors together spent running user programs with a lowered priority", Labels: ofCPUs, Help: "Includes the time spent running guests with lowered priority, which vnice leaves out."},
	{Name: "kernel.all.cpu.sys", Item: 22, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.system), OneLine: "time all processors together spent running in the kernel", Labels: ofCPUs},
	{Name: "kernel.all.cpu.idle", Item: 23, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.idle), OneLine: "time all processors together spent with nothing to do", Labels: ofCPUs},
	{Name: "kernel.all.cpu.intr", Item: 34, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.interrupts), OneLine: "time all processors together spent handling interrupts, soft ones included", Labels: ofCPUs},
	{Name: "kernel.all.cpu.wait.total", Item: 35, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.wait), OneLine: "time all processors together spent idle while some input or output was pending", Labels: ofCPUs},
	{Name: "kernel.all.cpu.irq.soft", Item: 53, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.softirq), OneLine: "time all processors together spent handling soft interrupts", Labels: ofCPUs},
	{Name: "kernel.all.cpu.irq.hard", Item: 54, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.hardirq), OneLine: "time all processors together spent handling hardware interrupts", Labels: ofCPUs},
	{Name: "kernel.all.cpu.steal", Item: 55, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.steal), OneLine: "time all processors together spent ready to run while the hypervisor ran something else", Labels: ofCPUs},
	{Name: "kernel.all.cpu.guest", Item: 60, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.guest), OneLine: "time all processors together spent running guests, as the host of virtual machines", Labels: ofCPUs},
	{Name: "kernel.all.cpu.vuser", Item: 78, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.ownUser), OneLine: "time all processors together spent running user programs, guests not included", Labels: ofCPUs},
	{Name: "kernel.all.cpu.guest_nice", Item: 81, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.guestNice), OneLine: "time all processors together spent running guests with a lowered priority", Labels: ofCPUs},
	{Name: "kernel.all.cpu.vnice", Item: 82, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: cpuTime(cpuTimes.ownNice), OneLine: "time all processors together spent running user programs with a lowered priority, guests not included", Labels: ofCPUs},
}

var statMetrics = []pmda.Metric{
	{Name: "kernel.all.intr", Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, Source: statLine("intr"), OneLine: "interrupts handled, of all kinds, from /proc/stat"},
	{Name: "kernel.all.pswitch", Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, Source: statLine("ctxt"), OneLine: "switches from one task to another"},
	{Name: "kernel.all.sysfork", Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, Source: statLine("processes"), OneLine: "tasks created since the machine was started"},
	{Name: "kernel.all.running", Item: 15, Type: u64, Sem: instant, Source: statLine("procs_running"), OneLine: "tasks that run or are ready to"},
	{Name: "kernel.all.blocked", Item: 16, Type: u64, Sem: instant, Source: statLine("procs_blocked"), OneLine: "tasks that wait for input or output to complete"},
	{Name: "kernel.all.boottime", Item: 17, Type: i64, Sem: discrete, Units: libpcp.Sec, Source: statLine("btime"), OneLine: "when the machine was started, in seconds since 1970 UTC"},
	{Name: "kernel.all.hz", Item: 48, Type: u32, Sem: discrete, Units: libpcp.Count | libpcp.PerSec, Source: count((*agent).ticksPerSecond), OneLine: "ticks per second that the kernel counts time in"},
}

// cpuMetrics are allCPUMetrics for a domain: whose times they are, and their items.
func cpuMetrics(prefix string, indom *pmda.InDom, labels, whose string, items ...uint16) []pmda.Metric {
	rows := slices.Clone(allCPUMetrics)
	for i := range rows {
		m := &rows[i]
		m.Name, m.Item, m.InDom, m.Labels = strings.Replace(m.Name, "kernel.all.cpu.", prefix, 1), items[i], indom, labels
		m.OneLine = strings.Replace(m.OneLine, "all processors together", whose, 1)
	}
	return rows
}
