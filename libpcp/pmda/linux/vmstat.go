package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// vmstat is /proc/vmstat: lines "name number".
type vmstat struct {
	*machine
	vmFile file
	vm     cursor
}

// vmStat supplies what comes from /proc/vmstat.
func (v *vmstat) vmStat(r *pmda.Request) (libpcp.Atom, error) {
	v.vm.use(r, v.vmFile.of(r, &v.host, "/proc/vmstat"))
	n, ok := v.vm.event(r.Metric.Key)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// event is what a key says: a line, or the sum of those that begin like "key*".
func (c *cursor) event(key string) (uint64, bool) {
	if prefix, ok := strings.CutSuffix(key, "*"); ok {
		return c.sum(prefix), len(c.text) > 0
	}
	n, ok := c.number(key)
	if ok {
		return n, true
	}
	switch key { // what newer kernels count in two parts
	case "nr_slab":
		return c.both("nr_slab_reclaimable", "nr_slab_unreclaimable")
	case "thp_split":
		return c.both("thp_split_page", "thp_split_page_failed")
	}
	return 0, false
}

func (c *cursor) both(one, other string) (uint64, bool) {
	n, ok := c.number(one)
	m, too := c.number(other)
	return n + m, ok && too
}

// number is the number on the line that begins with key.
func (c *cursor) number(key string) (uint64, bool) {
	rest, ok := c.find(func(k []byte) bool { return string(k) == key })
	if !ok {
		return 0, false
	}
	w, _ := word(rest)
	return number(w)
}

// sum is the sum of all lines whose keys begin so.
func (c *cursor) sum(prefix string) (sum uint64) {
	for text := c.text; len(text) > 0; {
		var line []byte
		if line, text = cutLine(text); bytes.HasPrefix(line, []byte(prefix)) {
			_, rest := word(line)
			w, _ := word(rest)
			n, _ := number(w)
			sum += n
		}
	}
	return sum
}

var vmstatMetrics = []pmda.Metric{
	{Name: "mem.vmstat.allocstall", Key: "allocstall", Cluster: 28, Item: 35, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "allocations that had to reclaim pages themselves"},
	{Name: "mem.vmstat.allocstall_dma", Key: "allocstall_dma", Cluster: 28, Item: 154, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "allocations that had to reclaim themselves, for the DMA zone"},
	{Name: "mem.vmstat.allocstall_dma32", Key: "allocstall_dma32", Cluster: 28, Item: 155, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "allocations that had to reclaim themselves, for the zone below 4 GiB"},
	{Name: "mem.vmstat.allocstall_high", Key: "allocstall_high", Cluster: 28, Item: 156, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "allocations that had to reclaim themselves, for the high zone"},
	{Name: "mem.vmstat.allocstall_movable", Key: "allocstall_movable", Cluster: 28, Item: 157, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "allocations that had to reclaim themselves, for the movable zone"},
	{Name: "mem.vmstat.allocstall_normal", Key: "allocstall_normal", Cluster: 28, Item: 158, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "allocations that had to reclaim themselves, for the normal zone"},
	{Name: "mem.vmstat.balloon_deflate", Key: "balloon_deflate", Cluster: 28, Item: 103, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the hypervisor gave back"},
	{Name: "mem.vmstat.balloon_inflate", Key: "balloon_inflate", Cluster: 28, Item: 104, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages given to the hypervisor"},
	{Name: "mem.vmstat.balloon_migrate", Key: "balloon_migrate", Cluster: 28, Item: 105, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages of the balloon that were moved"},
	{Name: "mem.vmstat.compact_blocks_moved", Key: "compact_blocks_moved", Cluster: 28, Item: 57, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "blocks of pages moved in compaction"},
	{Name: "mem.vmstat.compact_daemon_free_scanned", Key: "compact_daemon_free_scanned", Cluster: 28, Item: 159, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the compaction daemon looked at as places to move to"},
	{Name: "mem.vmstat.compact_daemon_migrate_scanned", Key: "compact_daemon_migrate_scanned", Cluster: 28, Item: 160, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the compaction daemon looked at to be moved"},
	{Name: "mem.vmstat.compact_daemon_wake", Key: "compact_daemon_wake", Cluster: 28, Item: 106, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times the compaction daemon was woken"},
	{Name: "mem.vmstat.compact_fail", Key: "compact_fail", Cluster: 28, Item: 58, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "compactions that did not make a huge page"},
	{Name: "mem.vmstat.compact_free_scanned", Key: "compact_free_scanned", Cluster: 28, Item: 107, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages compaction looked at as places to move to"},
	{Name: "mem.vmstat.compact_isolated", Key: "compact_isolated", Cluster: 28, Item: 126, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages taken off the lists for compaction"},
	{Name: "mem.vmstat.compact_migrate_scanned", Key: "compact_migrate_scanned", Cluster: 28, Item: 108, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages compaction looked at to be moved"},
	{Name: "mem.vmstat.compact_pagemigrate_failed", Key: "compact_pagemigrate_failed", Cluster: 28, Item: 59, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that compaction could not move"},
	{Name: "mem.vmstat.compact_pages_moved", Key: "compact_pages_moved", Cluster: 28, Item: 60, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved in compaction"},
	{Name: "mem.vmstat.compact_stall", Key: "compact_stall", Cluster: 28, Item: 61, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "allocations that had to compact memory themselves"},
	{Name: "mem.vmstat.compact_success", Key: "compact_success", Cluster: 28, Item: 62, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "compactions that made a huge page"},
	{Name: "mem.vmstat.drop_pagecache", Key: "drop_pagecache", Cluster: 28, Item: 109, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times the cache of pages was dropped on request"},
	{Name: "mem.vmstat.drop_slab", Key: "drop_slab", Cluster: 28, Item: 110, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times caches of the kernel's objects were dropped on request"},
	{Name: "mem.vmstat.htlb_buddy_alloc_fail", Key: "htlb_buddy_alloc_fail", Cluster: 28, Item: 43, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages that could not be allocated from the buddy allocator"},
	{Name: "mem.vmstat.htlb_buddy_alloc_success", Key: "htlb_buddy_alloc_success", Cluster: 28, Item: 44, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages allocated from the buddy allocator"},
	{Name: "mem.vmstat.kswapd_inodesteal", Key: "kswapd_inodesteal", Cluster: 28, Item: 33, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon reclaimed by freeing inodes"},
	{Name: "mem.vmstat.kswapd_low_wmark_hit_quickly", Key: "kswapd_low_wmark_hit_quickly", Cluster: 28, Item: 87, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times memory soon fell to the low mark again after kswapd slept"},
	{Name: "mem.vmstat.kswapd_high_wmark_hit_quickly", Key: "kswapd_high_wmark_hit_quickly", Cluster: 28, Item: 88, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times memory soon fell below the high mark again after kswapd slept"},
	{Name: "mem.vmstat.kswapd_skip_congestion_wait", Key: "kswapd_skip_congestion_wait", Cluster: 28, Item: 89, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times the kswapd daemon did not wait for a busy device"},
	{Name: "mem.vmstat.kswapd_steal", Key: "kswapd_steal", Cluster: 28, Item: 32, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed by the kswapd daemon"},
	{Name: "mem.vmstat.nr_active_anon", Key: "nr_active_anon", Cluster: 28, Item: 45, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "active pages that belong to no file"},
	{Name: "mem.vmstat.nr_active_file", Key: "nr_active_file", Cluster: 28, Item: 46, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "active pages of files"},
	{Name: "mem.vmstat.nr_anon_pages", Key: "nr_anon_pages", Cluster: 28, Item: 39, Type: u64, Sem: instant, OneLine: "pages that belong to no file"},
	{Name: "mem.vmstat.nr_anon_transparent_hugepages", Key: "nr_anon_transparent_hugepages", Cluster: 28, Item: 90, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages that belong to no file"},
	{Name: "mem.vmstat.nr_bounce", Key: "nr_bounce", Cluster: 28, Item: 40, Type: u64, Sem: instant, OneLine: "pages used as bounce buffers"},
	{Name: "mem.vmstat.nr_dirtied", Key: "nr_dirtied", Cluster: 28, Item: 91, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that were changed, ever"},
	{Name: "mem.vmstat.nr_dirty", Key: "nr_dirty", Cluster: 28, Item: 0, Type: u64, Sem: instant, OneLine: "pages that wait to be written"},
	{Name: "mem.vmstat.nr_dirty_background_threshold", Key: "nr_dirty_background_threshold", Cluster: 28, Item: 92, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "dirty pages at which writing starts in the background"},
	{Name: "mem.vmstat.nr_dirty_threshold", Key: "nr_dirty_threshold", Cluster: 28, Item: 93, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "dirty pages at which processes have to write themselves"},
	{Name: "mem.vmstat.nr_file_hugepages", Key: "nr_file_hugepages", Cluster: 28, Item: 161, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages of files"},
	{Name: "mem.vmstat.nr_file_pages", Key: "nr_file_pages", Cluster: 28, Item: 41, Type: u64, Sem: instant, OneLine: "pages of files"},
	{Name: "mem.vmstat.nr_file_pmdmapped", Key: "nr_file_pmdmapped", Cluster: 28, Item: 162, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages of files mapped as such"},
	{Name: "mem.vmstat.nr_foll_pin_acquired", Key: "nr_foll_pin_acquired", Cluster: 28, Item: 163, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages pinned for use by devices, ever"},
	{Name: "mem.vmstat.nr_foll_pin_released", Key: "nr_foll_pin_released", Cluster: 28, Item: 164, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages unpinned again, ever"},
	{Name: "mem.vmstat.nr_free_cma", Key: "nr_free_cma", Cluster: 28, Item: 111, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "free pages of the contiguous memory allocator"},
	{Name: "mem.vmstat.nr_free_pages", Key: "nr_free_pages", Cluster: 28, Item: 47, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages that are free"},
	{Name: "mem.vmstat.nr_inactive_anon", Key: "nr_inactive_anon", Cluster: 28, Item: 48, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "inactive pages that belong to no file"},
	{Name: "mem.vmstat.nr_inactive_file", Key: "nr_inactive_file", Cluster: 28, Item: 49, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "inactive pages of files"},
	{Name: "mem.vmstat.nr_isolated_anon", Key: "nr_isolated_anon", Cluster: 28, Item: 50, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages without a file that are off the lists for the moment"},
	{Name: "mem.vmstat.nr_isolated_file", Key: "nr_isolated_file", Cluster: 28, Item: 51, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages of files that are off the lists for the moment"},
	{Name: "mem.vmstat.nr_kernel_misc_reclaimable", Key: "nr_kernel_misc_reclaimable", Cluster: 28, Item: 165, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages of the kernel that can be given up, slabs apart"},
	{Name: "mem.vmstat.nr_kernel_stack", Key: "nr_kernel_stack", Cluster: 28, Item: 52, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "stacks of tasks in the kernel"},
	{Name: "mem.vmstat.nr_mapped", Key: "nr_mapped", Cluster: 28, Item: 4, Type: u64, Sem: instant, OneLine: "pages of files that are mapped into processes"},
	{Name: "mem.vmstat.nr_mlock", Key: "nr_mlock", Cluster: 28, Item: 53, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages that mlock(2) keeps in memory"},
	{Name: "mem.vmstat.nr_pages_scanned", Key: "nr_pages_scanned", Cluster: 28, Item: 112, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at since the last one was reclaimed"},
	{Name: "mem.vmstat.nr_page_table_pages", Key: "nr_page_table_pages", Cluster: 28, Item: 3, Type: u64, Sem: instant, OneLine: "pages that hold page tables"},
	{Name: "mem.vmstat.nr_shmem", Key: "nr_shmem", Cluster: 28, Item: 54, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages of shared memory and temporary file systems"},
	{Name: "mem.vmstat.nr_shmem_hugepages", Key: "nr_shmem_hugepages", Cluster: 28, Item: 127, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages of shared memory and temporary file systems"},
	{Name: "mem.vmstat.nr_shmem_pmdmapped", Key: "nr_shmem_pmdmapped", Cluster: 28, Item: 128, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "huge pages of shared memory mapped as such"},
	{Name: "mem.vmstat.nr_slab", Key: "nr_slab", Cluster: 28, Item: 5, Type: u64, Sem: instant, OneLine: "pages of the kernel's own data structures"},
	{Name: "mem.vmstat.nr_slab_reclaimable", Key: "nr_slab_reclaimable", Cluster: 28, Item: 37, Type: u64, Sem: instant, OneLine: "pages of data structures that can be given up"},
	{Name: "mem.vmstat.nr_slab_unreclaimable", Key: "nr_slab_unreclaimable", Cluster: 28, Item: 38, Type: u64, Sem: instant, OneLine: "pages of data structures that cannot be given up"},
	{Name: "mem.vmstat.nr_unevictable", Key: "nr_unevictable", Cluster: 28, Item: 55, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages that cannot be reclaimed"},
	{Name: "mem.vmstat.nr_unstable", Key: "nr_unstable", Cluster: 28, Item: 2, Type: u64, Sem: instant, OneLine: "pages sent to NFS servers but not yet stored there"},
	{Name: "mem.vmstat.nr_vmscan_immediate_reclaim", Key: "nr_vmscan_immediate_reclaim", Cluster: 28, Item: 113, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed as soon as they were written"},
	{Name: "mem.vmstat.nr_vmscan_write", Key: "nr_vmscan_write", Cluster: 28, Item: 42, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages written in order to reclaim them"},
	{Name: "mem.vmstat.nr_writeback", Key: "nr_writeback", Cluster: 28, Item: 1, Type: u64, Sem: instant, OneLine: "pages that are being written"},
	{Name: "mem.vmstat.nr_writeback_temp", Key: "nr_writeback_temp", Cluster: 28, Item: 56, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages used for writing by FUSE"},
	{Name: "mem.vmstat.nr_written", Key: "nr_written", Cluster: 28, Item: 94, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that were written, ever"},
	{Name: "mem.vmstat.nr_zone_active_anon", Key: "nr_zone_active_anon", Cluster: 28, Item: 130, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "active pages without a file, in all zones"},
	{Name: "mem.vmstat.nr_zone_active_file", Key: "nr_zone_active_file", Cluster: 28, Item: 132, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "active pages of files, in all zones"},
	{Name: "mem.vmstat.nr_zone_inactive_anon", Key: "nr_zone_inactive_anon", Cluster: 28, Item: 129, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "inactive pages without a file, in all zones"},
	{Name: "mem.vmstat.nr_zone_inactive_file", Key: "nr_zone_inactive_file", Cluster: 28, Item: 131, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "inactive pages of files, in all zones"},
	{Name: "mem.vmstat.nr_zone_unevictable", Key: "nr_zone_unevictable", Cluster: 28, Item: 133, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages that cannot be reclaimed, in all zones"},
	{Name: "mem.vmstat.nr_zone_write_pending", Key: "nr_zone_write_pending", Cluster: 28, Item: 134, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "dirty pages and pages being written, in all zones"},
	{Name: "mem.vmstat.nr_zspages", Key: "nr_zspages", Cluster: 28, Item: 135, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages used by zsmalloc"},
	{Name: "mem.vmstat.numa_foreign", Key: "numa_foreign", Cluster: 28, Item: 95, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages meant for a node that came from another"},
	{Name: "mem.vmstat.numa_hint_faults", Key: "numa_hint_faults", Cluster: 28, Item: 152, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "faults that NUMA balancing brought about"},
	{Name: "mem.vmstat.numa_hint_faults_local", Key: "numa_hint_faults_local", Cluster: 28, Item: 153, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "faults of NUMA balancing on pages of the task's node"},
	{Name: "mem.vmstat.numa_hit", Key: "numa_hit", Cluster: 28, Item: 96, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that came from the node they were meant for"},
	{Name: "mem.vmstat.numa_huge_pte_updates", Key: "numa_huge_pte_updates", Cluster: 28, Item: 151, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge page table entries marked for NUMA balancing"},
	{Name: "mem.vmstat.numa_interleave", Key: "numa_interleave", Cluster: 28, Item: 97, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "interleaved pages that came from the node they were meant for"},
	{Name: "mem.vmstat.numa_local", Key: "numa_local", Cluster: 28, Item: 98, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that came from the node of the task"},
	{Name: "mem.vmstat.numa_miss", Key: "numa_miss", Cluster: 28, Item: 99, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that came from another node than they were meant for"},
	{Name: "mem.vmstat.numa_other", Key: "numa_other", Cluster: 28, Item: 100, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that came from another node than the task's"},
	{Name: "mem.vmstat.numa_pages_migrated", Key: "numa_pages_migrated", Cluster: 28, Item: 114, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved to another node"},
	{Name: "mem.vmstat.numa_pte_updates", Key: "numa_pte_updates", Cluster: 28, Item: 115, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "page table entries marked for NUMA balancing"},
	{Name: "mem.vmstat.oom_kill", Key: "oom_kill", Cluster: 28, Item: 166, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "processes killed since memory ran out"},
	{Name: "mem.vmstat.pageoutrun", Key: "pageoutrun", Cluster: 28, Item: 34, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times the kswapd daemon was called to reclaim pages"},
	{Name: "mem.vmstat.pgactivate", Key: "pgactivate", Cluster: 28, Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that became active"},
	{Name: "mem.vmstat.pgalloc_dma", Key: "pgalloc_dma", Cluster: 28, Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocated in the DMA zone"},
	{Name: "mem.vmstat.pgalloc_dma32", Key: "pgalloc_dma32", Cluster: 28, Item: 63, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocated in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgalloc_high", Key: "pgalloc_high", Cluster: 28, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocated in the high zone"},
	{Name: "mem.vmstat.pgalloc_movable", Key: "pgalloc_movable", Cluster: 28, Item: 64, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocated in the movable zone"},
	{Name: "mem.vmstat.pgalloc_normal", Key: "pgalloc_normal", Cluster: 28, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocated in the normal zone"},
	{Name: "mem.vmstat.pgrefill_dma32", Key: "pgrefill_dma32", Cluster: 28, Item: 65, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at for deactivation in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgrefill_movable", Key: "pgrefill_movable", Cluster: 28, Item: 66, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at for deactivation in the movable zone"},
	{Name: "mem.vmstat.pgdeactivate", Key: "pgdeactivate", Cluster: 28, Item: 15, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that became inactive"},
	{Name: "mem.vmstat.pgfault", Key: "pgfault", Cluster: 28, Item: 16, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "page faults"},
	{Name: "mem.vmstat.pgfree", Key: "pgfree", Cluster: 28, Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages freed"},
	{Name: "mem.vmstat.pginodesteal", Key: "pginodesteal", Cluster: 28, Item: 30, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed by freeing inodes"},
	{Name: "mem.vmstat.pglazyfreed", Key: "pglazyfreed", Cluster: 28, Item: 116, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages freed that MADV_FREE had marked"},
	{Name: "mem.vmstat.pgmajfault", Key: "pgmajfault", Cluster: 28, Item: 17, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "page faults that had to read from a device"},
	{Name: "mem.vmstat.pgmigrate_fail", Key: "pgmigrate_fail", Cluster: 28, Item: 117, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that could not be moved"},
	{Name: "mem.vmstat.pgmigrate_success", Key: "pgmigrate_success", Cluster: 28, Item: 118, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that were moved"},
	{Name: "mem.vmstat.pgpgin", Key: "pgpgin", Cluster: 28, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "kilobytes read from block devices"},
	{Name: "mem.vmstat.pgpgout", Key: "pgpgout", Cluster: 28, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "kilobytes written to block devices"},
	{Name: "mem.vmstat.pgrefill_dma", Key: "pgrefill_dma", Cluster: 28, Item: 20, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at for deactivation in the DMA zone"},
	{Name: "mem.vmstat.pgrefill_high", Key: "pgrefill_high", Cluster: 28, Item: 18, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at for deactivation in the high zone"},
	{Name: "mem.vmstat.pgrefill_normal", Key: "pgrefill_normal", Cluster: 28, Item: 19, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at for deactivation in the normal zone"},
	{Name: "mem.vmstat.pgrotated", Key: "pgrotated", Cluster: 28, Item: 36, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved to the end of the inactive list to be reclaimed soon"},
	{Name: "mem.vmstat.pgscan_direct", Key: "pgscan_direct", Cluster: 28, Item: 146, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks looked at themselves"},
	{Name: "mem.vmstat.pgscan_direct_dma", Key: "pgscan_direct_dma", Cluster: 28, Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks looked at themselves in the DMA zone"},
	{Name: "mem.vmstat.pgscan_direct_dma32", Key: "pgscan_direct_dma32", Cluster: 28, Item: 67, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks looked at themselves in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgscan_direct_high", Key: "pgscan_direct_high", Cluster: 28, Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks looked at themselves in the high zone"},
	{Name: "mem.vmstat.pgscan_direct_movable", Key: "pgscan_direct_movable", Cluster: 28, Item: 68, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks looked at themselves in the movable zone"},
	{Name: "mem.vmstat.pgscan_direct_normal", Key: "pgscan_direct_normal", Cluster: 28, Item: 28, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks looked at themselves in the normal zone"},
	{Name: "mem.vmstat.pgscan_direct_throttle", Key: "pgscan_direct_throttle", Cluster: 28, Item: 147, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times tasks had to wait before they reclaimed"},
	{Name: "mem.vmstat.pgscan_direct_total", Key: "pgscan_direct*", Cluster: 28, Item: 176, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at by allocating tasks, all zones and kinds together"},
	{Name: "mem.vmstat.pgscan_kswapd", Key: "pgscan_kswapd", Cluster: 28, Item: 148, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon looked at"},
	{Name: "mem.vmstat.pgscan_kswapd_dma", Key: "pgscan_kswapd_dma", Cluster: 28, Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon looked at in the DMA zone"},
	{Name: "mem.vmstat.pgscan_kswapd_dma32", Key: "pgscan_kswapd_dma32", Cluster: 28, Item: 69, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon looked at in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgscan_kswapd_high", Key: "pgscan_kswapd_high", Cluster: 28, Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon looked at in the high zone"},
	{Name: "mem.vmstat.pgscan_kswapd_movable", Key: "pgscan_kswapd_movable", Cluster: 28, Item: 70, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon looked at in the movable zone"},
	{Name: "mem.vmstat.pgscan_kswapd_normal", Key: "pgscan_kswapd_normal", Cluster: 28, Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon looked at in the normal zone"},
	{Name: "mem.vmstat.pgscan_kswapd_total", Key: "pgscan_kswapd*", Cluster: 28, Item: 177, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at by the kswapd daemon, all zones and kinds together"},
	{Name: "mem.vmstat.pgsteal_dma", Key: "pgsteal_dma", Cluster: 28, Item: 23, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed in the DMA zone"},
	{Name: "mem.vmstat.pgsteal_dma32", Key: "pgsteal_dma32", Cluster: 28, Item: 71, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgsteal_file", Key: "pgsteal_file", Cluster: 28, Item: 167, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages of files reclaimed"},
	{Name: "mem.vmstat.pgsteal_high", Key: "pgsteal_high", Cluster: 28, Item: 21, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed in the high zone"},
	{Name: "mem.vmstat.pgsteal_movable", Key: "pgsteal_movable", Cluster: 28, Item: 72, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed in the movable zone"},
	{Name: "mem.vmstat.pgsteal_normal", Key: "pgsteal_normal", Cluster: 28, Item: 22, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed in the normal zone"},
	{Name: "mem.vmstat.pgsteal_kswapd", Key: "pgsteal_kswapd", Cluster: 28, Item: 150, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon reclaimed"},
	{Name: "mem.vmstat.pgsteal_kswapd_dma", Key: "pgsteal_kswapd_dma", Cluster: 28, Item: 138, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon reclaimed in the DMA zone"},
	{Name: "mem.vmstat.pgsteal_kswapd_dma32", Key: "pgsteal_kswapd_dma32", Cluster: 28, Item: 139, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon reclaimed in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgsteal_kswapd_normal", Key: "pgsteal_kswapd_normal", Cluster: 28, Item: 140, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon reclaimed in the normal zone"},
	{Name: "mem.vmstat.pgsteal_kswapd_movable", Key: "pgsteal_kswapd_movable", Cluster: 28, Item: 141, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages the kswapd daemon reclaimed in the movable zone"},
	{Name: "mem.vmstat.pgsteal_direct", Key: "pgsteal_direct", Cluster: 28, Item: 149, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks reclaimed themselves"},
	{Name: "mem.vmstat.pgsteal_direct_dma", Key: "pgsteal_direct_dma", Cluster: 28, Item: 142, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks reclaimed themselves in the DMA zone"},
	{Name: "mem.vmstat.pgsteal_direct_dma32", Key: "pgsteal_direct_dma32", Cluster: 28, Item: 143, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks reclaimed themselves in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgsteal_direct_normal", Key: "pgsteal_direct_normal", Cluster: 28, Item: 144, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks reclaimed themselves in the normal zone"},
	{Name: "mem.vmstat.pgsteal_direct_movable", Key: "pgsteal_direct_movable", Cluster: 28, Item: 145, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages allocating tasks reclaimed themselves in the movable zone"},
	{Name: "mem.vmstat.pgsteal_total", Key: "pgsteal_*", Cluster: 28, Item: 178, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages reclaimed, all zones and kinds together"},
	{Name: "mem.vmstat.pswpin", Key: "pswpin", Cluster: 28, Item: 8, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages read from swap devices"},
	{Name: "mem.vmstat.pswpout", Key: "pswpout", Cluster: 28, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages written to swap devices"},
	{Name: "mem.vmstat.slabs_scanned", Key: "slabs_scanned", Cluster: 28, Item: 31, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "objects of the kernel looked at to be given up"},
	{Name: "mem.vmstat.swap_ra", Key: "swap_ra", Cluster: 28, Item: 168, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages read ahead from swap devices"},
	{Name: "mem.vmstat.swap_ra_hit", Key: "swap_ra_hit", Cluster: 28, Item: 169, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages read ahead from swap devices that were wanted"},
	{Name: "mem.vmstat.thp_collapse_alloc", Key: "thp_collapse_alloc", Cluster: 28, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages made of small pages"},
	{Name: "mem.vmstat.thp_collapse_alloc_failed", Key: "thp_collapse_alloc_failed", Cluster: 28, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages to be made of small ones that could not be allocated"},
	{Name: "mem.vmstat.thp_deferred_split_page", Key: "thp_deferred_split_page", Cluster: 28, Item: 119, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages put on the list of those to be split"},
	{Name: "mem.vmstat.thp_fault_alloc", Key: "thp_fault_alloc", Cluster: 28, Item: 73, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages allocated in page faults"},
	{Name: "mem.vmstat.thp_fault_fallback", Key: "thp_fault_fallback", Cluster: 28, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "page faults that were content with small pages"},
	{Name: "mem.vmstat.thp_fault_fallback_charge", Key: "thp_fault_fallback_charge", Cluster: 28, Item: 170, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "page faults content with small pages since a limit was reached"},
	{Name: "mem.vmstat.thp_file_alloc", Key: "thp_file_alloc", Cluster: 28, Item: 136, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages allocated for files"},
	{Name: "mem.vmstat.thp_file_mapped", Key: "thp_file_mapped", Cluster: 28, Item: 137, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages of files mapped into processes"},
	{Name: "mem.vmstat.thp_split", Key: "thp_split", Cluster: 28, Item: 77, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages split into small ones"},
	{Name: "mem.vmstat.thp_split_page", Key: "thp_split_page", Cluster: 28, Item: 120, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages split"},
	{Name: "mem.vmstat.thp_split_page_failed", Key: "thp_split_page_failed", Cluster: 28, Item: 121, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages that could not be split"},
	{Name: "mem.vmstat.thp_split_pmd", Key: "thp_split_pmd", Cluster: 28, Item: 122, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "entries of page middle directories split"},
	{Name: "mem.vmstat.thp_split_pud", Key: "thp_split_pud", Cluster: 28, Item: 171, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "entries of page upper directories split"},
	{Name: "mem.vmstat.thp_swpout", Key: "thp_swpout", Cluster: 28, Item: 172, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages written to swap devices whole"},
	{Name: "mem.vmstat.thp_swpout_fallback", Key: "thp_swpout_fallback", Cluster: 28, Item: 173, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge pages split before they were written to swap devices"},
	{Name: "mem.vmstat.thp_zero_page_alloc", Key: "thp_zero_page_alloc", Cluster: 28, Item: 101, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge zero pages allocated"},
	{Name: "mem.vmstat.thp_zero_page_alloc_failed", Key: "thp_zero_page_alloc_failed", Cluster: 28, Item: 102, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "huge zero pages that could not be allocated"},
	{Name: "mem.vmstat.unevictable_pgs_cleared", Key: "unevictable_pgs_cleared", Cluster: 28, Item: 78, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "unevictable pages that were freed"},
	{Name: "mem.vmstat.unevictable_pgs_culled", Key: "unevictable_pgs_culled", Cluster: 28, Item: 79, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages put on the unevictable list"},
	{Name: "mem.vmstat.unevictable_pgs_mlocked", Key: "unevictable_pgs_mlocked", Cluster: 28, Item: 80, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages locked into memory"},
	{Name: "mem.vmstat.unevictable_pgs_mlockfreed", Key: "unevictable_pgs_mlockfreed", Cluster: 28, Item: 81, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "locked pages that were freed"},
	{Name: "mem.vmstat.unevictable_pgs_munlocked", Key: "unevictable_pgs_munlocked", Cluster: 28, Item: 82, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages no longer locked into memory"},
	{Name: "mem.vmstat.unevictable_pgs_rescued", Key: "unevictable_pgs_rescued", Cluster: 28, Item: 83, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages taken off the unevictable list"},
	{Name: "mem.vmstat.unevictable_pgs_scanned", Key: "unevictable_pgs_scanned", Cluster: 28, Item: 84, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages looked at for whether they still are unevictable"},
	{Name: "mem.vmstat.unevictable_pgs_stranded", Key: "unevictable_pgs_stranded", Cluster: 28, Item: 85, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "unlocked pages that stayed on the unevictable list"},
	{Name: "mem.vmstat.workingset_activate", Key: "workingset_activate", Cluster: 28, Item: 123, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages read again that became active at once"},
	{Name: "mem.vmstat.workingset_nodes", Key: "workingset_nodes", Cluster: 28, Item: 174, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that hold shadow nodes"},
	{Name: "mem.vmstat.workingset_nodereclaim", Key: "workingset_nodereclaim", Cluster: 28, Item: 124, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "shadow nodes reclaimed"},
	{Name: "mem.vmstat.workingset_refault", Key: "workingset_refault", Cluster: 28, Item: 125, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages read again after they had been reclaimed"},
	{Name: "mem.vmstat.workingset_restore", Key: "workingset_restore", Cluster: 28, Item: 175, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages read again that had been active before"},
	{Name: "mem.vmstat.zone_reclaim_failed", Key: "zone_reclaim_failed", Cluster: 28, Item: 86, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "reclaims within a zone that gave nothing"},
	{Name: "mem.vmstat.pgdemote_direct", Key: "pgdemote_direct", Cluster: 28, Item: 182, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved to slower memory by direct reclaim"},
	{Name: "mem.vmstat.pgdemote_khugepaged", Key: "pgdemote_khugepaged", Cluster: 28, Item: 183, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved to slower memory by khugepaged"},
	{Name: "mem.vmstat.pgdemote_kswapd", Key: "pgdemote_kswapd", Cluster: 28, Item: 184, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved to slower memory by kswapd"},
	{Name: "mem.vmstat.pgdemote_total", Key: "pgdemote_*", Cluster: 28, Item: 185, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved to slower memory"},
	{Name: "mem.vmstat.pgpromote_candidate", Key: "pgpromote_candidate", Cluster: 28, Item: 186, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages that might be moved to faster memory"},
	{Name: "mem.vmstat.pgpromote_success", Key: "pgpromote_success", Cluster: 28, Item: 187, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages moved to faster memory"},
	{Name: "mem.vmstat.pgscan_anon", Key: "pgscan_anon", Cluster: 28, Item: 180, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages of processes scanned"},
	{Name: "mem.vmstat.pgscan_file", Key: "pgscan_file", Cluster: 28, Item: 181, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages of files scanned"},
	{Name: "mem.vmstat.pgscan_khugepaged", Key: "pgscan_khugepaged", Cluster: 28, Item: 188, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages khugepaged scanned"},
	{Name: "mem.vmstat.pgsteal_anon", Key: "pgsteal_anon", Cluster: 28, Item: 179, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages of processes reclaimed"},
	{Name: "mem.vmstat.pgsteal_khugepaged", Key: "pgsteal_khugepaged", Cluster: 28, Item: 189, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "pages khugepaged reclaimed"},
}
