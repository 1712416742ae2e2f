package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// numa is what the directories of nodes say of their memory.
type numa struct {
	*machine
	*nodes
	*meminfo
	*bandwidths
}

// numa supplies what the files of a node say, or its bandwidth.
func (n *numa) numa(r *pmda.Request) (libpcp.Atom, error) {
	n.readBandwidths(r)
	file, key, ok := strings.Cut(r.Metric.Key, " ")
	if !ok {
		return n.bandwidth(r)
	}
	text, err := n.smallFiles.whole(r, &n.host, nodeDir+n.nodeName(r.Inst)+"/"+file)
	switch {
	case err != nil:
		return libpcp.Atom{}, pmda.NoValue
	case file == "meminfo":
		return n.nodeMemory(r, text, key)
	}
	return nodeAllocations(r, text, key)
}

// nodeMemory supplies a number of lines "Node 0 MemTotal: 24684096 kB".
func (n *numa) nodeMemory(r *pmda.Request, text []byte, key string) (libpcp.Atom, error) {
	if n.release.Has(release.ExactNodeKeys) {
		key = " " + key
	}
	value, ok := lastField(text, key)
	if r.Metric.Units == libpcp.Byte { // of huge pages, which are counted
		size, known := n.hugePageSize(r)
		value, ok = value*size, ok && known
	}
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, value), nil
}

