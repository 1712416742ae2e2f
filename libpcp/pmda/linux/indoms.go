package linux

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// indoms are the instance domains.
var indoms = []*pmda.InDom{
	cpuInDom, loadInDom, interruptInDom, swapInDom, diskInDom, partitionInDom, dmInDom, mdInDom,
	wwidInDom, scsiInDom, tapeInDom, fcInDom, nfsInDom, nfs3InDom, nfs4ClientInDom, nfs4ServerInDom,
	interfaceInDom, addressInDom, filesysInDom, tmpfsInDom, icmpInDom, shmInDom, msgInDom, semInDom,
	zramInDom, serialInDom, slabInDom, buddyInDom, zoneInDom, lowmemInDom, nodeInDom, softirqInDom,
	pressureInDom, cpuInterrupts, cpuSoftirqs, hugePageInDom, nodePageInDom, nfsClientInDom,
	nfsOpenInDom,
}

var (
	cpuInDom        = &pmda.InDom{Serial: 0, OneLine: "the processors", Labels: `{"device_type":"cpu","indom_name":"per cpu"}`}
	loadInDom       = &pmda.InDom{Serial: 2, OneLine: "the times that load averages are over: 1, 5 and 15 minutes", Instances: loadTimes}
	interruptInDom  = &pmda.InDom{Serial: 4, OneLine: "the interrupt lines", Labels: `{"device_type":"irq","indom_name":"per irq"}`}
	swapInDom       = &pmda.InDom{Serial: 6, OneLine: "the swap devices", Labels: `{"device_type":["block","memory"],"indom_name":"per swap device"}`}
	diskInDom       = &pmda.InDom{Serial: 1, OneLine: "the disks", Labels: `{"device_type":"block","indom_name":"per disk"}`}
	partitionInDom  = &pmda.InDom{Serial: 10, OneLine: "the partitions of disks", Labels: `{"device_type":"block","indom_name":"per partition"}`}
	dmInDom         = &pmda.InDom{Serial: 24, OneLine: "the devices of the device mapper", Labels: `{"device_type":"block","indom_name":"per dm device"}`}
	mdInDom         = &pmda.InDom{Serial: 25, OneLine: "the devices made of several others (md)", Labels: `{"device_type":"block","indom_name":"per md device"}`}
	wwidInDom       = &pmda.InDom{Serial: 42, OneLine: "the disks, each with all paths that lead to it"}
	scsiInDom       = &pmda.InDom{Serial: 11, OneLine: "what is on the SCSI buses", Labels: `{"device_type":"block","indom_name":"per disk"}`}
	tapeInDom       = &pmda.InDom{Serial: 34, OneLine: "the SCSI tape drives"}
	fcInDom         = &pmda.InDom{Serial: 39, OneLine: "the fibre channel adapters"}
	nfsInDom        = &pmda.InDom{Serial: 7, OneLine: "the operations of NFS version 2", Instances: nfsOperationNames}
	nfs3InDom       = &pmda.InDom{Serial: 8, OneLine: "the operations of NFS version 3", Instances: nfs3Operations}
	nfs4ClientInDom = &pmda.InDom{Serial: 14, OneLine: "the operations of NFS version 4, as clients count them", Instances: nfs4ClientOperations}
	nfs4ServerInDom = &pmda.InDom{Serial: 15, OneLine: "the operations of NFS version 4, as servers count them", Instances: nfs4ServerOperations}
	interfaceInDom  = &pmda.InDom{Serial: 3, OneLine: "the network interfaces", Labels: `{"device_type":"interface","indom_name":"per interface"}`}
	addressInDom    = &pmda.InDom{Serial: 17, OneLine: "the network interfaces that can have addresses", Labels: `{"device_type":"interface","indom_name":"per interface"}`}
	filesysInDom    = &pmda.InDom{Serial: 5, OneLine: "the mounted file systems that are on a device"}
	tmpfsInDom      = &pmda.InDom{Serial: 18, OneLine: "the mounted file systems that are in memory"}
	icmpInDom       = &pmda.InDom{Serial: 23, OneLine: "the types of messages of ICMP"}
	shmInDom        = &pmda.InDom{Serial: 28, OneLine: "the segments of shared memory"}
	msgInDom        = &pmda.InDom{Serial: 29, OneLine: "the queues of messages"}
	semInDom        = &pmda.InDom{Serial: 30, OneLine: "the sets of semaphores"}
	zramInDom       = &pmda.InDom{Serial: 38, OneLine: "the compressed devices in memory"}
	serialInDom     = &pmda.InDom{Serial: 35, OneLine: "the serial lines"}
	slabInDom       = &pmda.InDom{Serial: 12, OneLine: "the kinds of objects that the kernel has memory for", Labels: `{"device_type":"memory","indom_name":"per slab"}`}
	buddyInDom      = &pmda.InDom{Serial: 31, OneLine: "the sizes of free pieces of memory, for each zone and node", Labels: `{"device_type":["memory","numa_node"],"indom_name":"per buddy per numa_node"}`}
	zoneInDom       = &pmda.InDom{Serial: 32, OneLine: "the nodes, and their zones", Labels: `{"device_type":["memory","numa_node"],"indom_name":"per zone per numa_node"}`}
	lowmemInDom     = &pmda.InDom{Serial: 33, OneLine: "the zones, and for each the zones allocations are kept from"}
	nodeInDom       = &pmda.InDom{Serial: 19, OneLine: "the nodes of non-uniform memory access (NUMA)", Labels: `{"device_type":"numa_node","indom_name":"per numa_node"}`}
	softirqInDom    = &pmda.InDom{Serial: 36, OneLine: "the kinds of soft interrupt", Labels: `{"indom_name":"per softirq"}`}
	pressureInDom   = &pmda.InDom{Serial: 37, OneLine: "the times that pressure averages are over: 10 seconds, 1 and 5 minutes", Instances: pressureTimes}
	cpuInterrupts   = &pmda.InDom{Serial: 40, OneLine: "each interrupt line on each processor", Labels: `{"device_type":["irq","cpu"],"indom_name":"per cpu, per irq"}`}
	cpuSoftirqs     = &pmda.InDom{Serial: 41, OneLine: "each kind of soft interrupt on each processor", Labels: `{"device_type":"cpu","indom_name":"per cpu, per softirq"}`}
	hugePageInDom   = &pmda.InDom{Serial: 43, OneLine: "the sizes of huge pages"}
	nodePageInDom   = &pmda.InDom{Serial: 44, OneLine: "the sizes of huge pages on each NUMA node"}
	nfsClientInDom  = &pmda.InDom{Serial: 45, OneLine: "the clients of the NFS version 4 server"}
	nfsOpenInDom    = &pmda.InDom{Serial: 46, OneLine: "the files that clients of the NFS version 4 server hold", Labels: `{"indom_name":"per inode, per client_id","inode":"client_id"}`}
)

