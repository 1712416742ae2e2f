package linux

import (
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent {
	a := newAgent(rel)
	return &pmda.Agent{
		Name:      "linux",
		Domain:    60,
		Rows:      rowsOf(rel),
		InDoms:    a.indoms(),
		Validated: true, // by TestValidate
		Before:    a.before,
		Fetch:     a.fetch,
		LabelsOf:  a.labels,

		WantAttributes: true,
	}
}

// agent is the collectors, each of which holds what it last read from the
// kernel's files.
type agent struct {
	machine     machine
	nodes       nodes
	stat        stat
	hinv        hinv
	cpuinfo     cpuinfo
	loads       loads
	interrupts  interrupts
	softirqs    softirqs
	pressures   pressures
	sysctls     sysctls
	meminfo     meminfo
	vmstat      vmstat
	swaps       swaps
	hugePages   hugePages
	numa        numa
	bandwidths  bandwidths
	buddyinfo   buddyinfo
	zones       zones
	slab        slab
	sysfs       sysfs
	netdev      netdev
	netaddr     netaddr
	snmp        snmp
	sockets     sockets
	softnet     softnet
	diskstats   diskstats
	wwids       wwids
	scsi        scsi
	tapes       tapes
	fchosts     fchosts
	filesystems filesystems
	nfs         nfs
	nfsClients  nfsClients
	ipc         ipc
	vfs         vfs
	tty         tty
}

// newAgent makes the collectors, and gives each the others that it draws on.
func newAgent(rel release.Release) *agent {
	a := &agent{machine: machine{host: newHost(), release: rel}}
	m := &a.machine
	a.nodes.machine = m
	a.stat.machine = m
	a.stat.nodes = &a.nodes
	a.hinv.machine = m
	a.hinv.stat = &a.stat
	a.hinv.diskstats = &a.diskstats
	a.cpuinfo.machine = m
	a.cpuinfo.nodes = &a.nodes
	a.loads.machine = m
	a.interrupts.machine = m
	a.softirqs.machine = m
	a.pressures.machine = m
	a.sysctls.machine = m
	a.meminfo.machine = m
	a.vmstat.machine = m
	a.swaps.machine = m
	a.swaps.vmstat = &a.vmstat
	a.hugePages.machine = m
	a.hugePages.nodes = &a.nodes
	a.numa.machine = m
	a.numa.nodes = &a.nodes
	a.numa.meminfo = &a.meminfo
	a.numa.bandwidths = &a.bandwidths
	a.bandwidths.machine = m
	a.bandwidths.nodes = &a.nodes
	a.buddyinfo.machine = m
	a.zones.machine = m
	a.slab.machine = m
	a.sysfs.machine = m
	a.sysfs.nodes = &a.nodes
	a.netdev.machine = m
	a.netaddr.machine = m
	a.snmp.machine = m
	a.sockets.machine = m
	a.softnet.machine = m
	a.diskstats.machine = m
	a.wwids.diskstats = &a.diskstats
	a.scsi.machine = m
	a.tapes.machine = m
	a.fchosts.machine = m
	a.filesystems.machine = m
	a.nfs.machine = m
	a.nfsClients.machine = m
	a.ipc.machine = m
	a.vfs.machine = m
	a.tty.machine = m
	return a
}

// fetch supplies the value of any metric.
func (a *agent) fetch(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Cluster {
	case clusterStat:
		return a.mixed(r)
	case clusterMeminfo:
		return a.meminfo.memory(r)
	case clusterLoad:
		return a.loads.load(r)
	case clusterInterrupts:
		return a.interrupts.interrupt(r)
	case clusterSwaps:
		return a.swaps.swapDev(r)
	case clusterNetDev:
		return a.netdev.device(r)
	case clusterFilesys:
		return a.filesystems.filesystem(r, &a.filesystems.mounts)
	case clusterPartitions:
		return a.diskstats.disk(r, &a.diskstats.partitions)
	case clusterUname:
		return a.machine.uname(r)
	case clusterCPUInfo:
		return a.cpuinfo.cpuInfo(r)
	case clusterUsers:
		return a.machine.users(r)
	case clusterUptime:
		return a.loads.uptime(r)
	case clusterVMStat:
		return a.vmstat.vmStat(r)
	case clusterNetAddr:
		return a.netaddr.addressOf(r)
	case clusterTmpfs:
		return a.filesystems.filesystem(r, &a.filesystems.tmpfs)
	case clusterDM:
		return a.diskstats.disk(r, &a.diskstats.mapped)
	case clusterMD:
		return a.diskstats.disk(r, &a.diskstats.multiple)
	case clusterMDStatus:
		return a.diskstats.mdStatus(ctx, r)
	case clusterWWID:
		return a.wwids.wwid(r)
	case clusterSCSI:
		return a.scsi.scsiDevice(r)
	case clusterTape:
		return a.tapes.tape(r)
	case clusterFCHost:
		return a.fchosts.fcHost(r)
	case clusterNFS:
		return a.nfs.nfsStat(r)
	case clusterNetAll:
		return a.netdev.netAll(r)
	case clusterSockstat:
		return a.sockets.sockstat(r, &a.sockets.sockstatFile, "/proc/net/sockstat")
	case clusterSockstat6:
		return a.sockets.sockstat(r, &a.sockets.sockstat6File, "/proc/net/sockstat6")
	case clusterSNMP:
		return a.snmp.protocol(r)
	case clusterSNMP6:
		return a.snmp.protocol6(r)
	case clusterNetstat:
		return a.snmp.extended(r)
	case clusterTCP:
		return a.sockets.connections(r, 0)
	case clusterSlab:
		return a.slab.slabStat(r)
	case clusterSysfs:
		return a.sysfs.sysfs(r)
	case clusterNUMA:
		return a.numa.numa(r)
	case clusterBuddyinfo:
		return a.buddyinfo.buddyStat(r)
	case clusterZoneinfo:
		return a.zones.zoneStat(r)
	case clusterKSM:
		return a.machine.ksm(r)
	case clusterProtection:
		return a.zones.protection(r)
	case clusterSerial:
		return a.tty.serialStat(r)
	case clusterZRAM:
		return a.diskstats.disk(r, &a.diskstats.zrams)
	case clusterZRAMIO, clusterZRAMMM, clusterZRAMBD:
		return a.diskstats.zramStat(r)
	case clusterTCP6:
		return a.sockets.connections(r, 1)
	case clusterUDP:
		return a.sockets.connections(r, 2)
	case clusterUDP6:
		return a.sockets.connections(r, 3)
	case clusterRaw:
		return a.sockets.connections(r, 4)
	case clusterRaw6:
		return a.sockets.connections(r, 5)
	case clusterUnix:
		return a.sockets.unixSocket(r)
	case clusterSoftnet:
		return a.softnet.softnetStat(r)
	case clusterSemLimits, clusterMsgLimits, clusterShmLimits:
		return a.ipc.ipcLimit(r)
	case clusterShmTotals:
		return a.ipc.ipcTotal(r, &a.ipc.shm, "shm")
	case clusterMsgTotals:
		return a.ipc.ipcTotal(r, &a.ipc.msg, "msg")
	case clusterSemTotals:
		return a.ipc.ipcTotal(r, &a.ipc.sem, "sem")
	case clusterShm:
		return a.ipc.ipcValue(r, &a.ipc.shm, "shm")
	case clusterMsg:
		return a.ipc.ipcValue(r, &a.ipc.msg, "msg")
	case clusterSem:
		return a.ipc.ipcValue(r, &a.ipc.sem, "sem")
	case clusterVFS:
		return a.vfs.vfsStat(r)
	case clusterLocks:
		return a.vfs.lock(r)
	case clusterCPUSysfs:
		return a.hinv.cpuSysfs(r)
	case clusterSoftirqs, clusterSoftirqAll:
		return a.softirqs.softirq(r)
	case clusterSysctl:
		return a.sysctls.sysctl(r)
	case clusterPressure, clusterPressureMM, clusterPressureIO, clusterPressureHW:
		return a.pressures.pressure(r)
	case clusterHugePages:
		return a.hugePages.hugePage(r, &a.hugePages.sizes, a.hugePages.readHugePages)
	case clusterNodePages:
		return a.hugePages.hugePage(r, &a.hugePages.nodeSizes, a.hugePages.readNodeHugePages)
	case clusterNFSClient:
		return a.nfsClients.nfsClient(r)
	case clusterNFSOpen:
		return a.nfsClients.nfsOpenFile(r)
	}
	return libpcp.Atom{}, libpcp.ErrPMID
}

// mixed supplies the metrics of the oldest cluster, which has a bit of
// everything.
func (a *agent) mixed(r *pmda.Request) (libpcp.Atom, error) {
	area, rest, _ := strings.Cut(r.Metric.Name, ".")
	switch area {
	case "kernel":
		return a.stat.statValue(r)
	case "swap":
		return a.swaps.swapping(r)
	case "disk":
		if strings.HasPrefix(rest, "all.") {
			return a.diskstats.diskAll(r)
		}
		return a.diskstats.disk(r, &a.diskstats.disks)
	case "hinv":
		return a.hinv.inventory(r)
	}
	return libpcp.Atom{}, libpcp.ErrPMID
}
