package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Clusters of the metrics' identifiers.
const (
	clusterStat       = 0
	clusterMeminfo    = 1
	clusterLoad       = 2
	clusterNetDev     = 3
	clusterInterrupts = 4
	clusterFilesys    = 5
	clusterSwaps      = 6
	clusterNFS        = 7
	clusterPartitions = 10
	clusterSockstat   = 11
	clusterUname      = 12
	clusterSNMP       = 14
	clusterSCSI       = 15
	clusterCPUInfo    = 18
	clusterTCP        = 19
	clusterSlab       = 20
	clusterSemLimits  = 21
	clusterMsgLimits  = 22
	clusterShmLimits  = 23
	clusterUsers      = 25
	clusterUptime     = 26
	clusterVFS        = 27
	clusterVMStat     = 28
	clusterNetAddr    = 33
	clusterTmpfs      = 34
	clusterSysfs      = 35
	clusterNUMA       = 36
	clusterNetstat    = 53
	clusterDM         = 54
	clusterCPUSysfs   = 55
	clusterShmTotals  = 56
	clusterSoftnet    = 57
	clusterSNMP6      = 58
	clusterMD         = 59
	clusterMDStatus   = 60
	clusterSemTotals  = 61
	clusterMsgTotals  = 62
	clusterSoftirqs   = 63
	clusterShm        = 64
	clusterMsg        = 65
	clusterSem        = 66
	clusterBuddyinfo  = 67
	clusterZoneinfo   = 68
	clusterKSM        = 69
	clusterProtection = 70
	clusterTape       = 71
	clusterSysctl     = 72
	clusterSockstat6  = 73
	clusterSerial     = 74
	clusterLocks      = 75
	clusterTCP6       = 76
	clusterRaw        = 77
	clusterRaw6       = 78
	clusterUDP        = 79
	clusterUDP6       = 80
	clusterUnix       = 81
	clusterSoftirqAll = 82
	clusterPressure   = 83
	clusterPressureMM = 84
	clusterPressureIO = 85
	clusterZRAM       = 86
	clusterZRAMIO     = 87
	clusterZRAMMM     = 88
	clusterZRAMBD     = 89
	clusterNetAll     = 90
	clusterFCHost     = 91
	clusterWWID       = 92
	clusterPressureHW = 93
	clusterHugePages  = 94
	clusterNodePages  = 95
	clusterNFSClient  = 96
	clusterNFSOpen    = 97

	clusters = clusterNFSOpen + 1
)

// A supplier supplies the value of a metric.
type supplier func(*pmda.Request) (libpcp.Atom, error)

// suppliers are the functions of collectors, by cluster.
type suppliers [clusters]supplier

// of makes a supplier of a function that draws on t.
func of[T any](t T, fetch func(*pmda.Request, T) (libpcp.Atom, error)) supplier {
	return func(r *pmda.Request) (libpcp.Atom, error) { return fetch(r, t) }
}

func (a *agent) suppliersByCluster() suppliers {
	return suppliers{
		clusterStat:       a.mixed,
		clusterMeminfo:    a.meminfo.memory,
		clusterLoad:       a.loads.load,
		clusterNetDev:     a.netdev.device,
		clusterInterrupts: a.interrupts.interrupt,
		clusterFilesys:    of(&a.filesystems.mounts, a.filesystems.filesystem),
		clusterSwaps:      a.swaps.swapDev,
		clusterNFS:        a.nfs.nfsStat,
		clusterPartitions: of(&a.diskstats.partitions, a.diskstats.disk),
		clusterSockstat:   a.sockets.sockstat,
		clusterUname:      a.machine.uname,
		clusterSNMP:       a.snmp.protocol,
		clusterSCSI:       a.scsi.scsiDevice,
		clusterCPUInfo:    a.cpuinfo.cpuInfo,
		clusterTCP:        of(0, a.sockets.connections), // the index in socketPaths
		clusterSlab:       a.slab.slabStat,
		clusterSemLimits:  a.ipc.ipcLimit,
		clusterMsgLimits:  a.ipc.ipcLimit,
		clusterShmLimits:  a.ipc.ipcLimit,
		clusterUsers:      a.machine.users,
		clusterUptime:     a.loads.uptime,
		clusterVFS:        a.vfs.vfsStat,
		clusterVMStat:     a.vmstat.vmStat,
		clusterNetAddr:    a.netaddr.addressOf,
		clusterTmpfs:      of(&a.filesystems.tmpfs, a.filesystems.filesystem),
		clusterSysfs:      a.sysfs.sysfs,
		clusterNUMA:       a.numa.numa,
		clusterNetstat:    a.snmp.extended,
		clusterDM:         of(&a.diskstats.mapped, a.diskstats.disk),
		clusterCPUSysfs:   a.hinv.cpuSysfs,
		clusterShmTotals:  of(&a.ipc.shm, a.ipc.ipcTotal),
		clusterSoftnet:    a.softnet.softnetStat,
		clusterSNMP6:      a.snmp.protocol6,
		clusterMD:         of(&a.diskstats.multiple, a.diskstats.disk),
		clusterSemTotals:  of(&a.ipc.sem, a.ipc.ipcTotal),
		clusterMsgTotals:  of(&a.ipc.msg, a.ipc.ipcTotal),
		clusterSoftirqs:   a.softirqs.softirq,
		clusterShm:        of(&a.ipc.shm, a.ipc.ipcValue),
		clusterMsg:        of(&a.ipc.msg, a.ipc.ipcValue),
		clusterSem:        of(&a.ipc.sem, a.ipc.ipcValue),
		clusterBuddyinfo:  a.buddyinfo.buddyStat,
		clusterZoneinfo:   a.zones.zoneStat,
		clusterKSM:        a.machine.ksm,
		clusterProtection: a.zones.protection,
		clusterTape:       a.tapes.tape,
		clusterSysctl:     a.sysctls.sysctl,
		clusterSockstat6:  a.sockets.sockstat6,
		clusterSerial:     a.tty.serialStat,
		clusterLocks:      a.vfs.lock,
		clusterTCP6:       of(1, a.sockets.connections),
		clusterRaw:        of(4, a.sockets.connections),
		clusterRaw6:       of(5, a.sockets.connections),
		clusterUDP:        of(2, a.sockets.connections),
		clusterUDP6:       of(3, a.sockets.connections),
		clusterUnix:       a.sockets.unixSocket,
		clusterSoftirqAll: a.softirqs.softirq,
		clusterPressure:   a.pressures.pressure,
		clusterPressureMM: a.pressures.pressure,
		clusterPressureIO: a.pressures.pressure,
		clusterZRAM:       of(&a.diskstats.zrams, a.diskstats.disk),
		clusterZRAMIO:     a.diskstats.zramStat,
		clusterZRAMMM:     a.diskstats.zramStat,
		clusterZRAMBD:     a.diskstats.zramStat,
		clusterNetAll:     a.netdev.netAll,
		clusterFCHost:     a.fchosts.fcHost,
		clusterWWID:       a.wwids.wwid,
		clusterPressureHW: a.pressures.pressure,
		clusterHugePages:  a.hugePages.hugePage,
		clusterNodePages:  a.hugePages.nodeHugePage,
		clusterNFSClient:  a.nfsClients.nfsClient,
		clusterNFSOpen:    a.nfsClients.nfsOpenFile,
	}
}