// members returns the members of the domains that change.
func (a *agent) members(ctx context.Context, r *pmda.Request, d *pmda.InDom) ([]libpcp.Instance, error) {
	switch d {
	case cpuInDom:
		return a.stat.listCPUs(ctx, r)
	case interruptInDom:
		return listed(r, &a.interrupts.lines, a.interrupts.readInterrupts)
	case swapInDom:
		return listed(r, &a.swaps.swaps, a.swaps.readSwaps)
	case diskInDom:
		return listed(r, &a.diskstats.disks, a.diskstats.readDisks)
	case partitionInDom:
		return listed(r, &a.diskstats.partitions, a.diskstats.readDisks)
	case dmInDom:
		return listed(r, &a.diskstats.mapped, a.diskstats.readDisks)
	case mdInDom:
		return listed(r, &a.diskstats.multiple, a.diskstats.readDisks)
	case wwidInDom:
		return listed(r, &a.wwids.identified, a.wwids.readWWIDs)
	case scsiInDom:
		return listed(r, &a.scsi.targets, a.scsi.readSCSI)
	case tapeInDom:
		return listed(r, &a.tapes.drives, a.tapes.readTapes)
	case fcInDom:
		return listed(r, &a.fchosts.adapters, a.fchosts.readAdapters)
	case interfaceInDom:
		return listed(r, &a.netdev.interfaces, a.netdev.readInterfaces)
	case addressInDom:
		return listed(r, &a.netaddr.addresses, a.netaddr.readAddresses)
	case filesysInDom:
		return listed(r, &a.filesystems.mounts, a.filesystems.readMounts)
	case tmpfsInDom:
		return listed(r, &a.filesystems.tmpfs, a.filesystems.readMounts)
	case icmpInDom:
		return listMessages(ctx, r)
	case shmInDom:
		return listed(r, &a.ipc.shm.objects.set, a.ipc.readShm)
	case msgInDom:
		return listed(r, &a.ipc.msg.objects.set, a.ipc.readMsg)
	case semInDom:
		return listed(r, &a.ipc.sem.objects.set, a.ipc.readSem)
	case zramInDom:
		return listed(r, &a.diskstats.zrams, a.diskstats.readDisks)
	case serialInDom:
		return listed(r, &a.tty.serials, a.tty.readSerials)
	case slabInDom:
		return listed(r, &a.slab.slabs, a.slab.readSlabs)
	case buddyInDom:
		return listed(r, &a.buddyinfo.buddies, a.buddyinfo.readBuddies)
	case zoneInDom:
		return listed(r, &a.zones.zones, a.zones.readZones)
	case lowmemInDom:
		return listed(r, &a.zones.lowmem, a.zones.readZones)
	case nodeInDom:
		return a.nodes.listNodes(ctx, r)
	case softirqInDom:
		return listed(r, &a.softirqs.lines, a.softirqs.readSoftirqs)
	case cpuInterrupts:
		return listed(r, &a.interrupts.perCPU, a.interrupts.splitInterrupts)
	case cpuSoftirqs:
		return listed(r, &a.softirqs.perCPU, a.softirqs.splitSoftirqs)
	case hugePageInDom:
		return listed(r, &a.hugePages.sizes, a.hugePages.readHugePages)
	case nodePageInDom:
		return listed(r, &a.hugePages.nodeSizes, a.hugePages.readNodeHugePages)
	case nfsClientInDom:
		return listed(r, &a.nfsClients.clients, a.nfsClients.readNFSClients)
	case nfsOpenInDom:
		return listed(r, &a.nfsClients.open, a.nfsClients.readNFSClients)
	}
	return nil, nil
}

// listed returns the members of a domain that are known after update.
func listed[T any](r *pmda.Request, s *set[T], update func(*pmda.Request) error) ([]libpcp.Instance, error) {
	if err := update(r); err != nil {
		return nil, err
	}
	return s.list(), nil
}