// hugePageSize is in bytes.
func (n *numa) hugePageSize(r *pmda.Request) (uint64, bool) {
	n.mem.use(r, n.memFile.of(r, &n.host, "/proc/meminfo"))
	size, ok := n.mem.kilobytes("Hugepagesize")
	return size << 10, ok
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

// nodeAllocations supplies a number of lines "numa_hit 404286760".
func nodeAllocations(r *pmda.Request, text []byte, key string) (libpcp.Atom, error) {
	rest, ok := after(text, key)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	w, _ := word(rest)
	n, _ := number(w)
	return whole(r, n), nil
}

var numaMetrics = []pmda.Metric{
	{Name: "mem.numa.util.total", Key: "meminfo MemTotal", Cluster: 36, Item: 0, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "size of each NUMA node"},
	{Name: "mem.numa.util.free", Key: "meminfo MemFree", Cluster: 36, Item: 1, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory that is not used for anything, on each NUMA node"},
	{Name: "mem.numa.util.used", Key: "meminfo MemUsed", Cluster: 36, Item: 2, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory that is used for anything, on each NUMA node"},
	{Name: "mem.numa.util.active", Key: "meminfo Active", Cluster: 36, Item: 3, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages that were used not long ago, on each NUMA node"},
	{Name: "mem.numa.util.inactive", Key: "meminfo Inactive", Cluster: 36, Item: 4, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages that have not been used for a while and may be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.active_anon", Key: "meminfo Active(anon)", Cluster: 36, Item: 5, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "active pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.inactive_anon", Key: "meminfo Inactive(anon)", Cluster: 36, Item: 6, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "inactive pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.active_file", Key: "meminfo Active(file)", Cluster: 36, Item: 7, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "active pages of files, on each NUMA node"},
	{Name: "mem.numa.util.inactive_file", Key: "meminfo Inactive(file)", Cluster: 36, Item: 8, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "inactive pages of files, on each NUMA node"},
	{Name: "mem.numa.util.highTotal", Key: "meminfo HighTotal", Cluster: 36, Item: 9, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "high memory, which the kernel cannot address directly, on each NUMA node"},
	{Name: "mem.numa.util.highFree", Key: "meminfo HighFree", Cluster: 36, Item: 10, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "high memory that is not used, on each NUMA node"},
	{Name: "mem.numa.util.lowTotal", Key: "meminfo LowTotal", Cluster: 36, Item: 11, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "low memory, which the kernel can address directly, on each NUMA node"},
	{Name: "mem.numa.util.lowFree", Key: "meminfo LowFree", Cluster: 36, Item: 12, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "low memory that is not used, on each NUMA node"},
	{Name: "mem.numa.util.unevictable", Key: "meminfo Unevictable", Cluster: 36, Item: 13, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages that cannot be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.mlocked", Key: "meminfo Mlocked", Cluster: 36, Item: 14, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages that mlock(2) keeps in memory, on each NUMA node"},
	{Name: "mem.numa.util.dirty", Key: "meminfo Dirty", Cluster: 36, Item: 15, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages that wait to be written to a device, on each NUMA node"},
	{Name: "mem.numa.util.writeback", Key: "meminfo Writeback", Cluster: 36, Item: 16, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages that are being written to a device, on each NUMA node"},
	{Name: "mem.numa.util.filePages", Key: "meminfo FilePages", Cluster: 36, Item: 17, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages of files, on each NUMA node"},
	{Name: "mem.numa.util.mapped", Key: "meminfo Mapped", Cluster: 36, Item: 18, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages of files that are mapped into processes, on each NUMA node"},
	{Name: "mem.numa.util.anonpages", Key: "meminfo AnonPages", Cluster: 36, Item: 19, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.shmem", Key: "meminfo Shmem", Cluster: 36, Item: 20, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "shared memory and temporary file systems, on each NUMA node"},
	{Name: "mem.numa.util.kernelStack", Key: "meminfo KernelStack", Cluster: 36, Item: 21, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "stacks that tasks have in the kernel, on each NUMA node"},
	{Name: "mem.numa.util.pageTables", Key: "meminfo PageTables", Cluster: 36, Item: 22, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "page tables, the lowest level of them, on each NUMA node"},
	{Name: "mem.numa.util.NFS_Unstable", Key: "meminfo NFS_Unstable", Cluster: 36, Item: 23, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages sent to a server of NFS that it has not yet stored, on each NUMA node"},
	{Name: "mem.numa.util.bounce", Key: "meminfo Bounce", Cluster: 36, Item: 24, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "buffers for devices that cannot reach all of memory, on each NUMA node"},
	{Name: "mem.numa.util.writebackTmp", Key: "meminfo WritebackTmp", Cluster: 36, Item: 25, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages used for writing by FUSE, on each NUMA node"},
	{Name: "mem.numa.util.slab", Key: "meminfo Slab", Cluster: 36, Item: 26, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "the kernel's own data structures, on each NUMA node"},
	{Name: "mem.numa.util.slabReclaimable", Key: "meminfo SReclaimable", Cluster: 36, Item: 27, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "data structures of the kernel that can be given up, on each NUMA node"},
	{Name: "mem.numa.util.slabUnreclaimable", Key: "meminfo SUnreclaim", Cluster: 36, Item: 28, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "data structures of the kernel that cannot be given up, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesTotal", Key: "meminfo HugePages_Total", Cluster: 36, Item: 29, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Count, OneLine: "huge pages in the pool, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesFree", Key: "meminfo HugePages_Free", Cluster: 36, Item: 30, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Count, OneLine: "huge pages in the pool that nobody uses, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesSurp", Key: "meminfo HugePages_Surp", Cluster: 36, Item: 31, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Count, OneLine: "huge pages in the pool in excess of its size, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesTotalBytes", Key: "meminfo HugePages_Total", Cluster: 36, Item: 39, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Byte, OneLine: "size of the huge pages in the pool, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesFreeBytes", Key: "meminfo HugePages_Free", Cluster: 36, Item: 40, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Byte, OneLine: "size of the huge pages that nobody uses, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesSurpBytes", Key: "meminfo HugePages_Surp", Cluster: 36, Item: 41, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.Byte, OneLine: "size of the huge pages in excess of the pool, on each NUMA node"},
	{Name: "mem.numa.alloc.hit", Key: "numastat numa_hit", Cluster: 36, Item: 32, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, OneLine: "pages that came from the node they were meant for, on each NUMA node"},
	{Name: "mem.numa.alloc.miss", Key: "numastat numa_miss", Cluster: 36, Item: 33, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, OneLine: "pages meant for another node that came from this one, on each NUMA node"},
	{Name: "mem.numa.alloc.foreign", Key: "numastat numa_foreign", Cluster: 36, Item: 34, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, OneLine: "pages meant for this node that came from another, on each NUMA node"},
	{Name: "mem.numa.alloc.interleave_hit", Key: "numastat interleave_hit", Cluster: 36, Item: 35, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, OneLine: "interleaved pages that came from the node they were meant for, on each NUMA node"},
	{Name: "mem.numa.alloc.local_node", Key: "numastat local_node", Cluster: 36, Item: 36, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, OneLine: "pages that tasks on the node got from it, on each NUMA node"},
	{Name: "mem.numa.alloc.other_node", Key: "numastat other_node", Cluster: 36, Item: 37, Type: u64, InDom: nodeInDom, Sem: counter, Units: libpcp.Count, OneLine: "pages that tasks on other nodes got from it, on each NUMA node"},
	{Name: "mem.numa.max_bandwidth", Cluster: 36, Item: 38, Type: double, InDom: nodeInDom, Sem: discrete, Units: libpcp.MByte | libpcp.PerSec, OneLine: "most that can go to and from the memory of each node", Help: "Nothing measures it. Values are what a file linux/bandwidth.conf, beside the agents, says: a line \"Version:1.0\", then lines such as \"node0:1024\"."},
	{Name: "mem.numa.util.swapCached", Key: "meminfo SwapCached", Cluster: 36, Item: 42, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "pages in memory that are on a swap device, too, on each NUMA node"},
	{Name: "mem.numa.util.kreclaimable", Key: "meminfo KReclaimable", Cluster: 36, Item: 43, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "kernel memory that can be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.anonhugepages", Key: "meminfo AnonHugePages", Cluster: 36, Item: 44, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory of processes in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.shmemhugepages", Key: "meminfo ShmemHugePages", Cluster: 36, Item: 45, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "shared memory and tmpfs in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.shmempmdmapped", Key: "meminfo ShmemPmdMapped", Cluster: 36, Item: 46, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "shared memory that processes map as huge pages, on each NUMA node"},
	{Name: "mem.numa.util.filehugepages", Key: "meminfo FileHugePages", Cluster: 36, Item: 47, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "page cache in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.filepmdmapped", Key: "meminfo FilePmdMapped", Cluster: 36, Item: 48, Type: u64, InDom: nodeInDom, Sem: instant, Units: libpcp.KByte, OneLine: "page cache that processes map as huge pages, on each NUMA node"},
}
