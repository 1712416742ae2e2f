package linux

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Instance domains.
const (
	cpuInDom        = pmda.Serial0 + 0
	nfsInDom        = pmda.Serial0 + 7
	nfs3InDom       = pmda.Serial0 + 8
	scsiInDom       = pmda.Serial0 + 11
	nfs4ClientInDom = pmda.Serial0 + 14
	nfs4ServerInDom = pmda.Serial0 + 15
	tapeInDom       = pmda.Serial0 + 34
	fcInDom         = pmda.Serial0 + 39
	wwidInDom       = pmda.Serial0 + 42
	diskInDom       = pmda.Serial0 + 1
	loadInDom       = pmda.Serial0 + 2
	interfaceInDom  = pmda.Serial0 + 3
	interruptInDom  = pmda.Serial0 + 4
	filesysInDom    = pmda.Serial0 + 5
	swapInDom       = pmda.Serial0 + 6
	slabInDom       = pmda.Serial0 + 12
	partitionInDom  = pmda.Serial0 + 10
	addressInDom    = pmda.Serial0 + 17
	tmpfsInDom      = pmda.Serial0 + 18
	nodeInDom       = pmda.Serial0 + 19
	icmpInDom       = pmda.Serial0 + 23
	dmInDom         = pmda.Serial0 + 24
	mdInDom         = pmda.Serial0 + 25
	shmInDom        = pmda.Serial0 + 28
	msgInDom        = pmda.Serial0 + 29
	semInDom        = pmda.Serial0 + 30
	buddyInDom      = pmda.Serial0 + 31
	zoneInDom       = pmda.Serial0 + 32
	lowmemInDom     = pmda.Serial0 + 33
	serialInDom     = pmda.Serial0 + 35
	softirqInDom    = pmda.Serial0 + 36
	pressureInDom   = pmda.Serial0 + 37
	zramInDom       = pmda.Serial0 + 38
	cpuInterrupts   = pmda.Serial0 + 40
	cpuSoftirqs     = pmda.Serial0 + 41
	hugePageInDom   = pmda.Serial0 + 43
	nodePageInDom   = pmda.Serial0 + 44
	nfsClientInDom  = pmda.Serial0 + 45
	nfsOpenInDom    = pmda.Serial0 + 46
)

type lister func(context.Context, *pmda.Request) ([]libpcp.Instance, error)

// listed makes the List function of a domain whose members are known after
// update.
func listed[T any](s *set[T], update func(*pmda.Request) error) lister {
	return func(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
		if err := update(r); err != nil {
			return nil, err
		}
		return s.list(), nil
	}
}

