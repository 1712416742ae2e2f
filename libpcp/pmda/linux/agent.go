package linux

import (
	"context"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent {
	a := &agent{release: rel, host: newHost()}
	return &pmda.Agent{
		Name:      "linux",
		Domain:    60,
		Metrics:   metricsOf(rel),
		InDoms:    a.indoms(),
		Validated: true, // by TestValidate
		Before:    a.before,
		Fetch:     a.fetch,
		LabelsOf:  a.labels,
	}
}

// tables are all metrics, in the order of the genuine name space.
var tables = [...][]pmda.Metric{
	hinvMetrics[:],
	kernelMetrics[:],
	memMetrics[:],
	vmstatMetrics[:],
	numaMetrics[:],
	zonesMetrics[:],
	slabMetrics[:],
	ksmMetrics[:],
	swapMetrics[:],
	netdevMetrics[:],
	sockstatMetrics[:],
	ipMetrics[:],
	tcpMetrics[:],
	udpMetrics[:],
	socketsMetrics[:],
	ip6Metrics[:],
	mptcpMetrics[:],
	diskMetrics[:],
	wwidMetrics[:],
	filesysMetrics[:],
	swapDevMetrics[:],
	nfsMetrics[:],
	pmdaMetrics[:],
	ipcMetrics[:],
	vfsMetrics[:],
	tmpfsMetrics[:],
	sysfsMetrics[:],
	tapeMetrics[:],
	ttyMetrics[:],
	zramMetrics[:],
	fcMetrics[:],
}

// metricsOf returns the metrics of a release of PCP, as it describes them.
func metricsOf(rel release.Release) []pmda.Metric {
	all := slices.DeleteFunc(slices.Concat(tables[:]...), func(m pmda.Metric) bool { return !has(rel, &m) })
	for i := range all {
		m := &all[i]
		switch {
		case m.Name == "mem.vmstat.nr_free_cma" && !rel.Has(release.InstantFreeCMA):
			m.Sem = counter
		case (m.Cluster == clusterDM || m.Cluster == clusterMD) && !rel.Has(release.WideDeviceBytes):
			switch m.Name[len("disk.dm."):] {
			case "read_bytes", "write_bytes", "total_bytes":
				m.Type = u32
			}
		}
	}
	return all
}

// added are the metrics that came after 6.0.3: those of a cluster from an item
// on.
var added = [...]struct {
	cluster uint16
	from    uint16
	with    release.Behaviour
}{
	{clusterStat, 105, release.LinuxMetrics63}, {clusterMeminfo, 64, release.LinuxMetrics63},
	{clusterMeminfo, 75, release.LinuxMetrics72}, {clusterFilesys, 12, release.LinuxMetrics63},
	{clusterSNMP, 94, release.LinuxMetrics63}, {clusterVMStat, 179, release.LinuxMetrics63},
	{clusterSysfs, 2, release.LinuxMetrics63}, {clusterNUMA, 42, release.LinuxMetrics72},
	{clusterNetstat, 205, release.LinuxMetrics63}, {clusterNetstat, 230, release.LinuxMetrics72},
	{clusterCPUSysfs, 10, release.LinuxMetrics72}, {clusterSoftnet, 12, release.LinuxMetrics63},
	{clusterHugePages, 0, release.LinuxMetrics63}, {clusterNodePages, 0, release.LinuxMetrics63},
	{clusterNFSClient, 0, release.LinuxMetrics72}, {clusterNFSOpen, 0, release.LinuxMetrics72},
}

// has reports whether a release has a metric.
func has(rel release.Release, m *pmda.Metric) bool {
	for _, a := range added {
		if m.Cluster == a.cluster && m.Item >= a.from && !rel.Has(a.with) {
			return false
		}
	}
	return true
}

// agent holds what was last read from each of the kernel's files.
type agent struct {
	release release.Release
	host
	actual host // the machine, wherever $LINUX_STATSPATH leads
	smallFiles
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
	snmp
	sockets
	softnet
	vfs
	ipc
	tty
	slab
	zones
	buddyinfo
	nfs
	tapes
	fchosts
	wwids
	scsi
	bandwidths
	sysctls
	hugePages
	nfsClients
}

// fetch supplies the value of any metric.
func (a *agent) fetch(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
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
	case clusterMDStatus:
		return a.mdStatus(ctx, r)
	case clusterWWID:
		return a.wwid(r)
	case clusterSCSI:
		return a.scsiDevice(r)
	case clusterTape:
		return a.tape(r)
	case clusterFCHost:
		return a.fcHost(r)
	case clusterNFS:
		return a.nfsStat(r)
	case clusterNetAll:
		return a.netAll(r)
	case clusterSockstat:
		return a.sockstat(r, &a.sockstatFile, "/proc/net/sockstat")
	case clusterSockstat6:
		return a.sockstat(r, &a.sockstat6File, "/proc/net/sockstat6")
	case clusterSNMP:
		return a.protocol(r)
	case clusterSNMP6:
		return a.protocol6(r)
	case clusterNetstat:
		return a.extended(r)
	case clusterTCP:
		return a.connections(r, 0)
	case clusterSlab:
		return a.slabStat(r)
	case clusterSysfs:
		return a.sysfs(r)
	case clusterNUMA:
		return a.numa(r)
	case clusterBuddyinfo:
		return a.buddyStat(r)
	case clusterZoneinfo:
		return a.zoneStat(r)
	case clusterKSM:
		return a.ksm(r)
	case clusterProtection:
		return a.protection(r)
	case clusterSerial:
		return a.serialStat(r)
	case clusterZRAM:
		return a.disk(r, &a.zrams)
	case clusterZRAMIO, clusterZRAMMM, clusterZRAMBD:
		return a.zramStat(r)
	case clusterTCP6:
		return a.connections(r, 1)
	case clusterUDP:
		return a.connections(r, 2)
	case clusterUDP6:
		return a.connections(r, 3)
	case clusterRaw:
		return a.connections(r, 4)
	case clusterRaw6:
		return a.connections(r, 5)
	case clusterUnix:
		return a.unixSocket(r)
	case clusterSoftnet:
		return a.softnetStat(r)
	case clusterSemLimits, clusterMsgLimits, clusterShmLimits:
		return a.ipcLimit(r)
	case clusterShmTotals:
		return a.ipcTotal(r, &a.shm, "shm")
	case clusterMsgTotals:
		return a.ipcTotal(r, &a.msg, "msg")
	case clusterSemTotals:
		return a.ipcTotal(r, &a.sem, "sem")
	case clusterShm:
		return a.ipcValue(r, &a.shm, "shm")
	case clusterMsg:
		return a.ipcValue(r, &a.msg, "msg")
	case clusterSem:
		return a.ipcValue(r, &a.sem, "sem")
	case clusterVFS:
		return a.vfsStat(r)
	case clusterLocks:
		return a.lock(r)
	case clusterCPUSysfs:
		return a.cpuSysfs(r)
	case clusterSoftirqs, clusterSoftirqAll:
		return a.softirq(r)
	case clusterSysctl:
		return a.sysctl(r)
	case clusterPressure, clusterPressureMM, clusterPressureIO, clusterPressureHW:
		return a.pressure(r)
	case clusterHugePages:
		return a.hugePage(r, &a.sizes, a.readHugePages)
	case clusterNodePages:
		return a.hugePage(r, &a.nodeSizes, a.readNodeHugePages)
	case clusterNFSClient:
		return a.nfsClient(r)
	case clusterNFSOpen:
		return a.nfsOpenFile(r)
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
