package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// nodeFile is a file in the directory of the node r.Inst.
func (a *agent) nodeFile(r *pmda.Request, name string) ([]byte, error) {
	a.bandwidths.read(r) // as the genuine agent does
	return a.textOnce(r, nodeDir+a.nodes.read(r).name(r.Inst)+"/"+name)
}

// nodeMemory is the source of the number of a line "Node 0 MemTotal: 24684096 kB",
// by its key.
type nodeMemory string

// Value is the number in kilobytes, or in bytes if it counts huge pages.
func (key nodeMemory) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	text, err := a.nodeFile(r, "meminfo")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	if a.release.Has(release.ExactNodeKeys) {
		key = " " + key
	}
	value, ok := lastField(text, string(key))
	if r.Metric.Units == libpcp.Byte {
		size, known := a.meminfo.read(r).kilobytes("Hugepagesize")
		value, ok = value*(size<<10), ok && known
	}
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, value), nil
}

// lastField is the number after the last occurrence of a key. As in PCP before
// 7.2.2 that need not be a word: Mapped is the one in FilePmdMapped, in kernels
// that have it.
func lastField(text []byte, key string) (uint64, bool) {
	at := bytes.LastIndex(text, []byte(key+":"))
	if at < 0 {
		return 0, false
	}
	w, _ := word(text[at+len(key)+1:])
	return number(w)
}

// nodeAllocations is the source of the number of a line "numa_hit 404286760", by
// its key.
type nodeAllocations string

func (key nodeAllocations) Value(r *pmda.Request) (libpcp.Atom, error) {
	text, err := of(r).nodeFile(r, "numastat")
	rest, ok := after(text, string(key))
	if err != nil || !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, of(r).allocations.count(nodeKey{r.Inst, string(key)}, firstNumber(rest))), nil
}

// allocations counts pages on.
type allocations map[nodeKey]counted

type nodeKey struct {
	node int32
	key  string
}

// counted is the last number of a file, and the count so far.
type counted struct{ last, total uint64 }

// count returns the count when the file has a number. As in the genuine agent, a number
// that is smaller than the last has wrapped, and one is lost in that.
func (a *allocations) count(key nodeKey, n uint64) uint64 {
	c, known := (*a)[key]
	c.total += n - c.last
	if known && n < c.last {
		c.total--
	}
	c.last = n
	if *a == nil {
		*a = make(allocations)
	}
	(*a)[key] = c
	return c.total
}

