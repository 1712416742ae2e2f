package linux

import (
	"context"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// New returns the agent.
func New() *pmda.Agent {
	a := &agent{host: newHost()}
	return &pmda.Agent{
		Name:     "linux",
		Domain:   60,
		Metrics:  slices.Concat(tables[:]...),
		InDoms:   a.indoms(),
		Fetch:    a.fetch,
		LabelsOf: a.labels,
	}
}

// tables are all metrics, in the order of the genuine name space.
var tables = [...][]pmda.Metric{
	hinvMetrics[:],
	kernelMetrics[:],
	memMetrics[:],
	vmstatMetrics[:],
	swapMetrics[:],
	netdevMetrics[:],
	diskMetrics[:],
	filesysMetrics[:],
}

// agent holds what was last read from each of the kernel's files.
type agent struct {
	host
	stat
	loads
	interrupts
	softirqs
	pressures
	cpus
	cpuinfo
	meminfo
	vmstat
	swaps
	diskstats
	netdev
	netaddr
	filesystems
}

// Clusters of the metrics' identifiers.
const (
	clusterStat       = 0
	clusterMeminfo    = 1
	clusterLoad       = 2
	clusterNetDev     = 3
	clusterInterrupts = 4
	clusterFilesys    = 5
	clusterSwaps      = 6
	clusterPartitions = 10
	clusterUname      = 12
	clusterCPUInfo    = 18
	clusterUsers      = 25
	clusterUptime     = 26
	clusterVMStat     = 28
	clusterNetAddr    = 33
	clusterTmpfs      = 34
	clusterDM         = 54
	clusterCPUSysfs   = 55
	clusterMD         = 59
	clusterSoftirqs   = 63
	clusterSysctl     = 72
	clusterSoftirqAll = 82
	clusterPressure   = 83 // cpu
	clusterPressureMM = 84
	clusterPressureIO = 85
	clusterNetAll     = 90
	clusterPressureHW = 93
)

// fetch supplies the value of any metric.
func (a *agent) fetch(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Cluster {
	case clusterStat:
		return a.mixed(r)
	case clusterMeminfo:
		return a.memory(r)
	case clusterLoad:
		return a.load(r)
	case clusterInterrupts:
		return a.interrupt(r)
	case clusterSwaps:
		return a.swapDev(r)
	case clusterNetDev:
		return a.device(r)
	case clusterFilesys:
		return a.filesystem(r, &a.mounts)
	case clusterPartitions:
		return a.disk(r, &a.partitions)
	case clusterUname:
		return a.uname(r)
	case clusterCPUInfo:
		return a.cpuInfo(r)
	case clusterUsers:
		return a.users(r)
	case clusterUptime:
		return a.uptime(r)
	case clusterVMStat:
		return a.vmStat(r)
	case clusterNetAddr:
		return a.addressOf(r)
	case clusterTmpfs:
		return a.filesystem(r, &a.tmpfs)
	case clusterDM:
		return a.disk(r, &a.mapped)
	case clusterMD:
		return a.disk(r, &a.multiple)
	case clusterNetAll:
		return a.netAll(r)
	case clusterCPUSysfs:
		return a.cpuSysfs(r)
	case clusterSoftirqs, clusterSoftirqAll:
		return a.softirq(r)
	case clusterSysctl:
		return a.sysctl(r)
	case clusterPressure, clusterPressureMM, clusterPressureIO, clusterPressureHW:
		return a.pressure(r)
	}
	return libpcp.Atom{}, libpcp.ErrPMID
}

// mixed supplies the metrics of the oldest cluster, which has a bit of
// everything.
func (a *agent) mixed(r *pmda.Request) (libpcp.Atom, error) {
	area, rest, _ := strings.Cut(r.Metric.Name, ".")
	switch area {
	case "kernel":
		return a.statValue(r, rest)
	case "swap":
		return a.swapping(r)
	case "disk":
		if name, ok := strings.CutPrefix(rest, "all."); ok {
			return a.diskAll(r, name)
		}
		return a.disk(r, &a.disks)
	case "hinv":
		return a.inventory(r, rest)
	}
	return libpcp.Atom{}, libpcp.ErrPMID
}
