package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
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
