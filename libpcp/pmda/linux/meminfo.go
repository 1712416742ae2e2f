package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// meminfo is /proc/meminfo: lines "Key:  number kB".
type meminfo struct {
	*machine
	memFile file
	mem     cursor
}

// memory supplies what comes from /proc/meminfo.
func (m *meminfo) memory(r *pmda.Request) (libpcp.Atom, error) {
	if r.Metric.Key == "" { // hinv.pagesize
		return whole(r, m.pageSize), nil
	}
	m.mem.use(r, m.memFile.of(r, &m.host, "/proc/meminfo"))
	n, ok := m.mem.memory(r.Metric.Key)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	switch r.Metric.Units {
	case libpcp.Byte:
		n <<= 10
	case libpcp.MByte:
		n >>= 10
	}
	return whole(r, n), nil
}

// memory is what a key says: a line, "one - other - other" or "one * other".
func (c *cursor) memory(key string) (n uint64, ok bool) {
	if pages, size, isProduct := strings.Cut(key, " * "); isProduct {
		n, ok := c.kilobytes(pages)
		m, too := c.kilobytes(size)
		return n * m, ok && too
	}
	key, others, more := strings.Cut(key, " - ")
	n, ok = c.kilobytes(key)
	for ok && more {
		var m uint64
		key, others, more = strings.Cut(others, " - ")
		m, ok = c.kilobytes(key)
		n = less(n, m)
	}
	return n, ok
}

// kilobytes is the number on a line.
func (c *cursor) kilobytes(key string) (uint64, bool) {
	rest, ok := c.find(func(k []byte) bool {
		return len(k) == len(key)+1 && k[len(key)] == ':' && string(k[:len(key)]) == key
	})
	if !ok {
		return 0, false
	}
	w, _ := word(rest)
	return number(w)
}