func (a *agent) indoms() []pmda.InDom {
	return []pmda.InDom{{
		Serial: cpuInDom, List: a.stat.listCPUs,
		OneLine: "the processors",
		Labels:  `{"device_type":"cpu","indom_name":"per cpu"}`,
	}, {
		Serial: loadInDom, Instances: loadTimes[:],
		OneLine: "the times that load averages are over: 1, 5 and 15 minutes",
	}, {
		Serial: interruptInDom, List: listed(&a.interrupts.lines, a.interrupts.readInterrupts),
		OneLine: "the interrupt lines",
		Labels:  `{"device_type":"irq","indom_name":"per irq"}`,
	}, {
		Serial: swapInDom, List: listed(&a.swaps.swaps, a.swaps.readSwaps),
		OneLine: "the swap devices",
		Labels:  `{"device_type":["block","memory"],"indom_name":"per swap device"}`,
	}, {
		Serial: diskInDom, List: listed(&a.diskstats.disks, a.diskstats.readDisks),
		OneLine: "the disks",
		Labels:  `{"device_type":"block","indom_name":"per disk"}`,
	}, {
		Serial: partitionInDom, List: listed(&a.diskstats.partitions, a.diskstats.readDisks),
		OneLine: "the partitions of disks",
		Labels:  `{"device_type":"block","indom_name":"per partition"}`,
	}, {
		Serial: dmInDom, List: listed(&a.diskstats.mapped, a.diskstats.readDisks),
		OneLine: "the devices of the device mapper",
		Labels:  `{"device_type":"block","indom_name":"per dm device"}`,
	}, {
		Serial: mdInDom, List: listed(&a.diskstats.multiple, a.diskstats.readDisks),
		OneLine: "the devices made of several others (md)",
		Labels:  `{"device_type":"block","indom_name":"per md device"}`,
	}, {
		Serial: wwidInDom, List: listed(&a.wwids.identified, a.wwids.readWWIDs),
		OneLine: "the disks, each with all paths that lead to it",
	}, {
		Serial: scsiInDom, List: listed(&a.scsi.targets, a.scsi.readSCSI),
		OneLine: "what is on the SCSI buses",
		Labels:  `{"device_type":"block","indom_name":"per disk"}`,
	}, {
		Serial: tapeInDom, List: listed(&a.tapes.drives, a.tapes.readTapes),
		OneLine: "the SCSI tape drives",
	}, {
		Serial: fcInDom, List: listed(&a.fchosts.adapters, a.fchosts.readAdapters),
		OneLine: "the fibre channel adapters",
	}, {
		Serial: nfsInDom, Instances: nfsOperationNames[:],
		OneLine: "the operations of NFS version 2",
	}, {
		Serial: nfs3InDom, Instances: nfs3Operations[:],
		OneLine: "the operations of NFS version 3",
	}, {
		Serial: nfs4ClientInDom, Instances: nfs4ClientOperations[:],
		OneLine: "the operations of NFS version 4, as clients count them",
	}, {
		Serial: nfs4ServerInDom, Instances: nfs4ServerOperations[:],
		OneLine: "the operations of NFS version 4, as servers count them",
	}, {
		Serial: interfaceInDom, List: listed(&a.netdev.interfaces, a.netdev.readInterfaces),
		OneLine: "the network interfaces",
		Labels:  `{"device_type":"interface","indom_name":"per interface"}`,
	}, {
		Serial: addressInDom, List: listed(&a.netaddr.addresses, a.netaddr.readAddresses),
		OneLine: "the network interfaces that can have addresses",
		Labels:  `{"device_type":"interface","indom_name":"per interface"}`,
	}, {
		Serial: filesysInDom, List: listed(&a.filesystems.mounts, a.filesystems.readMounts),
		OneLine: "the mounted file systems that are on a device",
	}, {
		Serial: tmpfsInDom, List: listed(&a.filesystems.tmpfs, a.filesystems.readMounts),
		OneLine: "the mounted file systems that are in memory",
	}, {
		Serial: icmpInDom, List: listMessages,
		OneLine: "the types of messages of ICMP",
	}, {
		Serial: shmInDom, List: listed(&a.ipc.shm.objects.set, a.ipc.readShm),
		OneLine: "the segments of shared memory",
	}, {
		Serial: msgInDom, List: listed(&a.ipc.msg.objects.set, a.ipc.readMsg),
		OneLine: "the queues of messages",
	}, {
		Serial: semInDom, List: listed(&a.ipc.sem.objects.set, a.ipc.readSem),
		OneLine: "the sets of semaphores",
	}, {
		Serial: zramInDom, List: listed(&a.diskstats.zrams, a.diskstats.readDisks),
		OneLine: "the compressed devices in memory",
	}, {
		Serial: serialInDom, List: listed(&a.tty.serials, a.tty.readSerials),
		OneLine: "the serial lines",
	}, {
		Serial: slabInDom, List: listed(&a.slab.slabs, a.slab.readSlabs),
		OneLine: "the kinds of objects that the kernel has memory for",
		Labels:  `{"device_type":"memory","indom_name":"per slab"}`,
	}, {
		Serial: buddyInDom, List: listed(&a.buddyinfo.buddies, a.buddyinfo.readBuddies),
		OneLine: "the sizes of free pieces of memory, for each zone and node",
		Labels:  `{"device_type":["memory","numa_node"],"indom_name":"per buddy per numa_node"}`,
	}, {
		Serial: zoneInDom, List: listed(&a.zones.zones, a.zones.readZones),
		OneLine: "the nodes, and their zones",
		Labels:  `{"device_type":["memory","numa_node"],"indom_name":"per zone per numa_node"}`,
	}, {
		Serial: lowmemInDom, List: listed(&a.zones.lowmem, a.zones.readZones),
		OneLine: "the zones, and for each the zones allocations are kept from",
	}, {
		Serial: nodeInDom, List: a.nodes.listNodes,
		OneLine: "the nodes of non-uniform memory access (NUMA)",
		Labels:  `{"device_type":"numa_node","indom_name":"per numa_node"}`,
	}, {
		Serial: softirqInDom, List: listed(&a.softirqs.lines, a.softirqs.readSoftirqs),
		OneLine: "the kinds of soft interrupt",
		Labels:  `{"indom_name":"per softirq"}`,
	}, {
		Serial: pressureInDom, Instances: pressureTimes[:],
		OneLine: "the times that pressure averages are over: 10 seconds, 1 and 5 minutes",
	}, {
		Serial: cpuInterrupts, List: listed(&a.interrupts.perCPU, a.interrupts.splitInterrupts),
		OneLine: "each interrupt line on each processor",
		Labels:  `{"device_type":["irq","cpu"],"indom_name":"per cpu, per irq"}`,
	}, {
		Serial: cpuSoftirqs, List: listed(&a.softirqs.perCPU, a.softirqs.splitSoftirqs),
		OneLine: "each kind of soft interrupt on each processor",
		Labels:  `{"device_type":"cpu","indom_name":"per cpu, per softirq"}`,
	}, {
		Serial: hugePageInDom, List: listed(&a.hugePages.sizes, a.hugePages.readHugePages),
		OneLine: "the sizes of huge pages",
	}, {
		Serial: nodePageInDom, List: listed(&a.hugePages.nodeSizes, a.hugePages.readNodeHugePages),
		OneLine: "the sizes of huge pages on each NUMA node",
	}, {
		Serial: nfsClientInDom, List: listed(&a.nfsClients.clients, a.nfsClients.readNFSClients),
		OneLine: "the clients of the NFS version 4 server",
	}, {
		Serial: nfsOpenInDom, List: listed(&a.nfsClients.open, a.nfsClients.readNFSClients),
		OneLine: "the files that clients of the NFS version 4 server hold",
		Labels:  `{"indom_name":"per inode, per client_id","inode":"client_id"}`,
	}}
}
