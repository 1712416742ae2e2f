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

// numa supplies what the files of a node say.
func (n *numa) numa(r *pmda.Request) (libpcp.Atom, error) {
	n.readBandwidths(r)
	kind, name, _ := strings.Cut(r.Metric.Name[len("mem.numa."):], ".")
	folder := nodeFolder + n.nodeName(r.Inst) + "/"
	switch kind {
	case "util":
		return n.nodeMemory(r, folder, name)
	case "alloc":
		return n.nodeAllocations(r, folder, name)
	}
	return n.bandwidth(r)
}

// nodeMemory supplies a number of lines "Node 0 MemTotal: 24684096 kB".
func (c *numa) nodeMemory(r *pmda.Request, folder, name string) (libpcp.Atom, error) {
	text, err := c.smallFiles.whole(r, &c.host, folder+"meminfo")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	pages, inBytes := strings.CutSuffix(name, "Bytes")
	key := nodeKey(pages)
	if c.release.Has(release.ExactNodeKeys) {
		key = " " + key
	}
	n, ok := lastField(text, key)
	if inBytes {
		size, known := c.hugePageSize(r)
		n, ok = n*size, ok && known
	}
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// hugePageSize is in bytes.
func (c *numa) hugePageSize(r *pmda.Request) (uint64, bool) {
	c.mem.reset(c.memFile.of(r, &c.host, "/proc/meminfo"))
	n, ok := c.mem.kilobytes("Hugepagesize")
	return n << 10, ok
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

// nodeKey is what a metric below mem.numa.util is called in the file.
func nodeKey(name string) string {
	switch name {
	case "total", "used":
		return "Mem" + strings.ToUpper(name[:1]) + name[1:]
	}
	return memoryKey(name)
}

// nodeAllocations supplies a number of lines "numa_hit 404286760".
func (c *numa) nodeAllocations(r *pmda.Request, folder, name string) (libpcp.Atom, error) {
	text, err := c.smallFiles.whole(r, &c.host, folder+"numastat")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	rest, ok := after(text, name)
	if !ok {
		if rest, ok = after(text, "numa_"+name); !ok {
			return libpcp.Atom{}, pmda.NoValue
		}
	}
	w, _ := word(rest)
	n, _ := number(w)
	return whole(r, n), nil
}

var numaMetrics = [...]pmda.Metric{
	{Name: "mem.numa.util.total", Cluster: 36, Item: 0, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "size of each NUMA node"},
	{Name: "mem.numa.util.free", Cluster: 36, Item: 1, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "memory that is not used for anything, on each NUMA node"},
	{Name: "mem.numa.util.used", Cluster: 36, Item: 2, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "memory that is used for anything, on each NUMA node"},
	{Name: "mem.numa.util.active", Cluster: 36, Item: 3, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages that were used not long ago, on each NUMA node"},
	{Name: "mem.numa.util.inactive", Cluster: 36, Item: 4, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages that have not been used for a while and may be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.active_anon", Cluster: 36, Item: 5, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "active pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.inactive_anon", Cluster: 36, Item: 6, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "inactive pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.active_file", Cluster: 36, Item: 7, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "active pages of files, on each NUMA node"},
	{Name: "mem.numa.util.inactive_file", Cluster: 36, Item: 8, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "inactive pages of files, on each NUMA node"},
	{Name: "mem.numa.util.highTotal", Cluster: 36, Item: 9, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "high memory, which the kernel cannot address directly, on each NUMA node"},
	{Name: "mem.numa.util.highFree", Cluster: 36, Item: 10, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "high memory that is not used, on each NUMA node"},
	{Name: "mem.numa.util.lowTotal", Cluster: 36, Item: 11, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "low memory, which the kernel can address directly, on each NUMA node"},
	{Name: "mem.numa.util.lowFree", Cluster: 36, Item: 12, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "low memory that is not used, on each NUMA node"},
	{Name: "mem.numa.util.unevictable", Cluster: 36, Item: 13, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages that cannot be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.mlocked", Cluster: 36, Item: 14, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages that mlock(2) keeps in memory, on each NUMA node"},
	{Name: "mem.numa.util.dirty", Cluster: 36, Item: 15, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages that wait to be written to a device, on each NUMA node"},
	{Name: "mem.numa.util.writeback", Cluster: 36, Item: 16, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages that are being written to a device, on each NUMA node"},
	{Name: "mem.numa.util.filePages", Cluster: 36, Item: 17, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages of files, on each NUMA node"},
	{Name: "mem.numa.util.mapped", Cluster: 36, Item: 18, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages of files that are mapped into processes, on each NUMA node"},
	{Name: "mem.numa.util.anonpages", Cluster: 36, Item: 19, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages of processes that belong to no file, on each NUMA node"},
	{Name: "mem.numa.util.shmem", Cluster: 36, Item: 20, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "shared memory and temporary file systems, on each NUMA node"},
	{Name: "mem.numa.util.kernelStack", Cluster: 36, Item: 21, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "stacks that tasks have in the kernel, on each NUMA node"},
	{Name: "mem.numa.util.pageTables", Cluster: 36, Item: 22, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "page tables, the lowest level of them, on each NUMA node"},
	{Name: "mem.numa.util.NFS_Unstable", Cluster: 36, Item: 23, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages sent to a server of NFS that it has not yet stored, on each NUMA node"},
	{Name: "mem.numa.util.bounce", Cluster: 36, Item: 24, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "buffers for devices that cannot reach all of memory, on each NUMA node"},
	{Name: "mem.numa.util.writebackTmp", Cluster: 36, Item: 25, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages used for writing by FUSE, on each NUMA node"},
	{Name: "mem.numa.util.slab", Cluster: 36, Item: 26, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "the kernel's own data structures, on each NUMA node"},
	{Name: "mem.numa.util.slabReclaimable", Cluster: 36, Item: 27, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "data structures of the kernel that can be given up, on each NUMA node"},
	{Name: "mem.numa.util.slabUnreclaimable", Cluster: 36, Item: 28, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "data structures of the kernel that cannot be given up, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesTotal", Cluster: 36, Item: 29, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.Count, OneLine: "huge pages in the pool, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesFree", Cluster: 36, Item: 30, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.Count, OneLine: "huge pages in the pool that nobody uses, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesSurp", Cluster: 36, Item: 31, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.Count, OneLine: "huge pages in the pool in excess of its size, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesTotalBytes", Cluster: 36, Item: 39, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.Byte, OneLine: "size of the huge pages in the pool, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesFreeBytes", Cluster: 36, Item: 40, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.Byte, OneLine: "size of the huge pages that nobody uses, on each NUMA node"},
	{Name: "mem.numa.util.hugepagesSurpBytes", Cluster: 36, Item: 41, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.Byte, OneLine: "size of the huge pages in excess of the pool, on each NUMA node"},
	{Name: "mem.numa.alloc.hit", Cluster: 36, Item: 32, Type: u64, InDom: nodeInDom, Sem: counter, Units: pmda.Count, OneLine: "pages that came from the node they were meant for, on each NUMA node"},
	{Name: "mem.numa.alloc.miss", Cluster: 36, Item: 33, Type: u64, InDom: nodeInDom, Sem: counter, Units: pmda.Count, OneLine: "pages meant for another node that came from this one, on each NUMA node"},
	{Name: "mem.numa.alloc.foreign", Cluster: 36, Item: 34, Type: u64, InDom: nodeInDom, Sem: counter, Units: pmda.Count, OneLine: "pages meant for this node that came from another, on each NUMA node"},
	{Name: "mem.numa.alloc.interleave_hit", Cluster: 36, Item: 35, Type: u64, InDom: nodeInDom, Sem: counter, Units: pmda.Count, OneLine: "interleaved pages that came from the node they were meant for, on each NUMA node"},
	{Name: "mem.numa.alloc.local_node", Cluster: 36, Item: 36, Type: u64, InDom: nodeInDom, Sem: counter, Units: pmda.Count, OneLine: "pages that tasks on the node got from it, on each NUMA node"},
	{Name: "mem.numa.alloc.other_node", Cluster: 36, Item: 37, Type: u64, InDom: nodeInDom, Sem: counter, Units: pmda.Count, OneLine: "pages that tasks on other nodes got from it, on each NUMA node"},
	{Name: "mem.numa.max_bandwidth", Cluster: 36, Item: 38, Type: double, InDom: nodeInDom, Sem: discrete, Units: pmda.MByte | pmda.PerSec, OneLine: "most that can go to and from the memory of each node", Help: "Nothing measures it. Values are what a file linux/bandwidth.conf, beside the agents, says: a line \"Version:1.0\", then lines such as \"node0:1024\"."},
	{Name: "mem.numa.util.swapCached", Cluster: 36, Item: 42, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "pages in memory that are on a swap device, too, on each NUMA node"},
	{Name: "mem.numa.util.kreclaimable", Cluster: 36, Item: 43, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "kernel memory that can be reclaimed, on each NUMA node"},
	{Name: "mem.numa.util.anonhugepages", Cluster: 36, Item: 44, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "memory of processes in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.shmemhugepages", Cluster: 36, Item: 45, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "shared memory and tmpfs in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.shmempmdmapped", Cluster: 36, Item: 46, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "shared memory that processes map as huge pages, on each NUMA node"},
	{Name: "mem.numa.util.filehugepages", Cluster: 36, Item: 47, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "page cache in huge pages, on each NUMA node"},
	{Name: "mem.numa.util.filepmdmapped", Cluster: 36, Item: 48, Type: u64, InDom: nodeInDom, Sem: instant, Units: pmda.KByte, OneLine: "page cache that processes map as huge pages, on each NUMA node"},
}