var memMetrics = []pmda.Metric{
	{Name: "mem.physmem", Key: "MemTotal", Cluster: 1, Item: 0, Type: u64, Sem: discrete, Units: libpcp.KByte, OneLine: "size of the physical memory, from MemTotal in /proc/meminfo"},
	{Name: "mem.freemem", Key: "MemFree", Cluster: 1, Item: 10, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that is not used for anything"},
	{Name: "mem.util.used", Key: "MemTotal - MemFree", Cluster: 1, Item: 1, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that is used for anything, caches included", Help: "MemTotal less MemFree. Much of it can be had at once, see mem.util.available."},
	{Name: "mem.util.free", Key: "MemFree", Cluster: 1, Item: 2, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that is not used for anything"},
	{Name: "mem.util.shared", Key: "MemShared", Cluster: 1, Item: 3, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that several processes use (kernels before 2.6)"},
	{Name: "mem.util.bufmem", Key: "Buffers", Cluster: 1, Item: 4, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "buffers of block devices"},
	{Name: "mem.util.cached", Key: "Cached", Cluster: 1, Item: 5, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages of files, but for those in the swap cache"},
	{Name: "mem.util.other", Key: "MemTotal - MemFree - Cached - Buffers", Cluster: 1, Item: 12, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory used for other things than caches and buffers"},
	{Name: "mem.util.swapCached", Key: "SwapCached", Cluster: 1, Item: 13, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages that are in memory and on a swap device both"},
	{Name: "mem.util.active", Key: "Active", Cluster: 1, Item: 14, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages that were used not long ago"},
	{Name: "mem.util.inactive", Key: "Inactive", Cluster: 1, Item: 15, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages that have not been used for a while and may be reclaimed"},
	{Name: "mem.util.highTotal", Key: "HighTotal", Cluster: 1, Item: 16, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "high memory, which the kernel cannot address directly"},
	{Name: "mem.util.highFree", Key: "HighFree", Cluster: 1, Item: 17, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "high memory that is not used"},
	{Name: "mem.util.lowTotal", Key: "LowTotal", Cluster: 1, Item: 18, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "low memory, which the kernel can address directly"},
	{Name: "mem.util.lowFree", Key: "LowFree", Cluster: 1, Item: 19, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "low memory that is not used"},
	{Name: "mem.util.swapTotal", Key: "SwapTotal", Cluster: 1, Item: 20, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "size of the swap space"},
	{Name: "mem.util.swapFree", Key: "SwapFree", Cluster: 1, Item: 21, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "swap space that is not used"},
	{Name: "mem.util.dirty", Key: "Dirty", Cluster: 1, Item: 22, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages that wait to be written to a device"},
	{Name: "mem.util.writeback", Key: "Writeback", Cluster: 1, Item: 23, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages that are being written to a device"},
	{Name: "mem.util.mapped", Key: "Mapped", Cluster: 1, Item: 24, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages of files that are mapped into processes"},
	{Name: "mem.util.slab", Key: "Slab", Cluster: 1, Item: 25, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "the kernel's own data structures"},
	{Name: "mem.util.committed_AS", Key: "Committed_AS", Cluster: 1, Item: 26, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that processes have been promised, used or not"},
	{Name: "mem.util.pageTables", Key: "PageTables", Cluster: 1, Item: 27, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "page tables, the lowest level of them"},
	{Name: "mem.util.reverseMaps", Key: "ReverseMaps", Cluster: 1, Item: 28, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "maps from pages back to those who use them (kernels before 2.6)"},
	{Name: "mem.util.cache_clean", Key: "Cached - Dirty - Writeback", Cluster: 1, Item: 29, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "cached pages that are as they are on the device"},
	{Name: "mem.util.anonpages", Key: "AnonPages", Cluster: 1, Item: 30, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages of processes that belong to no file"},
	{Name: "mem.util.commitLimit", Key: "CommitLimit", Cluster: 1, Item: 31, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that can be promised to processes"},
	{Name: "mem.util.bounce", Key: "Bounce", Cluster: 1, Item: 32, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "buffers for devices that cannot reach all of memory"},
	{Name: "mem.util.NFS_Unstable", Key: "NFS_Unstable", Cluster: 1, Item: 33, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages sent to a server of NFS that it has not yet stored"},
	{Name: "mem.util.slabReclaimable", Key: "SReclaimable", Cluster: 1, Item: 34, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "data structures of the kernel that can be given up"},
	{Name: "mem.util.slabUnreclaimable", Key: "SUnreclaim", Cluster: 1, Item: 35, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "data structures of the kernel that cannot be given up"},
	{Name: "mem.util.active_anon", Key: "Active(anon)", Cluster: 1, Item: 36, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "active pages of processes that belong to no file"},
	{Name: "mem.util.inactive_anon", Key: "Inactive(anon)", Cluster: 1, Item: 37, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "inactive pages of processes that belong to no file"},
	{Name: "mem.util.active_file", Key: "Active(file)", Cluster: 1, Item: 38, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "active pages of files"},
	{Name: "mem.util.inactive_file", Key: "Inactive(file)", Cluster: 1, Item: 39, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "inactive pages of files"},
	{Name: "mem.util.unevictable", Key: "Unevictable", Cluster: 1, Item: 40, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages that cannot be reclaimed"},
	{Name: "mem.util.mlocked", Key: "Mlocked", Cluster: 1, Item: 41, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "pages that mlock(2) keeps in memory"},
	{Name: "mem.util.shmem", Key: "Shmem", Cluster: 1, Item: 42, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "shared memory and temporary file systems"},
	{Name: "mem.util.kernelStack", Key: "KernelStack", Cluster: 1, Item: 43, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "stacks that tasks have in the kernel"},
	{Name: "mem.util.hugepagesTotal", Key: "HugePages_Total", Cluster: 1, Item: 44, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages in the pool"},
	{Name: "mem.util.hugepagesFree", Key: "HugePages_Free", Cluster: 1, Item: 45, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages in the pool that nobody uses"},
	{Name: "mem.util.hugepagesRsvd", Key: "HugePages_Rsvd", Cluster: 1, Item: 46, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages that are promised but not yet allocated"},
	{Name: "mem.util.hugepagesSurp", Key: "HugePages_Surp", Cluster: 1, Item: 47, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages in the pool in excess of its size"},
	{Name: "mem.util.directMap4k", Key: "DirectMap4k", Cluster: 1, Item: 48, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory the kernel maps in pages of 4 KiB"},
	{Name: "mem.util.directMap2M", Key: "DirectMap2M", Cluster: 1, Item: 49, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory the kernel maps in pages of 2 MiB"},
	{Name: "mem.util.vmallocTotal", Key: "VmallocTotal", Cluster: 1, Item: 50, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "size of the area for vmalloc"},
	{Name: "mem.util.vmallocUsed", Key: "VmallocUsed", Cluster: 1, Item: 51, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "part of the vmalloc area that is used"},
	{Name: "mem.util.vmallocChunk", Key: "VmallocChunk", Cluster: 1, Item: 52, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "largest free piece of the vmalloc area"},
	{Name: "mem.util.mmap_copy", Key: "MmapCopy", Cluster: 1, Item: 53, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory used for copies of mapped files (machines without MMU)"},
	{Name: "mem.util.quicklists", Key: "Quicklists", Cluster: 1, Item: 54, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "page tables that are kept for use"},
	{Name: "mem.util.corrupthardware", Key: "HardwareCorrupted", Cluster: 1, Item: 55, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory taken out of use since the hardware found errors"},
	{Name: "mem.util.anonhugepages", Key: "AnonHugePages", Cluster: 1, Item: 56, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "huge pages of processes that belong to no file"},
	{Name: "mem.util.directMap1G", Key: "DirectMap1G", Cluster: 1, Item: 57, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory the kernel maps in pages of 1 GiB"},
	{Name: "mem.util.available", Key: "MemAvailable", Cluster: 1, Item: 58, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "estimate of what programs could be given without swapping"},
	{Name: "mem.util.hugepagesTotalBytes", Key: "HugePages_Total * Hugepagesize", Cluster: 1, Item: 60, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "size of the huge pages in the pool"},
	{Name: "mem.util.hugepagesFreeBytes", Key: "HugePages_Free * Hugepagesize", Cluster: 1, Item: 61, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "size of the huge pages that nobody uses"},
	{Name: "mem.util.hugepagesRsvdBytes", Key: "HugePages_Rsvd * Hugepagesize", Cluster: 1, Item: 62, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "size of the huge pages that are promised"},
	{Name: "mem.util.hugepagesSurpBytes", Key: "HugePages_Surp * Hugepagesize", Cluster: 1, Item: 63, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "size of the huge pages in excess of the pool"},
	{Name: "mem.util.shmemhugepages", Key: "ShmemHugePages", Cluster: 1, Item: 64, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "shared memory and tmpfs in huge pages"},
	{Name: "mem.util.shmempmdmapped", Key: "ShmemPmdMapped", Cluster: 1, Item: 65, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "shared memory that processes map as huge pages"},
	{Name: "mem.util.filehugepages", Key: "FileHugePages", Cluster: 1, Item: 66, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "page cache in huge pages"},
	{Name: "mem.util.filepmdmapped", Key: "FilePmdMapped", Cluster: 1, Item: 67, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "page cache that processes map as huge pages"},
	{Name: "mem.util.cmatotal", Key: "CmaTotal", Cluster: 1, Item: 68, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory of the contiguous memory allocator"},
	{Name: "mem.util.cmafree", Key: "CmaFree", Cluster: 1, Item: 69, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "unused memory of the contiguous memory allocator"},
	{Name: "mem.util.unaccepted", Key: "Unaccepted", Cluster: 1, Item: 70, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that a confidential guest has not accepted yet"},
	{Name: "mem.util.zswap", Key: "Zswap", Cluster: 1, Item: 71, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory that compressed swap pages take"},
	{Name: "mem.util.zswapped", Key: "Zswapped", Cluster: 1, Item: 72, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "size of the pages in compressed swap, uncompressed"},
	{Name: "mem.util.shadowcallstack", Key: "ShadowCallStack", Cluster: 1, Item: 73, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory for shadow call stacks"},
	{Name: "mem.util.percpu", Key: "Percpu", Cluster: 1, Item: 74, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory for data of each processor"},
	{Name: "mem.util.kreclaimable", Key: "KReclaimable", Cluster: 1, Item: 75, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "kernel memory that can be reclaimed"},
	{Name: "mem.util.hugetlb", Key: "Hugetlb", Cluster: 1, Item: 76, Type: u64, Sem: instant, Units: libpcp.KByte, OneLine: "memory in persistent huge pages of all sizes"},
}

var swapSpaceMetrics = []pmda.Metric{
	{Name: "swap.free", Key: "SwapFree", Cluster: 1, Item: 8, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "swap space that is not used"},
	{Name: "swap.length", Key: "SwapTotal", Cluster: 1, Item: 6, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "size of the swap space"},
	{Name: "swap.used", Key: "SwapTotal - SwapFree", Cluster: 1, Item: 7, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "swap space that is used"},
}
