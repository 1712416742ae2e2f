package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// vmstat is /proc/vmstat: lines "name number".
type vmstat struct {
	file  file
	lines cursor
}

func (v *vmstat) read(r *pmda.Request) *cursor {
	v.lines.use(r, v.file.of(r, &of(r).host, "/proc/vmstat"))
	return &v.lines
}

// vmLine is the source of the number on a line.
type vmLine string

func (key vmLine) Value(r *pmda.Request) (libpcp.Atom, error) {
	n, ok := of(r).vmstat.read(r).number(string(key))
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// vmParts is the source of a line that newer kernels have in two parts.
type vmParts struct{ whole, one, other string }

// Value is the number, or the sum of the parts.
func (p vmParts) Value(r *pmda.Request) (libpcp.Atom, error) {
	lines := of(r).vmstat.read(r)
	n, ok := lines.number(p.whole)
	if !ok {
		one, has := lines.number(p.one)
		other, too := lines.number(p.other)
		n, ok = one+other, has && too
	}
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// vmSum is the source of the sum of the lines that begin so, without those that are no
// metrics of the release: newer kernels count the same pages in several ways.
type vmSum string

func (prefix vmSum) Value(r *pmda.Request) (libpcp.Atom, error) {
	lines := of(r).vmstat.read(r)
	if len(lines.text) == 0 {
		return libpcp.Atom{}, pmda.NoValue
	}
	var sum uint64
	for i := range vmstatMetrics {
		m := &vmstatMetrics[i]
		key, ok := m.Source.(vmLine)
		if ok && strings.HasPrefix(string(key), string(prefix)) && (m.Since == 0 || of(r).release.Has(m.Since)) {
			n, _ := lines.number(string(key))
			sum += n
		}
	}
	return whole(r, sum), nil
}

var vmstatMetrics = []pmda.Metric{
	{Name: "mem.vmstat.allocstall", Cluster: 28, Item: 35, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("allocstall"), OneLine: "allocations that had to reclaim pages themselves"},
	{Name: "mem.vmstat.allocstall_dma", Cluster: 28, Item: 154, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("allocstall_dma"), OneLine: "allocations that had to reclaim themselves, for the DMA zone"},
	{Name: "mem.vmstat.allocstall_dma32", Cluster: 28, Item: 155, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("allocstall_dma32"), OneLine: "allocations that had to reclaim themselves, for the zone below 4 GiB"},
	{Name: "mem.vmstat.allocstall_high", Cluster: 28, Item: 156, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("allocstall_high"), OneLine: "allocations that had to reclaim themselves, for the high zone"},
	{Name: "mem.vmstat.allocstall_movable", Cluster: 28, Item: 157, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("allocstall_movable"), OneLine: "allocations that had to reclaim themselves, for the movable zone"},
	{Name: "mem.vmstat.allocstall_normal", Cluster: 28, Item: 158, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("allocstall_normal"), OneLine: "allocations that had to reclaim themselves, for the normal zone"},
	{Name: "mem.vmstat.balloon_deflate", Cluster: 28, Item: 103, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("balloon_deflate"), OneLine: "pages the hypervisor gave back"},
	{Name: "mem.vmstat.balloon_inflate", Cluster: 28, Item: 104, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("balloon_inflate"), OneLine: "pages given to the hypervisor"},
	{Name: "mem.vmstat.balloon_migrate", Cluster: 28, Item: 105, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("balloon_migrate"), OneLine: "pages of the balloon that were moved"},
	{Name: "mem.vmstat.compact_blocks_moved", Cluster: 28, Item: 57, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_blocks_moved"), OneLine: "blocks of pages moved in compaction"},
	{Name: "mem.vmstat.compact_daemon_free_scanned", Cluster: 28, Item: 159, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_daemon_free_scanned"), OneLine: "pages the compaction daemon looked at as places to move to"},
	{Name: "mem.vmstat.compact_daemon_migrate_scanned", Cluster: 28, Item: 160, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_daemon_migrate_scanned"), OneLine: "pages the compaction daemon looked at to be moved"},
	{Name: "mem.vmstat.compact_daemon_wake", Cluster: 28, Item: 106, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_daemon_wake"), OneLine: "times the compaction daemon was woken"},
	{Name: "mem.vmstat.compact_fail", Cluster: 28, Item: 58, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_fail"), OneLine: "compactions that did not make a huge page"},
	{Name: "mem.vmstat.compact_free_scanned", Cluster: 28, Item: 107, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_free_scanned"), OneLine: "pages compaction looked at as places to move to"},
	{Name: "mem.vmstat.compact_isolated", Cluster: 28, Item: 126, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_isolated"), OneLine: "pages taken off the lists for compaction"},
	{Name: "mem.vmstat.compact_migrate_scanned", Cluster: 28, Item: 108, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_migrate_scanned"), OneLine: "pages compaction looked at to be moved"},
	{Name: "mem.vmstat.compact_pagemigrate_failed", Cluster: 28, Item: 59, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_pagemigrate_failed"), OneLine: "pages that compaction could not move"},
	{Name: "mem.vmstat.compact_pages_moved", Cluster: 28, Item: 60, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_pages_moved"), OneLine: "pages moved in compaction"},
	{Name: "mem.vmstat.compact_stall", Cluster: 28, Item: 61, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_stall"), OneLine: "allocations that had to compact memory themselves"},
	{Name: "mem.vmstat.compact_success", Cluster: 28, Item: 62, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("compact_success"), OneLine: "compactions that made a huge page"},
	{Name: "mem.vmstat.drop_pagecache", Cluster: 28, Item: 109, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("drop_pagecache"), OneLine: "times the cache of pages was dropped on request"},
	{Name: "mem.vmstat.drop_slab", Cluster: 28, Item: 110, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("drop_slab"), OneLine: "times caches of the kernel's objects were dropped on request"},
	{Name: "mem.vmstat.htlb_buddy_alloc_fail", Cluster: 28, Item: 43, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("htlb_buddy_alloc_fail"), OneLine: "huge pages that could not be allocated from the buddy allocator"},
	{Name: "mem.vmstat.htlb_buddy_alloc_success", Cluster: 28, Item: 44, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("htlb_buddy_alloc_success"), OneLine: "huge pages allocated from the buddy allocator"},
	{Name: "mem.vmstat.kswapd_inodesteal", Cluster: 28, Item: 33, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("kswapd_inodesteal"), OneLine: "pages the kswapd daemon reclaimed by freeing inodes"},
	{Name: "mem.vmstat.kswapd_low_wmark_hit_quickly", Cluster: 28, Item: 87, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("kswapd_low_wmark_hit_quickly"), OneLine: "times memory soon fell to the low mark again after kswapd slept"},
	{Name: "mem.vmstat.kswapd_high_wmark_hit_quickly", Cluster: 28, Item: 88, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("kswapd_high_wmark_hit_quickly"), OneLine: "times memory soon fell below the high mark again after kswapd slept"},
	{Name: "mem.vmstat.kswapd_skip_congestion_wait", Cluster: 28, Item: 89, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("kswapd_skip_congestion_wait"), OneLine: "times the kswapd daemon did not wait for a busy device"},
	{Name: "mem.vmstat.kswapd_steal", Cluster: 28, Item: 32, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("kswapd_steal"), OneLine: "pages reclaimed by the kswapd daemon"},
	{Name: "mem.vmstat.nr_active_anon", Cluster: 28, Item: 45, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_active_anon"), OneLine: "active pages that belong to no file"},
	{Name: "mem.vmstat.nr_active_file", Cluster: 28, Item: 46, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_active_file"), OneLine: "active pages of files"},
	{Name: "mem.vmstat.nr_anon_pages", Cluster: 28, Item: 39, Type: u64, Sem: instant, Source: vmLine("nr_anon_pages"), OneLine: "pages that belong to no file"},
	{Name: "mem.vmstat.nr_anon_transparent_hugepages", Cluster: 28, Item: 90, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_anon_transparent_hugepages"), OneLine: "huge pages that belong to no file"},
	{Name: "mem.vmstat.nr_bounce", Cluster: 28, Item: 40, Type: u64, Sem: instant, Source: vmLine("nr_bounce"), OneLine: "pages used as bounce buffers"},
	{Name: "mem.vmstat.nr_dirtied", Cluster: 28, Item: 91, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("nr_dirtied"), OneLine: "pages that were changed, ever"},
	{Name: "mem.vmstat.nr_dirty", Cluster: 28, Item: 0, Type: u64, Sem: instant, Source: vmLine("nr_dirty"), OneLine: "pages that wait to be written"},
	{Name: "mem.vmstat.nr_dirty_background_threshold", Cluster: 28, Item: 92, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_dirty_background_threshold"), OneLine: "dirty pages at which writing starts in the background"},
	{Name: "mem.vmstat.nr_dirty_threshold", Cluster: 28, Item: 93, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_dirty_threshold"), OneLine: "dirty pages at which processes have to write themselves"},
	{Name: "mem.vmstat.nr_file_hugepages", Cluster: 28, Item: 161, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_file_hugepages"), OneLine: "huge pages of files"},
	{Name: "mem.vmstat.nr_file_pages", Cluster: 28, Item: 41, Type: u64, Sem: instant, Source: vmLine("nr_file_pages"), OneLine: "pages of files"},
	{Name: "mem.vmstat.nr_file_pmdmapped", Cluster: 28, Item: 162, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_file_pmdmapped"), OneLine: "huge pages of files mapped as such"},
	{Name: "mem.vmstat.nr_foll_pin_acquired", Cluster: 28, Item: 163, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_foll_pin_acquired"), OneLine: "pages pinned for use by devices, ever"},
	{Name: "mem.vmstat.nr_foll_pin_released", Cluster: 28, Item: 164, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_foll_pin_released"), OneLine: "pages unpinned again, ever"},
	{Name: "mem.vmstat.nr_free_cma", Cluster: 28, Item: 111, Type: u64, Sem: counter, Units: libpcp.Count, Until: release.InstantFreeCMA, Source: vmLine("nr_free_cma"), OneLine: "free pages of the contiguous memory allocator"},
	{Name: "mem.vmstat.nr_free_cma", Cluster: 28, Item: 111, Type: u64, Sem: instant, Units: libpcp.Count, Since: release.InstantFreeCMA, Source: vmLine("nr_free_cma"), OneLine: "free pages of the contiguous memory allocator"},
	{Name: "mem.vmstat.nr_free_pages", Cluster: 28, Item: 47, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_free_pages"), OneLine: "pages that are free"},
	{Name: "mem.vmstat.nr_inactive_anon", Cluster: 28, Item: 48, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_inactive_anon"), OneLine: "inactive pages that belong to no file"},
	{Name: "mem.vmstat.nr_inactive_file", Cluster: 28, Item: 49, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_inactive_file"), OneLine: "inactive pages of files"},
	{Name: "mem.vmstat.nr_isolated_anon", Cluster: 28, Item: 50, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_isolated_anon"), OneLine: "pages without a file that are off the lists for the moment"},
	{Name: "mem.vmstat.nr_isolated_file", Cluster: 28, Item: 51, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_isolated_file"), OneLine: "pages of files that are off the lists for the moment"},
	{Name: "mem.vmstat.nr_kernel_misc_reclaimable", Cluster: 28, Item: 165, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_kernel_misc_reclaimable"), OneLine: "pages of the kernel that can be given up, slabs apart"},
	{Name: "mem.vmstat.nr_kernel_stack", Cluster: 28, Item: 52, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_kernel_stack"), OneLine: "stacks of tasks in the kernel"},
	{Name: "mem.vmstat.nr_mapped", Cluster: 28, Item: 4, Type: u64, Sem: instant, Source: vmLine("nr_mapped"), OneLine: "pages of files that are mapped into processes"},
	{Name: "mem.vmstat.nr_mlock", Cluster: 28, Item: 53, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_mlock"), OneLine: "pages that mlock(2) keeps in memory"},
	{Name: "mem.vmstat.nr_pages_scanned", Cluster: 28, Item: 112, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("nr_pages_scanned"), OneLine: "pages looked at since the last one was reclaimed"},
	{Name: "mem.vmstat.nr_page_table_pages", Cluster: 28, Item: 3, Type: u64, Sem: instant, Source: vmLine("nr_page_table_pages"), OneLine: "pages that hold page tables"},
	{Name: "mem.vmstat.nr_shmem", Cluster: 28, Item: 54, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_shmem"), OneLine: "pages of shared memory and temporary file systems"},
	{Name: "mem.vmstat.nr_shmem_hugepages", Cluster: 28, Item: 127, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_shmem_hugepages"), OneLine: "huge pages of shared memory and temporary file systems"},
	{Name: "mem.vmstat.nr_shmem_pmdmapped", Cluster: 28, Item: 128, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_shmem_pmdmapped"), OneLine: "huge pages of shared memory mapped as such"},
	{Name: "mem.vmstat.nr_slab", Cluster: 28, Item: 5, Type: u64, Sem: instant, Source: vmParts{"nr_slab", "nr_slab_reclaimable", "nr_slab_unreclaimable"}, OneLine: "pages of the kernel's own data structures"},
	{Name: "mem.vmstat.nr_slab_reclaimable", Cluster: 28, Item: 37, Type: u64, Sem: instant, Source: vmLine("nr_slab_reclaimable"), OneLine: "pages of data structures that can be given up"},
	{Name: "mem.vmstat.nr_slab_unreclaimable", Cluster: 28, Item: 38, Type: u64, Sem: instant, Source: vmLine("nr_slab_unreclaimable"), OneLine: "pages of data structures that cannot be given up"},
	{Name: "mem.vmstat.nr_unevictable", Cluster: 28, Item: 55, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_unevictable"), OneLine: "pages that cannot be reclaimed"},
	{Name: "mem.vmstat.nr_unstable", Cluster: 28, Item: 2, Type: u64, Sem: instant, Source: vmLine("nr_unstable"), OneLine: "pages sent to NFS servers but not yet stored there"},
	{Name: "mem.vmstat.nr_vmscan_immediate_reclaim", Cluster: 28, Item: 113, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("nr_vmscan_immediate_reclaim"), OneLine: "pages reclaimed as soon as they were written"},
	{Name: "mem.vmstat.nr_vmscan_write", Cluster: 28, Item: 42, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("nr_vmscan_write"), OneLine: "pages written in order to reclaim them"},
	{Name: "mem.vmstat.nr_writeback", Cluster: 28, Item: 1, Type: u64, Sem: instant, Source: vmLine("nr_writeback"), OneLine: "pages that are being written"},
	{Name: "mem.vmstat.nr_writeback_temp", Cluster: 28, Item: 56, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_writeback_temp"), OneLine: "pages used for writing by FUSE"},
	{Name: "mem.vmstat.nr_written", Cluster: 28, Item: 94, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("nr_written"), OneLine: "pages that were written, ever"},
	{Name: "mem.vmstat.nr_zone_active_anon", Cluster: 28, Item: 130, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_zone_active_anon"), OneLine: "active pages without a file, in all zones"},
	{Name: "mem.vmstat.nr_zone_active_file", Cluster: 28, Item: 132, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_zone_active_file"), OneLine: "active pages of files, in all zones"},
	{Name: "mem.vmstat.nr_zone_inactive_anon", Cluster: 28, Item: 129, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_zone_inactive_anon"), OneLine: "inactive pages without a file, in all zones"},
	{Name: "mem.vmstat.nr_zone_inactive_file", Cluster: 28, Item: 131, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_zone_inactive_file"), OneLine: "inactive pages of files, in all zones"},
	{Name: "mem.vmstat.nr_zone_unevictable", Cluster: 28, Item: 133, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_zone_unevictable"), OneLine: "pages that cannot be reclaimed, in all zones"},
	{Name: "mem.vmstat.nr_zone_write_pending", Cluster: 28, Item: 134, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_zone_write_pending"), OneLine: "dirty pages and pages being written, in all zones"},
	{Name: "mem.vmstat.nr_zspages", Cluster: 28, Item: 135, Type: u64, Sem: instant, Units: libpcp.Count, Source: vmLine("nr_zspages"), OneLine: "pages used by zsmalloc"},
	{Name: "mem.vmstat.numa_foreign", Cluster: 28, Item: 95, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_foreign"), OneLine: "pages meant for a node that came from another"},
	{Name: "mem.vmstat.numa_hint_faults", Cluster: 28, Item: 152, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_hint_faults"), OneLine: "faults that NUMA balancing brought about"},
	{Name: "mem.vmstat.numa_hint_faults_local", Cluster: 28, Item: 153, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_hint_faults_local"), OneLine: "faults of NUMA balancing on pages of the task's node"},
	{Name: "mem.vmstat.numa_hit", Cluster: 28, Item: 96, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_hit"), OneLine: "pages that came from the node they were meant for"},
	{Name: "mem.vmstat.numa_huge_pte_updates", Cluster: 28, Item: 151, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_huge_pte_updates"), OneLine: "huge page table entries marked for NUMA balancing"},
	{Name: "mem.vmstat.numa_interleave", Cluster: 28, Item: 97, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_interleave"), OneLine: "interleaved pages that came from the node they were meant for"},
	{Name: "mem.vmstat.numa_local", Cluster: 28, Item: 98, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_local"), OneLine: "pages that came from the node of the task"},
	{Name: "mem.vmstat.numa_miss", Cluster: 28, Item: 99, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_miss"), OneLine: "pages that came from another node than they were meant for"},
	{Name: "mem.vmstat.numa_other", Cluster: 28, Item: 100, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_other"), OneLine: "pages that came from another node than the task's"},
	{Name: "mem.vmstat.numa_pages_migrated", Cluster: 28, Item: 114, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_pages_migrated"), OneLine: "pages moved to another node"},
	{Name: "mem.vmstat.numa_pte_updates", Cluster: 28, Item: 115, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("numa_pte_updates"), OneLine: "page table entries marked for NUMA balancing"},
	{Name: "mem.vmstat.oom_kill", Cluster: 28, Item: 166, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("oom_kill"), OneLine: "processes killed since memory ran out"},
	{Name: "mem.vmstat.pageoutrun", Cluster: 28, Item: 34, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pageoutrun"), OneLine: "times the kswapd daemon was called to reclaim pages"},
	{Name: "mem.vmstat.pgactivate", Cluster: 28, Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgactivate"), OneLine: "pages that became active"},
	{Name: "mem.vmstat.pgalloc_dma", Cluster: 28, Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgalloc_dma"), OneLine: "pages allocated in the DMA zone"},
	{Name: "mem.vmstat.pgalloc_dma32", Cluster: 28, Item: 63, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgalloc_dma32"), OneLine: "pages allocated in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgalloc_high", Cluster: 28, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgalloc_high"), OneLine: "pages allocated in the high zone"},
	{Name: "mem.vmstat.pgalloc_movable", Cluster: 28, Item: 64, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgalloc_movable"), OneLine: "pages allocated in the movable zone"},
	{Name: "mem.vmstat.pgalloc_normal", Cluster: 28, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgalloc_normal"), OneLine: "pages allocated in the normal zone"},
	{Name: "mem.vmstat.pgrefill_dma32", Cluster: 28, Item: 65, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgrefill_dma32"), OneLine: "pages looked at for deactivation in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgrefill_movable", Cluster: 28, Item: 66, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgrefill_movable"), OneLine: "pages looked at for deactivation in the movable zone"},
	{Name: "mem.vmstat.pgdeactivate", Cluster: 28, Item: 15, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgdeactivate"), OneLine: "pages that became inactive"},
	{Name: "mem.vmstat.pgfault", Cluster: 28, Item: 16, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgfault"), OneLine: "page faults"},
	{Name: "mem.vmstat.pgfree", Cluster: 28, Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgfree"), OneLine: "pages freed"},
	{Name: "mem.vmstat.pginodesteal", Cluster: 28, Item: 30, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pginodesteal"), OneLine: "pages reclaimed by freeing inodes"},
	{Name: "mem.vmstat.pglazyfreed", Cluster: 28, Item: 116, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pglazyfreed"), OneLine: "pages freed that MADV_FREE had marked"},
	{Name: "mem.vmstat.pgmajfault", Cluster: 28, Item: 17, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgmajfault"), OneLine: "page faults that had to read from a device"},
	{Name: "mem.vmstat.pgmigrate_fail", Cluster: 28, Item: 117, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgmigrate_fail"), OneLine: "pages that could not be moved"},
	{Name: "mem.vmstat.pgmigrate_success", Cluster: 28, Item: 118, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgmigrate_success"), OneLine: "pages that were moved"},
	{Name: "mem.vmstat.pgpgin", Cluster: 28, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgpgin"), OneLine: "kilobytes read from block devices"},
	{Name: "mem.vmstat.pgpgout", Cluster: 28, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgpgout"), OneLine: "kilobytes written to block devices"},
	{Name: "mem.vmstat.pgrefill_dma", Cluster: 28, Item: 20, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgrefill_dma"), OneLine: "pages looked at for deactivation in the DMA zone"},
	{Name: "mem.vmstat.pgrefill_high", Cluster: 28, Item: 18, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgrefill_high"), OneLine: "pages looked at for deactivation in the high zone"},
	{Name: "mem.vmstat.pgrefill_normal", Cluster: 28, Item: 19, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgrefill_normal"), OneLine: "pages looked at for deactivation in the normal zone"},
	{Name: "mem.vmstat.pgrotated", Cluster: 28, Item: 36, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgrotated"), OneLine: "pages moved to the end of the inactive list to be reclaimed soon"},
	{Name: "mem.vmstat.pgscan_direct", Cluster: 28, Item: 146, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_direct"), OneLine: "pages allocating tasks looked at themselves"},
	{Name: "mem.vmstat.pgscan_direct_dma", Cluster: 28, Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_direct_dma"), OneLine: "pages allocating tasks looked at themselves in the DMA zone"},
	{Name: "mem.vmstat.pgscan_direct_dma32", Cluster: 28, Item: 67, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_direct_dma32"), OneLine: "pages allocating tasks looked at themselves in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgscan_direct_high", Cluster: 28, Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_direct_high"), OneLine: "pages allocating tasks looked at themselves in the high zone"},
	{Name: "mem.vmstat.pgscan_direct_movable", Cluster: 28, Item: 68, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_direct_movable"), OneLine: "pages allocating tasks looked at themselves in the movable zone"},
	{Name: "mem.vmstat.pgscan_direct_normal", Cluster: 28, Item: 28, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_direct_normal"), OneLine: "pages allocating tasks looked at themselves in the normal zone"},
	{Name: "mem.vmstat.pgscan_direct_throttle", Cluster: 28, Item: 147, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_direct_throttle"), OneLine: "times tasks had to wait before they reclaimed"},
	{Name: "mem.vmstat.pgscan_direct_total", Cluster: 28, Item: 176, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmSum("pgscan_direct"), OneLine: "pages looked at by allocating tasks, all zones and kinds together"},
	{Name: "mem.vmstat.pgscan_kswapd", Cluster: 28, Item: 148, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_kswapd"), OneLine: "pages the kswapd daemon looked at"},
	{Name: "mem.vmstat.pgscan_kswapd_dma", Cluster: 28, Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_kswapd_dma"), OneLine: "pages the kswapd daemon looked at in the DMA zone"},
	{Name: "mem.vmstat.pgscan_kswapd_dma32", Cluster: 28, Item: 69, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_kswapd_dma32"), OneLine: "pages the kswapd daemon looked at in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgscan_kswapd_high", Cluster: 28, Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_kswapd_high"), OneLine: "pages the kswapd daemon looked at in the high zone"},
	{Name: "mem.vmstat.pgscan_kswapd_movable", Cluster: 28, Item: 70, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_kswapd_movable"), OneLine: "pages the kswapd daemon looked at in the movable zone"},
	{Name: "mem.vmstat.pgscan_kswapd_normal", Cluster: 28, Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgscan_kswapd_normal"), OneLine: "pages the kswapd daemon looked at in the normal zone"},
	{Name: "mem.vmstat.pgscan_kswapd_total", Cluster: 28, Item: 177, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmSum("pgscan_kswapd"), OneLine: "pages looked at by the kswapd daemon, all zones and kinds together"},
	{Name: "mem.vmstat.pgsteal_dma", Cluster: 28, Item: 23, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_dma"), OneLine: "pages reclaimed in the DMA zone"},
	{Name: "mem.vmstat.pgsteal_dma32", Cluster: 28, Item: 71, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_dma32"), OneLine: "pages reclaimed in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgsteal_file", Cluster: 28, Item: 167, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_file"), OneLine: "pages of files reclaimed"},
	{Name: "mem.vmstat.pgsteal_high", Cluster: 28, Item: 21, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_high"), OneLine: "pages reclaimed in the high zone"},
	{Name: "mem.vmstat.pgsteal_movable", Cluster: 28, Item: 72, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_movable"), OneLine: "pages reclaimed in the movable zone"},
	{Name: "mem.vmstat.pgsteal_normal", Cluster: 28, Item: 22, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_normal"), OneLine: "pages reclaimed in the normal zone"},
	{Name: "mem.vmstat.pgsteal_kswapd", Cluster: 28, Item: 150, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_kswapd"), OneLine: "pages the kswapd daemon reclaimed"},
	{Name: "mem.vmstat.pgsteal_kswapd_dma", Cluster: 28, Item: 138, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_kswapd_dma"), OneLine: "pages the kswapd daemon reclaimed in the DMA zone"},
	{Name: "mem.vmstat.pgsteal_kswapd_dma32", Cluster: 28, Item: 139, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_kswapd_dma32"), OneLine: "pages the kswapd daemon reclaimed in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgsteal_kswapd_normal", Cluster: 28, Item: 140, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_kswapd_normal"), OneLine: "pages the kswapd daemon reclaimed in the normal zone"},
	{Name: "mem.vmstat.pgsteal_kswapd_movable", Cluster: 28, Item: 141, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_kswapd_movable"), OneLine: "pages the kswapd daemon reclaimed in the movable zone"},
	{Name: "mem.vmstat.pgsteal_direct", Cluster: 28, Item: 149, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_direct"), OneLine: "pages allocating tasks reclaimed themselves"},
	{Name: "mem.vmstat.pgsteal_direct_dma", Cluster: 28, Item: 142, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_direct_dma"), OneLine: "pages allocating tasks reclaimed themselves in the DMA zone"},
	{Name: "mem.vmstat.pgsteal_direct_dma32", Cluster: 28, Item: 143, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_direct_dma32"), OneLine: "pages allocating tasks reclaimed themselves in the zone below 4 GiB"},
	{Name: "mem.vmstat.pgsteal_direct_normal", Cluster: 28, Item: 144, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_direct_normal"), OneLine: "pages allocating tasks reclaimed themselves in the normal zone"},
	{Name: "mem.vmstat.pgsteal_direct_movable", Cluster: 28, Item: 145, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pgsteal_direct_movable"), OneLine: "pages allocating tasks reclaimed themselves in the movable zone"},
	{Name: "mem.vmstat.pgsteal_total", Cluster: 28, Item: 178, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmSum("pgsteal_"), OneLine: "pages reclaimed, all zones and kinds together"},
	{Name: "mem.vmstat.pswpin", Cluster: 28, Item: 8, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pswpin"), OneLine: "pages read from swap devices"},
	{Name: "mem.vmstat.pswpout", Cluster: 28, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("pswpout"), OneLine: "pages written to swap devices"},
	{Name: "mem.vmstat.slabs_scanned", Cluster: 28, Item: 31, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("slabs_scanned"), OneLine: "objects of the kernel looked at to be given up"},
	{Name: "mem.vmstat.swap_ra", Cluster: 28, Item: 168, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("swap_ra"), OneLine: "pages read ahead from swap devices"},
	{Name: "mem.vmstat.swap_ra_hit", Cluster: 28, Item: 169, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("swap_ra_hit"), OneLine: "pages read ahead from swap devices that were wanted"},
	{Name: "mem.vmstat.thp_collapse_alloc", Cluster: 28, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_collapse_alloc"), OneLine: "huge pages made of small pages"},
	{Name: "mem.vmstat.thp_collapse_alloc_failed", Cluster: 28, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_collapse_alloc_failed"), OneLine: "huge pages to be made of small ones that could not be allocated"},
	{Name: "mem.vmstat.thp_deferred_split_page", Cluster: 28, Item: 119, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_deferred_split_page"), OneLine: "huge pages put on the list of those to be split"},
	{Name: "mem.vmstat.thp_fault_alloc", Cluster: 28, Item: 73, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_fault_alloc"), OneLine: "huge pages allocated in page faults"},
	{Name: "mem.vmstat.thp_fault_fallback", Cluster: 28, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_fault_fallback"), OneLine: "page faults that were content with small pages"},
	{Name: "mem.vmstat.thp_fault_fallback_charge", Cluster: 28, Item: 170, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_fault_fallback_charge"), OneLine: "page faults content with small pages since a limit was reached"},
	{Name: "mem.vmstat.thp_file_alloc", Cluster: 28, Item: 136, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_file_alloc"), OneLine: "huge pages allocated for files"},
	{Name: "mem.vmstat.thp_file_mapped", Cluster: 28, Item: 137, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_file_mapped"), OneLine: "huge pages of files mapped into processes"},
	{Name: "mem.vmstat.thp_split", Cluster: 28, Item: 77, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmParts{"thp_split", "thp_split_page", "thp_split_page_failed"}, OneLine: "huge pages split into small ones"},
	{Name: "mem.vmstat.thp_split_page", Cluster: 28, Item: 120, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_split_page"), OneLine: "huge pages split"},
	{Name: "mem.vmstat.thp_split_page_failed", Cluster: 28, Item: 121, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_split_page_failed"), OneLine: "huge pages that could not be split"},
	{Name: "mem.vmstat.thp_split_pmd", Cluster: 28, Item: 122, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_split_pmd"), OneLine: "entries of page middle directories split"},
	{Name: "mem.vmstat.thp_split_pud", Cluster: 28, Item: 171, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_split_pud"), OneLine: "entries of page upper directories split"},
	{Name: "mem.vmstat.thp_swpout", Cluster: 28, Item: 172, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_swpout"), OneLine: "huge pages written to swap devices whole"},
	{Name: "mem.vmstat.thp_swpout_fallback", Cluster: 28, Item: 173, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_swpout_fallback"), OneLine: "huge pages split before they were written to swap devices"},
	{Name: "mem.vmstat.thp_zero_page_alloc", Cluster: 28, Item: 101, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_zero_page_alloc"), OneLine: "huge zero pages allocated"},
	{Name: "mem.vmstat.thp_zero_page_alloc_failed", Cluster: 28, Item: 102, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("thp_zero_page_alloc_failed"), OneLine: "huge zero pages that could not be allocated"},
	{Name: "mem.vmstat.unevictable_pgs_cleared", Cluster: 28, Item: 78, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_cleared"), OneLine: "unevictable pages that were freed"},
	{Name: "mem.vmstat.unevictable_pgs_culled", Cluster: 28, Item: 79, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_culled"), OneLine: "pages put on the unevictable list"},
	{Name: "mem.vmstat.unevictable_pgs_mlocked", Cluster: 28, Item: 80, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_mlocked"), OneLine: "pages locked into memory"},
	{Name: "mem.vmstat.unevictable_pgs_mlockfreed", Cluster: 28, Item: 81, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_mlockfreed"), OneLine: "locked pages that were freed"},
	{Name: "mem.vmstat.unevictable_pgs_munlocked", Cluster: 28, Item: 82, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_munlocked"), OneLine: "pages no longer locked into memory"},
	{Name: "mem.vmstat.unevictable_pgs_rescued", Cluster: 28, Item: 83, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_rescued"), OneLine: "pages taken off the unevictable list"},
	{Name: "mem.vmstat.unevictable_pgs_scanned", Cluster: 28, Item: 84, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_scanned"), OneLine: "pages looked at for whether they still are unevictable"},
	{Name: "mem.vmstat.unevictable_pgs_stranded", Cluster: 28, Item: 85, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("unevictable_pgs_stranded"), OneLine: "unlocked pages that stayed on the unevictable list"},
	{Name: "mem.vmstat.workingset_activate", Cluster: 28, Item: 123, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("workingset_activate"), OneLine: "pages read again that became active at once"},
	{Name: "mem.vmstat.workingset_nodes", Cluster: 28, Item: 174, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("workingset_nodes"), OneLine: "pages that hold shadow nodes"},
	{Name: "mem.vmstat.workingset_nodereclaim", Cluster: 28, Item: 124, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("workingset_nodereclaim"), OneLine: "shadow nodes reclaimed"},
	{Name: "mem.vmstat.workingset_refault", Cluster: 28, Item: 125, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("workingset_refault"), OneLine: "pages read again after they had been reclaimed"},
	{Name: "mem.vmstat.workingset_restore", Cluster: 28, Item: 175, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("workingset_restore"), OneLine: "pages read again that had been active before"},
	{Name: "mem.vmstat.zone_reclaim_failed", Cluster: 28, Item: 86, Type: u64, Sem: counter, Units: libpcp.Count, Source: vmLine("zone_reclaim_failed"), OneLine: "reclaims within a zone that gave nothing"},
	{Name: "mem.vmstat.pgdemote_direct", Cluster: 28, Item: 182, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgdemote_direct"), OneLine: "pages moved to slower memory by direct reclaim"},
	{Name: "mem.vmstat.pgdemote_khugepaged", Cluster: 28, Item: 183, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgdemote_khugepaged"), OneLine: "pages moved to slower memory by khugepaged"},
	{Name: "mem.vmstat.pgdemote_kswapd", Cluster: 28, Item: 184, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgdemote_kswapd"), OneLine: "pages moved to slower memory by kswapd"},
	{Name: "mem.vmstat.pgdemote_total", Cluster: 28, Item: 185, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmSum("pgdemote_"), OneLine: "pages moved to slower memory"},
	{Name: "mem.vmstat.pgpromote_candidate", Cluster: 28, Item: 186, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgpromote_candidate"), OneLine: "pages that might be moved to faster memory"},
	{Name: "mem.vmstat.pgpromote_success", Cluster: 28, Item: 187, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgpromote_success"), OneLine: "pages moved to faster memory"},
	{Name: "mem.vmstat.pgscan_anon", Cluster: 28, Item: 180, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgscan_anon"), OneLine: "pages of processes scanned"},
	{Name: "mem.vmstat.pgscan_file", Cluster: 28, Item: 181, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgscan_file"), OneLine: "pages of files scanned"},
	{Name: "mem.vmstat.pgscan_khugepaged", Cluster: 28, Item: 188, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgscan_khugepaged"), OneLine: "pages khugepaged scanned"},
	{Name: "mem.vmstat.pgsteal_anon", Cluster: 28, Item: 179, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgsteal_anon"), OneLine: "pages of processes reclaimed"},
	{Name: "mem.vmstat.pgsteal_khugepaged", Cluster: 28, Item: 189, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: vmLine("pgsteal_khugepaged"), OneLine: "pages khugepaged reclaimed"},
}