var numaMetrics = []pmda.Metric{
	{Name: "mem.numa.util.total", Cluster: 36, Item: 0, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("MemTotal"), OneLine: "size of each NUMA node"},
	{Name: "mem.numa.util.free", Cluster: 36, Item: 1, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("MemFree"), OneLine: "memory that is not used for anything, on each NUMA node"},
	{Name: "mem.numa.util.used", Cluster: 36, Item: 2, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("MemUsed"), OneLine: "memory that is used for anything, on each NUMA node"},
	{Name: "mem.numa.util.active", Cluster: 36, Item: 3, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Active"), OneLine: "pages that were used not long ago, on each NUMA node"},
	{Name: "mem.numa.util.inactive", Cluster: 36, Item: 4, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Inactive"), OneLine: "pages that have not been used for a while and may be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.active_anon", Cluster: 36, Item: 5, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Active(anon)"), OneLine: "active pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.inactive_anon", Cluster: 36, Item: 6, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Inactive(anon)"), OneLine: "inactive pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.active_file", Cluster: 36, Item: 7, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Active(file)"), OneLine: "active pages of files, on each NUMA node"},
	{Name: "mem.numa.util.inactive_file", Cluster: 36, Item: 8, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Inactive(file)"), OneLine: "inactive pages of files, on each NUMA node"},
	{Name: "mem.numa.util.highTotal", Cluster: 36, Item: 9, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("HighTotal"), OneLine: "high memory, which the kernel cannot address directly, on each NUMA node"},
	{Name: "mem.numa.util.highFree", Cluster: 36, Item: 10, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("HighFree"), OneLine: "high memory that is not used, on each NUMA node"},
	{Name: "mem.numa.util.lowTotal", Cluster: 36, Item: 11, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("LowTotal"), OneLine: "low memory, which the kernel can address directly, on each NUMA node"},
	{Name: "mem.numa.util.lowFree", Cluster: 36, Item: 12, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("LowFree"), OneLine: "low memory that is not used, on each NUMA node"},
	{Name: "mem.numa.util.unevictable", Cluster: 36, Item: 13, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Unevictable"), OneLine: "pages that cannot be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.mlocked", Cluster: 36, Item: 14, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Mlocked"), OneLine: "pages that mlock(2) keeps in memory, on each NUMA node"},
	{Name: "mem.numa.util.dirty", Cluster: 36, Item: 15, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Dirty"), OneLine: "pages that wait to be written to a device, on each NUMA node"},
	{Name: "mem.numa.util.writeback", Cluster: 36, Item: 16, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Writeback"), OneLine: "pages that are being written to a device, on each NUMA node"},
	{Name: "mem.numa.util.filePages", Cluster: 36, Item: 17, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("FilePages"), OneLine: "pages of files, on each NUMA node"},
	{Name: "mem.numa.util.mapped", Cluster: 36, Item: 18, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Mapped"), OneLine: "pages of files that are mapped into processes, on each NUMA node"},
	{Name: "mem.numa.util.anonpages", Cluster: 36, Item: 19, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("AnonPages"), OneLine: "pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.shmem", Cluster: 36, Item: 20, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Shmem"), OneLine: "shared memory and temporary file systems, on each NUMA node"},
	{Name: "mem.numa.util.kernelStack", Cluster: 36, Item: 21, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("KernelStack"), OneLine: "stacks that tasks have in the kernel, on each NUMA node"},
	{Name: "mem.numa.util.pageTables", Cluster: 36, Item: 22, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("PageTables"), OneLine: "page tables, the lowest level of them, on each NUMA node"},
	{Name: "mem.numa.util.NFS_Unstable", Cluster: 36, Item: 23, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("NFS_Unstable"), OneLine: "pages sent to a server of NFS that it has not yet stored, on each NUMA node"},
	{Name: "mem.numa.util.bounce", Cluster: 36, Item: 24, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Bounce"), OneLine: "buffers for devices that cannot reach all of memory, on each NUMA node"},
	{Name: "mem.numa.util.writebackTmp", Cluster: 36, Item: 25, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("WritebackTmp"), OneLine: "pages used for writing by FUSE, on each NUMA node"},
	{Name: "mem.numa.util.slab", Cluster: 36, Item: 26, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("Slab"), OneLine: "the kernel's own data structures, on each NUMA node"},
	{Name: "mem.numa.util.slabReclaimable", Cluster: 36, Item: 27, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("SReclaimable"), OneLine: "data structures of the kernel that can be given up, on each NUMA node"},
	{Name: "mem.numa.util.slabUnreclaimable", Cluster: 36, Item: 28, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Source: nodeMemory("SUnreclaim"), OneLine: "data structures of the kernel that cannot be given up, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesTotal", Cluster: 36, Item: 29, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Count, Source: nodeMemory("HugePages_Total"), OneLine: "huge pages in the pool, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesFree", Cluster: 36, Item: 30, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Count, Source: nodeMemory("HugePages_Free"), OneLine: "huge pages in the pool that nobody uses, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesSurp", Cluster: 36, Item: 31, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Count, Source: nodeMemory("HugePages_Surp"), OneLine: "huge pages in the pool in excess of its size, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesTotalBytes", Cluster: 36, Item: 39, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Byte, Source: nodeMemory("HugePages_Total"), OneLine: "size of the huge pages in the pool, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesFreeBytes", Cluster: 36, Item: 40, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Byte, Source: nodeMemory("HugePages_Free"), OneLine: "size of the huge pages that nobody uses, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesSurpBytes", Cluster: 36, Item: 41, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Byte, Source: nodeMemory("HugePages_Surp"), OneLine: "size of the huge pages in excess of the pool, on each NUMA node"},
	{Name: "mem.numa.alloc.hit", Cluster: 36, Item: 32, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, Source: nodeAllocations("numa_hit"), OneLine: "pages that came from the node they were meant for, on each NUMA node"},
	{Name: "mem.numa.alloc.miss", Cluster: 36, Item: 33, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, Source: nodeAllocations("numa_miss"), OneLine: "pages meant for another node that came from this one, on each NUMA node"},
	{Name: "mem.numa.alloc.foreign", Cluster: 36, Item: 34, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, Source: nodeAllocations("numa_foreign"), OneLine: "pages meant for this node that came from another, on each NUMA node"},
	{Name: "mem.numa.alloc.interleave_hit", Cluster: 36, Item: 35, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, Source: nodeAllocations("interleave_hit"), OneLine: "interleaved pages that came from the node they were meant for, on each NUMA node"},
	{Name: "mem.numa.alloc.local_node", Cluster: 36, Item: 36, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, Source: nodeAllocations("local_node"), OneLine: "pages that tasks on the node got from it, on each NUMA node"},
	{Name: "mem.numa.alloc.other_node", Cluster: 36, Item: 37, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, Source: nodeAllocations("other_node"), OneLine: "pages that tasks on other nodes got from it, on each NUMA node"},
	{Name: "mem.numa.max_bandwidth", Cluster: 36, Item: 38, Type: double, InDom: nodeInDom, Sem: discrete, Units: libpcp.MByte | libpcp.PerSec, Source: from((*agent).bandwidth), OneLine: "most that can go to and from the memory of each node", Help: "Nothing measures it. Values are what a file linux/bandwidth.conf, beside the agents, says: a line \"Version:1.0\", then lines such as \"node0:1024\"."},
	{Name: "mem.numa.util.swapCached", Cluster: 36, Item: 42, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: nodeMemory("SwapCached"), OneLine: "pages in memory that are on a swap device, too, on each NUMA node"},
	{Name: "mem.numa.util.kreclaimable", Cluster: 36, Item: 43, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: nodeMemory("KReclaimable"), OneLine: "kernel memory that can be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.anonhugepages", Cluster: 36, Item: 44, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: nodeMemory("AnonHugePages"), OneLine: "memory of processes in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.shmemhugepages", Cluster: 36, Item: 45, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: nodeMemory("ShmemHugePages"), OneLine: "shared memory and tmpfs in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.shmempmdmapped", Cluster: 36, Item: 46, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: nodeMemory("ShmemPmdMapped"), OneLine: "shared memory that processes map as huge pages, on each NUMA node"},
	{Name: "mem.numa.util.filehugepages", Cluster: 36, Item: 47, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: nodeMemory("FileHugePages"), OneLine: "page cache in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.filepmdmapped", Cluster: 36, Item: 48, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: nodeMemory("FilePmdMapped"), OneLine: "page cache that processes map as huge pages, on each NUMA node"},
}
