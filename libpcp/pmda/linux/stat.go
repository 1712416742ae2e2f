package linux

import (
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

// statValue supplies what comes from /proc/stat.
func (s *stat) statValue(r *pmda.Request) (libpcp.Atom, error) {
	switch {
	case r.Metric.InDom == cpuInDom:
		t, err := s.timesOf(r, r.Inst)
		return s.ticks(t.named(r.Metric.Key)), err
	case r.Metric.InDom == nodeInDom:
		t := s.nodeTimes(r, r.Inst)
		return s.ticks(t.named(r.Metric.Key)), nil
	case r.Metric.Units == libpcp.Millisec:
		t, _ := s.total.Get(r, func() (cpuTimes, error) { return s.totalTimes(r), nil })
		return s.ticks(t.named(r.Metric.Key)), nil
	case r.Metric.Key == "": // kernel.all.hz
		return whole(r, s.hertz), nil
	}
	return s.statLine(r)
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
func (s *stat) statLine(r *pmda.Request) (libpcp.Atom, error) {
	rest, _ := after(s.readStat(r), r.Metric.Key)
	first, _ := word(rest)
	n, _ := number(first)
	return whole(r, n), nil
}

var allCPUMetrics = []pmda.Metric{
	{Name: "kernel.all.cpu.user", Key: "user", Item: 20, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent running user programs, those with a changed priority not included", Labels: ofCPUs, Help: "Includes the time spent running guests, which vuser leaves out."},
	{Name: "kernel.all.cpu.nice", Key: "nice", Item: 21, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent running user programs with a lowered priority", Labels: ofCPUs, Help: "Includes the time spent running guests with lowered priority, which vnice leaves out."},
	{Name: "kernel.all.cpu.sys", Key: "sys", Item: 22, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent running in the kernel", Labels: ofCPUs},
	{Name: "kernel.all.cpu.idle", Key: "idle", Item: 23, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent with nothing to do", Labels: ofCPUs},
	{Name: "kernel.all.cpu.intr", Key: "intr", Item: 34, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent handling interrupts, soft ones included", Labels: ofCPUs},
	{Name: "kernel.all.cpu.wait.total", Key: "wait.total", Item: 35, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent idle while some input or output was pending", Labels: ofCPUs},
	{Name: "kernel.all.cpu.irq.soft", Key: "irq.soft", Item: 53, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent handling soft interrupts", Labels: ofCPUs},
	{Name: "kernel.all.cpu.irq.hard", Key: "irq.hard", Item: 54, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent handling hardware interrupts", Labels: ofCPUs},
	{Name: "kernel.all.cpu.steal", Key: "steal", Item: 55, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent ready to run while the hypervisor ran something else", Labels: ofCPUs},
	{Name: "kernel.all.cpu.guest", Key: "guest", Item: 60, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent running guests, as the host of virtual machines", Labels: ofCPUs},
	{Name: "kernel.all.cpu.vuser", Key: "vuser", Item: 78, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent running user programs, guests not included", Labels: ofCPUs},
	{Name: "kernel.all.cpu.guest_nice", Key: "guest_nice", Item: 81, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent running guests with a lowered priority", Labels: ofCPUs},
	{Name: "kernel.all.cpu.vnice", Key: "vnice", Item: 82, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time all processors together spent running user programs with a lowered priority, guests not included", Labels: ofCPUs},
}

var statMetrics = []pmda.Metric{
	{Name: "kernel.all.intr", Key: "intr", Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "interrupts handled, of all kinds, from /proc/stat"},
	{Name: "kernel.all.pswitch", Key: "ctxt", Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "switches from one task to another"},
	{Name: "kernel.all.sysfork", Key: "processes", Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "tasks created since the machine was started"},
	{Name: "kernel.all.running", Key: "procs_running", Item: 15, Type: u64, Sem: instant, OneLine: "tasks that run or are ready to"},
	{Name: "kernel.all.blocked", Key: "procs_blocked", Item: 16, Type: u64, Sem: instant, OneLine: "tasks that wait for input or output to complete"},
	{Name: "kernel.all.boottime", Key: "btime", Item: 17, Type: i64, Sem: discrete, Units: libpcp.Sec, OneLine: "when the machine was started, in seconds since 1970 UTC"},
	{Name: "kernel.all.hz", Item: 48, Type: u32, Sem: discrete, Units: libpcp.Count | libpcp.PerSec, OneLine: "ticks per second that the kernel counts time in"},
}

var eachCPUMetrics = []pmda.Metric{
	{Name: "kernel.percpu.cpu.user", Key: "user", Item: 0, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent running user programs, those with a changed priority not included", Help: "Includes the time spent running guests, which vuser leaves out."},
	{Name: "kernel.percpu.cpu.nice", Key: "nice", Item: 1, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent running user programs with a lowered priority", Help: "Includes the time spent running guests with lowered priority, which vnice leaves out."},
	{Name: "kernel.percpu.cpu.sys", Key: "sys", Item: 2, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent running in the kernel"},
	{Name: "kernel.percpu.cpu.idle", Key: "idle", Item: 3, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent with nothing to do"},
	{Name: "kernel.percpu.cpu.intr", Key: "intr", Item: 31, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent handling interrupts, soft ones included"},
	{Name: "kernel.percpu.cpu.wait.total", Key: "wait.total", Item: 30, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent idle while some input or output was pending"},
	{Name: "kernel.percpu.cpu.irq.soft", Key: "irq.soft", Item: 56, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent handling soft interrupts"},
	{Name: "kernel.percpu.cpu.irq.hard", Key: "irq.hard", Item: 57, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent handling hardware interrupts"},
	{Name: "kernel.percpu.cpu.steal", Key: "steal", Item: 58, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent ready to run while the hypervisor ran something else"},
	{Name: "kernel.percpu.cpu.guest", Key: "guest", Item: 61, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent running guests, as the host of virtual machines"},
	{Name: "kernel.percpu.cpu.vuser", Key: "vuser", Item: 76, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent running user programs, guests not included"},
	{Name: "kernel.percpu.cpu.guest_nice", Key: "guest_nice", Item: 83, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent running guests with a lowered priority"},
	{Name: "kernel.percpu.cpu.vnice", Key: "vnice", Item: 84, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each processor spent running user programs with a lowered priority, guests not included"},
	{Name: "kernel.pernode.cpu.user", Key: "user", Item: 62, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent running user programs, those with a changed priority not included", Labels: perNode, Help: "Includes the time spent running guests, which vuser leaves out."},
	{Name: "kernel.pernode.cpu.nice", Key: "nice", Item: 63, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent running user programs with a lowered priority", Labels: perNode, Help: "Includes the time spent running guests with lowered priority, which vnice leaves out."},
	{Name: "kernel.pernode.cpu.sys", Key: "sys", Item: 64, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent running in the kernel", Labels: perNode},
	{Name: "kernel.pernode.cpu.idle", Key: "idle", Item: 65, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent with nothing to do", Labels: perNode},
	{Name: "kernel.pernode.cpu.intr", Key: "intr", Item: 66, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent handling interrupts, soft ones included", Labels: perNode},
	{Name: "kernel.pernode.cpu.wait.total", Key: "wait.total", Item: 69, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent idle while some input or output was pending", Labels: perNode},
	{Name: "kernel.pernode.cpu.irq.soft", Key: "irq.soft", Item: 70, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent handling soft interrupts", Labels: perNode},
	{Name: "kernel.pernode.cpu.irq.hard", Key: "irq.hard", Item: 71, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent handling hardware interrupts", Labels: perNode},
	{Name: "kernel.pernode.cpu.steal", Key: "steal", Item: 67, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent ready to run while the hypervisor ran something else", Labels: perNode},
	{Name: "kernel.pernode.cpu.guest", Key: "guest", Item: 68, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent running guests, as the host of virtual machines", Labels: perNode},
	{Name: "kernel.pernode.cpu.vuser", Key: "vuser", Item: 77, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent running user programs, guests not included", Labels: perNode},
	{Name: "kernel.pernode.cpu.guest_nice", Key: "guest_nice", Item: 85, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent running guests with a lowered priority", Labels: perNode},
	{Name: "kernel.pernode.cpu.vnice", Key: "vnice", Item: 86, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time the processors of each NUMA node spent running user programs with a lowered priority, guests not included", Labels: perNode},
}
