package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// meminfo is /proc/meminfo: lines "Key:  number kB".
type meminfo struct {
	file  file
	lines cursor
}

func (m *meminfo) read(r *pmda.Request) *meminfo {
	m.lines.use(r, m.file.of(r, &of(r).host, "/proc/meminfo"))
	return m
}

// memLine is the source of the number on a line; "one - other - other" or "one *
// other" are made of several.
type memLine string

// Value is the number in the metric's unit.
func (key memLine) Value(r *pmda.Request) (libpcp.Atom, error) {
	n, ok := of(r).meminfo.read(r).memory(string(key))
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

func (m *meminfo) memory(key string) (n uint64, ok bool) {
	if pages, size, isProduct := strings.Cut(key, " * "); isProduct {
		n, ok := m.kilobytes(pages)
		size, too := m.kilobytes(size)
		return n * size, ok && too
	}
	key, others, more := strings.Cut(key, " - ")
	n, ok = m.kilobytes(key)
	for ok && more {
		var other uint64
		key, others, more = strings.Cut(others, " - ")
		other, ok = m.kilobytes(key)
		n = less(n, other)
	}
	return n, ok
}

// kilobytes is the number on a line.
func (m *meminfo) kilobytes(key string) (uint64, bool) {
	rest, ok := m.lines.find(func(k []byte) bool {
		return len(k) == len(key)+1 && k[len(key)] == ':' && string(k[:len(key)]) == key
	})
	if !ok {
		return 0, false
	}
	w, _ := word(rest)
	return number(w)
}

// availableMemory supplies the kernel's estimate or, where it has none (before Linux
// 3.14, WSL 1, OpenVZ), one made as the kernel makes it.
func (a *agent) availableMemory(r *pmda.Request) (libpcp.Atom, error) {
	m := a.meminfo.read(r)
	if n, ok := m.kilobytes("MemAvailable"); ok {
		return whole(r, n), nil
	}
	var n [5]int64
	for i, key := range [...]string{"MemTotal", "MemFree", "Active(file)", "Inactive(file)", "SReclaimable"} {
		v, ok := m.kilobytes(key)
		if !ok {
			return libpcp.Atom{}, pmda.NoValue
		}
		n[i] = int64(v)
	}
	free, files, slabs, low := n[1], n[2]+n[3], n[4], a.lowWatermark()
	available := free - low + files - min(files/2, low) + slabs - min(slabs/2, low)
	return whole(r, uint64(max(available, 0))), nil
}

// lowWatermark is the free memory below which the kernel begins to reclaim, in all
// zones together: in bytes, which PCP's agent takes for kilobytes.
func (a *agent) lowWatermark() (sum int64) {
	a.lines("/proc/zoneinfo", func(line []byte) {
		if key, rest := word(line); string(key) == "low" {
			sum += int64(firstNumber(rest) * a.pageSize)
		}
	})
	return sum
}

func (a *agent) sizeOfPage(*pmda.Request) uint64 { return a.pageSize }

var memMetrics = []pmda.Metric{
	{Name: "mem.physmem", Cluster: 1, Item: 0, Type: u64, Sem: discrete, Units: libpcp.KByte, Source: memLine("MemTotal"), OneLine: "size of the physical memory, from MemTotal in /proc/meminfo"},
	{Name: "mem.freemem", Cluster: 1, Item: 10, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("MemFree"), OneLine: "memory that is not used for anything"},
	{Name: "mem.util.used", Cluster: 1, Item: 1, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("MemTotal - MemFree"), OneLine: "memory that is used for anything, caches included", Help: "MemTotal less MemFree. Much of it can be had at once, see mem.util.available."},
	{Name: "mem.util.free", Cluster: 1, Item: 2, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("MemFree"), OneLine: "memory that is not used for anything"},
	{Name: "mem.util.shared", Cluster: 1, Item: 3, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("MemShared"), OneLine: "memory that several processes use (kernels before 2.6)"},
	{Name: "mem.util.bufmem", Cluster: 1, Item: 4, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Buffers"), OneLine: "buffers of block devices"},
	{Name: "mem.util.cached", Cluster: 1, Item: 5, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Cached"), OneLine: "pages of files, but for those in the swap cache"},
	{Name: "mem.util.other", Cluster: 1, Item: 12, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("MemTotal - MemFree - Cached - Buffers"), OneLine: "memory used for other things than caches and buffers"},
	{Name: "mem.util.swapCached", Cluster: 1, Item: 13, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("SwapCached"), OneLine: "pages that are in memory and on a swap device both"},
	{Name: "mem.util.active", Cluster: 1, Item: 14, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Active"), OneLine: "pages that were used not long ago"},
	{Name: "mem.util.inactive", Cluster: 1, Item: 15, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Inactive"), OneLine: "pages that have not been used for a while and may be reclaimed"},
	{Name: "mem.util.highTotal", Cluster: 1, Item: 16, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("HighTotal"), OneLine: "high memory, which the kernel cannot address directly"},
	{Name: "mem.util.highFree", Cluster: 1, Item: 17, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("HighFree"), OneLine: "high memory that is not used"},
	{Name: "mem.util.lowTotal", Cluster: 1, Item: 18, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("LowTotal"), OneLine: "low memory, which the kernel can address directly"},
	{Name: "mem.util.lowFree", Cluster: 1, Item: 19, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("LowFree"), OneLine: "low memory that is not used"},
	{Name: "mem.util.swapTotal", Cluster: 1, Item: 20, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("SwapTotal"), OneLine: "size of the swap space"},
	{Name: "mem.util.swapFree", Cluster: 1, Item: 21, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("SwapFree"), OneLine: "swap space that is not used"},
	{Name: "mem.util.dirty", Cluster: 1, Item: 22, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Dirty"), OneLine: "pages that wait to be written to a device"},
	{Name: "mem.util.writeback", Cluster: 1, Item: 23, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Writeback"), OneLine: "pages that are being written to a device"},
	{Name: "mem.util.mapped", Cluster: 1, Item: 24, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Mapped"), OneLine: "pages of files that are mapped into processes"},
	{Name: "mem.util.slab", Cluster: 1, Item: 25, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Slab"), OneLine: "the kernel's own data structures"},
	{Name: "mem.util.committed_AS", Cluster: 1, Item: 26, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Committed_AS"), OneLine: "memory that processes have been promised, used or not"},
	{Name: "mem.util.pageTables", Cluster: 1, Item: 27, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("PageTables"), OneLine: "page tables, the lowest level of them"},
	{Name: "mem.util.reverseMaps", Cluster: 1, Item: 28, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("ReverseMaps"), OneLine: "maps from pages back to those who use them (kernels before 2.6)"},
	{Name: "mem.util.cache_clean", Cluster: 1, Item: 29, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Cached - Dirty - Writeback"), OneLine: "cached pages that are as they are on the device"},
	{Name: "mem.util.anonpages", Cluster: 1, Item: 30, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("AnonPages"), OneLine: "pages of processes that belong to no file"},
	{Name: "mem.util.commitLimit", Cluster: 1, Item: 31, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("CommitLimit"), OneLine: "memory that can be promised to processes"},
	{Name: "mem.util.bounce", Cluster: 1, Item: 32, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Bounce"), OneLine: "buffers for devices that cannot reach all of memory"},
	{Name: "mem.util.NFS_Unstable", Cluster: 1, Item: 33, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("NFS_Unstable"), OneLine: "pages sent to a server of NFS that it has not yet stored"},
	{Name: "mem.util.slabReclaimable", Cluster: 1, Item: 34, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("SReclaimable"), OneLine: "data structures of the kernel that can be given up"},
	{Name: "mem.util.slabUnreclaimable", Cluster: 1, Item: 35, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("SUnreclaim"), OneLine: "data structures of the kernel that cannot be given up"},
	{Name: "mem.util.active_anon", Cluster: 1, Item: 36, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Active(anon)"), OneLine: "active pages of processes that belong to no file"},
	{Name: "mem.util.inactive_anon", Cluster: 1, Item: 37, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Inactive(anon)"), OneLine: "inactive pages of processes that belong to no file"},
	{Name: "mem.util.active_file", Cluster: 1, Item: 38, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Active(file)"), OneLine: "active pages of files"},
	{Name: "mem.util.inactive_file", Cluster: 1, Item: 39, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Inactive(file)"), OneLine: "inactive pages of files"},
	{Name: "mem.util.unevictable", Cluster: 1, Item: 40, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Unevictable"), OneLine: "pages that cannot be reclaimed"},
	{Name: "mem.util.mlocked", Cluster: 1, Item: 41, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Mlocked"), OneLine: "pages that mlock(2) keeps in memory"},
	{Name: "mem.util.shmem", Cluster: 1, Item: 42, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Shmem"), OneLine: "shared memory and temporary file systems"},
	{Name: "mem.util.kernelStack", Cluster: 1, Item: 43, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("KernelStack"), OneLine: "stacks that tasks have in the kernel"},
	{Name: "mem.util.hugepagesTotal", Cluster: 1, Item: 44, Type: u64, Sem: instant, Units: libpcp.Count, Source: memLine("HugePages_Total"), OneLine: "huge pages in the pool"},
	{Name: "mem.util.hugepagesFree", Cluster: 1, Item: 45, Type: u64, Sem: instant, Units: libpcp.Count, Source: memLine("HugePages_Free"), OneLine: "huge pages in the pool that nobody uses"},
	{Name: "mem.util.hugepagesRsvd", Cluster: 1, Item: 46, Type: u64, Sem: instant, Units: libpcp.Count, Source: memLine("HugePages_Rsvd"), OneLine: "huge pages that are promised but not yet allocated"},
	{Name: "mem.util.hugepagesSurp", Cluster: 1, Item: 47, Type: u64, Sem: instant, Units: libpcp.Count, Source: memLine("HugePages_Surp"), OneLine: "huge pages in the pool in excess of its size"},
	{Name: "mem.util.directMap4k", Cluster: 1, Item: 48, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("DirectMap4k"), OneLine: "memory the kernel maps in pages of 4 KiB"},
	{Name: "mem.util.directMap2M", Cluster: 1, Item: 49, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("DirectMap2M"), OneLine: "memory the kernel maps in pages of 2 MiB"},
	{Name: "mem.util.vmallocTotal", Cluster: 1, Item: 50, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("VmallocTotal"), OneLine: "size of the area for vmalloc"},
	{Name: "mem.util.vmallocUsed", Cluster: 1, Item: 51, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("VmallocUsed"), OneLine: "part of the vmalloc area that is used"},
	{Name: "mem.util.vmallocChunk", Cluster: 1, Item: 52, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("VmallocChunk"), OneLine: "largest free piece of the vmalloc area"},
	{Name: "mem.util.mmap_copy", Cluster: 1, Item: 53, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("MmapCopy"), OneLine: "memory used for copies of mapped files (machines without MMU)"},
	{Name: "mem.util.quicklists", Cluster: 1, Item: 54, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("Quicklists"), OneLine: "page tables that are kept for use"},
	{Name: "mem.util.corrupthardware", Cluster: 1, Item: 55, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("HardwareCorrupted"), OneLine: "memory taken out of use since the hardware found errors"},
	{Name: "mem.util.anonhugepages", Cluster: 1, Item: 56, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("AnonHugePages"), OneLine: "huge pages of processes that belong to no file"},
	{Name: "mem.util.directMap1G", Cluster: 1, Item: 57, Type: u64, Sem: instant, Units: libpcp.KByte, Source: memLine("DirectMap1G"), OneLine: "memory the kernel maps in pages of 1 GiB"},
	{Name: "mem.util.available", Cluster: 1, Item: 58, Type: u64, Sem: instant, Units: libpcp.KByte, Source: from((*agent).availableMemory), OneLine: "estimate of what programs could be given without swapping"},
	{Name: "mem.util.hugepagesTotalBytes", Cluster: 1, Item: 60, Type: u64, Sem: instant, Units: libpcp.Byte, Source: memLine("HugePages_Total * Hugepagesize"), OneLine: "size of the huge pages in the pool"},
	{Name: "mem.util.hugepagesFreeBytes", Cluster: 1, Item: 61, Type: u64, Sem: instant, Units: libpcp.Byte, Source: memLine("HugePages_Free * Hugepagesize"), OneLine: "size of the huge pages that nobody uses"},
	{Name: "mem.util.hugepagesRsvdBytes", Cluster: 1, Item: 62, Type: u64, Sem: instant, Units: libpcp.Byte, Source: memLine("HugePages_Rsvd * Hugepagesize"), OneLine: "size of the huge pages that are promised"},
	{Name: "mem.util.hugepagesSurpBytes", Cluster: 1, Item: 63, Type: u64, Sem: instant, Units: libpcp.Byte, Source: memLine("HugePages_Surp * Hugepagesize"), OneLine: "size of the huge pages in excess of the pool"},
	{Name: "mem.util.shmemhugepages", Cluster: 1, Item: 64, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("ShmemHugePages"), OneLine: "shared memory and tmpfs in huge pages"},
	{Name: "mem.util.shmempmdmapped", Cluster: 1, Item: 65, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("ShmemPmdMapped"), OneLine: "shared memory that processes map as huge pages"},
	{Name: "mem.util.filehugepages", Cluster: 1, Item: 66, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("FileHugePages"), OneLine: "page cache in huge pages"},
	{Name: "mem.util.filepmdmapped", Cluster: 1, Item: 67, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("FilePmdMapped"), OneLine: "page cache that processes map as huge pages"},
	{Name: "mem.util.cmatotal", Cluster: 1, Item: 68, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("CmaTotal"), OneLine: "memory of the contiguous memory allocator"},
	{Name: "mem.util.cmafree", Cluster: 1, Item: 69, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("CmaFree"), OneLine: "unused memory of the contiguous memory allocator"},
	{Name: "mem.util.unaccepted", Cluster: 1, Item: 70, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("Unaccepted"), OneLine: "memory that a confidential guest has not accepted yet"},
	{Name: "mem.util.zswap", Cluster: 1, Item: 71, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("Zswap"), OneLine: "memory that compressed swap pages take"},
	{Name: "mem.util.zswapped", Cluster: 1, Item: 72, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("Zswapped"), OneLine: "size of the pages in compressed swap, uncompressed"},
	{Name: "mem.util.shadowcallstack", Cluster: 1, Item: 73, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("ShadowCallStack"), OneLine: "memory for shadow call stacks"},
	{Name: "mem.util.percpu", Cluster: 1, Item: 74, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: memLine("Percpu"), OneLine: "memory for data of each processor"},
	{Name: "mem.util.kreclaimable", Cluster: 1, Item: 75, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: memLine("KReclaimable"), OneLine: "kernel memory that can be reclaimed"},
	{Name: "mem.util.hugetlb", Cluster: 1, Item: 76, Type: u64, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics72, Source: memLine("Hugetlb"), OneLine: "memory in persistent huge pages of all sizes"},
}

var swapSpaceMetrics = []pmda.Metric{
	{Name: "swap.free", Cluster: 1, Item: 8, Type: u64, Sem: instant, Units: libpcp.Byte, Source: memLine("SwapFree"), OneLine: "swap space that is not used"},
	{Name: "swap.length", Cluster: 1, Item: 6, Type: u64, Sem: instant, Units: libpcp.Byte, Source: memLine("SwapTotal"), OneLine: "size of the swap space"},
	{Name: "swap.used", Cluster: 1, Item: 7, Type: u64, Sem: instant, Units: libpcp.Byte, Source: memLine("SwapTotal - SwapFree"), OneLine: "swap space that is used"},
}
