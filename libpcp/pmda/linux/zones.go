package linux

import (
	"bytes"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// zones is /proc/zoneinfo: for each zone of each node
//
//	Node 0, zone      DMA
//	  per-node stats
//	      nr_inactive_anon 44497
//	  pages free     3840
//	        min      10
//	        protection: (0, 3019, 24090)
//	      nr_zspages   0
//
// where the figures of the node stand in its first zone only.
type zones struct {
	file   file
	zones  set[cursor] // "node0" and "DMA::node0", and their lines
	lowmem set[uint64] // "DMA::node0::lowmem_reserved0"
}

var (
	zoneInDom   = &pmda.InDom{Serial: 32, Members: domain[cursor]{nodeZones{}}, OneLine: "the nodes, and their zones", Labels: `{"device_type":["memory","numa_node"],"indom_name":"per zone per numa_node"}`}
	lowmemInDom = &pmda.InDom{Serial: 33, Members: domain[uint64]{lowmemReserves{}}, OneLine: "the zones, and for each the zones allocations are kept from"}
)

type nodeZones struct{}

func (nodeZones) set(r *pmda.Request) *set[cursor] { return &of(r).zones.read(r).zones }

func (z nodeZones) label(r *pmda.Request) string { return zoneLabels(z.set(r).name(r.Inst)) }

type lowmemReserves struct{}

func (lowmemReserves) set(r *pmda.Request) *set[uint64] { return &of(r).zones.read(r).lowmem }

func (l lowmemReserves) label(r *pmda.Request) string { return zoneLabels(l.set(r).name(r.Inst)) }

// zoneLabels are about "node0", "DMA::node0", "DMA::node0::lowmem_reserved1"
// or "DMA::order3::node0".
func zoneLabels(name string) string {
	labels := make([]string, 0, 4)
	for i, part := range strings.Split(name, "::") {
		if n, ok := numbered(part, "node"); ok {
			labels = append(labels, `"numa_node":`+strconv.Itoa(int(n)))
		} else if n, ok := numbered(part, "order"); ok {
			labels = append(labels, `"order":`+strconv.Itoa(int(n)))
		} else if n, ok := numbered(part, "lowmem_reserved"); ok {
			labels = append(labels, `"lowmem_reserved":`+strconv.Itoa(int(n)))
		} else if i == 0 {
			labels = append(labels, `"zone":`+quote(part))
		}
	}
	return `{` + strings.Join(labels, ",") + `}`
}

func (z *zones) read(r *pmda.Request) *zones {
	z.zones.update(r, zoneInDom, func() {
		z.lowmem.begin(r, lowmemInDom)
		z.parse(z.file.of(r, &of(r).host, "/proc/zoneinfo"))
		z.lowmem.end(r, lowmemInDom)
	})
	return z
}

var zoneHeading = []byte("Node ")

func (z *zones) parse(text []byte) {
	_, text, _ = bytes.Cut(text, zoneHeading)
	for len(text) > 0 {
		var block []byte
		if end := bytes.Index(text, []byte("\nNode ")); end >= 0 {
			block, text = text[:end+1], text[end+1+len(zoneHeading):]
		} else {
			block, text = text, nil
		}
		heading, rest := cutLine(block)
		number, zone, ok := bytes.Cut(heading, []byte(", zone"))
		if ok {
			z.addZone("node"+string(number), string(bytes.TrimSpace(zone)), rest)
		}
	}
}

// addZone adds a zone, and its node if it comes with figures of that.
func (z *zones) addZone(node, zone string, lines []byte) {
	before, own, ok := bytes.Cut(lines, []byte("  pages "))
	if !ok {
		return
	}
	if bytes.Contains(before, []byte("per-node stats")) {
		z.zones.add(node).reset(before)
	}
	name := zone + "::" + node
	_, list, _ := bytes.Cut(own, []byte("protection: ("))
	list, _, _ = bytes.Cut(list, []byte(")"))
	for i, pages := range bytes.Split(list, []byte(", ")) {
		n, _ := number(pages)
		*z.lowmem.add(name + "::lowmem_reserved" + strconv.Itoa(i)) = n
	}
	var figures cursor
	figures.reset(own)
	if pages, _ := figures.number("present"); pages == 0 { // the zone has no memory
		z.zones.number(name)
		return
	}
	*z.zones.add(name) = figures
}

// zoneLine is the source of a figure of each zone or node, by its key.
type zoneLine string

// Value is the figure in kilobytes.
func (key zoneLine) Value(r *pmda.Request) (libpcp.Atom, error) {
	z, err := memberOf[cursor](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	n, ok := z.number(string(key))
	if !ok && key == "scanned" {
		n, ok = z.number("node_scanned")
	}
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, of(r).pageKilobytes(n)), nil
}

func reservedPages(n *uint64) uint64 { return *n }

var zoneMetrics = []pmda.Metric{
	{Name: "mem.zoneinfo.free", Cluster: 68, Item: 0, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("free"), OneLine: "memory free, in each zone"},
	{Name: "mem.zoneinfo.min", Cluster: 68, Item: 1, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("min"), OneLine: "memory that allocations must leave free in all cases, in each zone"},
	{Name: "mem.zoneinfo.low", Cluster: 68, Item: 2, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("low"), OneLine: "memory free at which reclaiming starts, in each zone"},
	{Name: "mem.zoneinfo.high", Cluster: 68, Item: 3, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("high"), OneLine: "memory free at which reclaiming ends, in each zone"},
	{Name: "mem.zoneinfo.scanned", Cluster: 68, Item: 4, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("scanned"), OneLine: "memory looked at since the last was reclaimed, in each zone"},
	{Name: "mem.zoneinfo.spanned", Cluster: 68, Item: 5, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("spanned"), OneLine: "memory spanned, holes included, in each zone"},
	{Name: "mem.zoneinfo.present", Cluster: 68, Item: 6, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("present"), OneLine: "memory there, in each zone"},
	{Name: "mem.zoneinfo.managed", Cluster: 68, Item: 7, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("managed"), OneLine: "memory managed by the buddy allocator, in each zone"},
	{Name: "mem.zoneinfo.nr_free_pages", Cluster: 68, Item: 8, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine(""), OneLine: "pages that are free, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_alloc_batch", Cluster: 68, Item: 9, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_alloc_batch"), OneLine: "memory to be allocated before the next zone is tried, in each zone"},
	{Name: "mem.zoneinfo.nr_inactive_anon", Cluster: 68, Item: 10, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_inactive_anon"), OneLine: "inactive pages that belong to no file, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_active_anon", Cluster: 68, Item: 11, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_active_anon"), OneLine: "active pages that belong to no file, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_inactive_file", Cluster: 68, Item: 12, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_inactive_file"), OneLine: "inactive pages of files, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_active_file", Cluster: 68, Item: 13, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_active_file"), OneLine: "active pages of files, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_unevictable", Cluster: 68, Item: 14, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_unevictable"), OneLine: "pages that cannot be reclaimed, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_mlock", Cluster: 68, Item: 15, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_mlock"), OneLine: "pages that mlock(2) keeps in memory, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_anon_pages", Cluster: 68, Item: 16, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_anon_pages"), OneLine: "pages that belong to no file, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_mapped", Cluster: 68, Item: 17, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_mapped"), OneLine: "pages of files that are mapped into processes, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_file_pages", Cluster: 68, Item: 18, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_file_pages"), OneLine: "pages of files, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_dirty", Cluster: 68, Item: 19, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_dirty"), OneLine: "pages that wait to be written, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_writeback", Cluster: 68, Item: 20, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_writeback"), OneLine: "pages that are being written, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_slab_reclaimable", Cluster: 68, Item: 21, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_slab_reclaimable"), OneLine: "pages of data structures that can be given up, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_slab_unreclaimable", Cluster: 68, Item: 22, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_slab_unreclaimable"), OneLine: "pages of data structures that cannot be given up, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_page_table_pages", Cluster: 68, Item: 23, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_page_table_pages"), OneLine: "pages that hold page tables, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_kernel_stack", Cluster: 68, Item: 24, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_kernel_stack"), OneLine: "stacks of tasks in the kernel, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_unstable", Cluster: 68, Item: 25, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_unstable"), OneLine: "pages sent to NFS servers but not yet stored there, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_bounce", Cluster: 68, Item: 26, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_bounce"), OneLine: "pages used as bounce buffers, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_vmscan_write", Cluster: 68, Item: 27, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_vmscan_write"), OneLine: "pages written in order to reclaim them, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_vmscan_immediate_reclaim", Cluster: 68, Item: 28, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_vmscan_immediate_reclaim"), OneLine: "pages reclaimed as soon as they were written, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_writeback_temp", Cluster: 68, Item: 29, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_writeback_temp"), OneLine: "pages used for writing by FUSE, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_isolated_anon", Cluster: 68, Item: 30, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_isolated_anon"), OneLine: "pages without a file that are off the lists for the moment, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_isolated_file", Cluster: 68, Item: 31, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_isolated_file"), OneLine: "pages of files that are off the lists for the moment, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_shmem", Cluster: 68, Item: 32, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_shmem"), OneLine: "pages of shared memory and temporary file systems, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_dirtied", Cluster: 68, Item: 33, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_dirtied"), OneLine: "pages that were changed, ever, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_written", Cluster: 68, Item: 34, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_written"), OneLine: "pages that were written, ever, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.numa_hit", Cluster: 68, Item: 35, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("numa_hit"), OneLine: "pages that came from the node they were meant for, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.numa_miss", Cluster: 68, Item: 36, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("numa_miss"), OneLine: "pages that came from another node than they were meant for, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.numa_foreign", Cluster: 68, Item: 37, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("numa_foreign"), OneLine: "pages meant for a node that came from another, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.numa_interleave", Cluster: 68, Item: 38, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("numa_interleave"), OneLine: "interleaved pages that came from the node they were meant for, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.numa_local", Cluster: 68, Item: 39, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("numa_local"), OneLine: "pages that came from the node of the task, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.numa_other", Cluster: 68, Item: 40, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("numa_other"), OneLine: "pages that came from another node than the task's, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.workingset_refault", Cluster: 68, Item: 41, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_refault"), OneLine: "pages read again after they had been reclaimed, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.workingset_activate", Cluster: 68, Item: 42, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_activate"), OneLine: "pages read again that became active at once, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.workingset_nodereclaim", Cluster: 68, Item: 43, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_nodereclaim"), OneLine: "shadow nodes reclaimed, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_anon_transparent_hugepages", Cluster: 68, Item: 44, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_anon_transparent_hugepages"), OneLine: "huge pages that belong to no file, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_free_cma", Cluster: 68, Item: 45, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_free_cma"), OneLine: "free pages of the contiguous memory allocator, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.cma", Cluster: 68, Item: 46, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("cma"), OneLine: "memory of the contiguous memory allocator, in each zone"},
	{Name: "mem.zoneinfo.nr_swapcached", Cluster: 68, Item: 47, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_swapcached"), OneLine: "memory of pages that are in the swap cache, in each zone or node"},
	{Name: "mem.zoneinfo.nr_shmem_hugepages", Cluster: 68, Item: 48, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_shmem_hugepages"), OneLine: "huge pages of shared memory and temporary file systems, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_shmem_pmdmapped", Cluster: 68, Item: 49, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_shmem_pmdmapped"), OneLine: "huge pages of shared memory mapped as such, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_file_hugepages", Cluster: 68, Item: 50, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_file_hugepages"), OneLine: "huge pages of files, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_file_pmdmapped", Cluster: 68, Item: 51, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_file_pmdmapped"), OneLine: "huge pages of files mapped as such, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_kernel_misc_reclaimable", Cluster: 68, Item: 52, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_kernel_misc_reclaimable"), OneLine: "pages of the kernel that can be given up, slabs apart, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_foll_pin_acquired", Cluster: 68, Item: 53, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_foll_pin_acquired"), OneLine: "pages pinned for use by devices, ever, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_foll_pin_released", Cluster: 68, Item: 54, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_foll_pin_released"), OneLine: "pages unpinned again, ever, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.workingset_refault_anon", Cluster: 68, Item: 55, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_refault_anon"), OneLine: "memory of pages without a file read again after they had been reclaimed, in each zone or node"},
	{Name: "mem.zoneinfo.workingset_refault_file", Cluster: 68, Item: 56, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_refault_file"), OneLine: "memory of pages of files read again after they had been reclaimed, in each zone or node"},
	{Name: "mem.zoneinfo.workingset_active_anon", Cluster: 68, Item: 57, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_activate_anon"), OneLine: "memory of pages without a file that became active at once when read again, in each zone or node"},
	{Name: "mem.zoneinfo.workingset_active_file", Cluster: 68, Item: 58, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_activate_file"), OneLine: "memory of pages of files that became active at once when read again, in each zone or node"},
	{Name: "mem.zoneinfo.workingset_restore_anon", Cluster: 68, Item: 59, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_restore_anon"), OneLine: "memory of pages without a file read again that had been active before, in each zone or node"},
	{Name: "mem.zoneinfo.workingset_restore_file", Cluster: 68, Item: 60, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("workingset_restore_file"), OneLine: "memory of pages of files read again that had been active before, in each zone or node"},
	{Name: "mem.zoneinfo.nr_zspages", Cluster: 68, Item: 61, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_zspages"), OneLine: "pages used by zsmalloc, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_zone_inactive_file", Cluster: 68, Item: 62, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_zone_inactive_file"), OneLine: "inactive pages of files, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_zone_active_file", Cluster: 68, Item: 63, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_zone_active_file"), OneLine: "active pages of files, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_zone_inactive_anon", Cluster: 68, Item: 64, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_zone_inactive_anon"), OneLine: "inactive pages without a file, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_zone_active_anon", Cluster: 68, Item: 65, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_zone_active_anon"), OneLine: "active pages without a file, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_zone_unevictable", Cluster: 68, Item: 66, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_zone_unevictable"), OneLine: "pages that cannot be reclaimed, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.nr_zone_write_pending", Cluster: 68, Item: 67, Type: u64, InDom: zoneInDom, Sem: instant, Units: libpcp.KByte, Source: zoneLine("nr_zone_write_pending"), OneLine: "dirty pages and pages being written, in each zone or node, as memory"},
	{Name: "mem.zoneinfo.protection", Cluster: 70, Item: 0, Type: u64, InDom: lowmemInDom, Sem: instant, Units: libpcp.KByte, Source: eachPages[uint64](reservedPages), OneLine: "memory of each zone that is kept from allocations that other zones could serve"},
}
