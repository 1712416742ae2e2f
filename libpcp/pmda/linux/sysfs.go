package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// ksm supplies what is known of the merging of equal pages.
func (m *machine) ksm(r *pmda.Request) (libpcp.Atom, error) {
	return m.fileOr(r, "/sys/kernel/mm/ksm/"+r.Metric.Key, 0)
}

// sysfs has the values of single files in /sys.
type sysfs struct {
	*machine
	*nodes
}

// sysfs supplies the number of the last event of a device, how fragmented
// memory is, compressed swap and the balloons of virtual machines. Keys are
// "source/key", or the source alone.
func (s *sysfs) sysfs(r *pmda.Request) (libpcp.Atom, error) {
	switch source, key, _ := strings.Cut(r.Metric.Key, "/"); source {
	case "unusable_index":
		return s.unusable(r)
	case "hv-balloon":
		return s.hypervBalloon(r, key), nil
	case "vmmemctl":
		return s.vmwareBalloon(r, key), nil
	case "zswap":
		return s.zswap(r, key)
	}
	n, err := s.number("/sys/kernel/uevent_seqnum")
	return whole(r, n), absent(err)
}

var sysfsMetrics = []pmda.Metric{
	{Name: "sysfs.kernel.uevent_seqnum", Key: "uevent_seqnum", Cluster: 35, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "number of the last event that the kernel has reported of a device"},
	{Name: "sysfs.kernel.debug.extfrag_unusable", Key: "unusable_index", Cluster: 35, Item: 1, Type: float, InDom: nodeInDom, Sem: instant, OneLine: "how fragmented the memory of each node is, in its zone Normal", Help: "The sum of the shares of free memory that are of no use to allocations of each size, from /sys/kernel/debug/extfrag."},
	{Name: "sysfs.module.zswap.max_pool_percent", Key: "zswap/max_pool_percent", Cluster: 35, Item: 2, Type: u32, Sem: instant, OneLine: "largest share of memory that compressed swap may take, in percent"},
	{Name: "sysfs.module.zswap.enabled", Key: "zswap/enabled", Cluster: 35, Item: 3, Type: str, Sem: instant, OneLine: "Y if swap is compressed, or else N"},
	{Name: "hyperv.balloon.state", Key: "hv-balloon/state", Cluster: 35, Item: 6, Type: u32, Sem: instant, OneLine: "state of the Hyper-V balloon"},
	{Name: "hyperv.balloon.pagesize", Key: "hv-balloon/page_size", Cluster: 35, Item: 7, Type: u32, Sem: instant, Units: libpcp.Byte, OneLine: "size of a page of the Hyper-V balloon"},
	{Name: "hyperv.balloon.onlined", Key: "hv-balloon/pages_added", Cluster: 35, Item: 8, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory put to use by the Hyper-V balloon after it was added"},
	{Name: "hyperv.balloon.added", Key: "hv-balloon/pages_onlined", Cluster: 35, Item: 9, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory that the Hyper-V balloon has added"},
	{Name: "hyperv.balloon.ballooned", Key: "hv-balloon/pages_ballooned", Cluster: 35, Item: 10, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory that the Hyper-V balloon has given back to the host"},
	{Name: "hyperv.balloon.total_committed", Key: "hv-balloon/total_pages_committed", Cluster: 35, Item: 11, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory committed, as reported to Hyper-V"},
}

var ksmMetrics = []pmda.Metric{
	{Name: "mem.ksm.full_scans", Key: "full_scans", Cluster: 69, Item: 0, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "times all areas to be merged were scanned"},
	{Name: "mem.ksm.merge_across_nodes", Key: "merge_across_nodes", Cluster: 69, Item: 1, Type: u64, Sem: instant, OneLine: "1 if pages of different NUMA nodes are merged, or else 0"},
	{Name: "mem.ksm.pages_shared", Key: "pages_shared", Cluster: 69, Item: 2, Type: u64, Sem: instant, OneLine: "merged pages there are"},
	{Name: "mem.ksm.pages_sharing", Key: "pages_sharing", Cluster: 69, Item: 3, Type: u64, Sem: instant, OneLine: "pages that merging has saved"},
	{Name: "mem.ksm.pages_to_scan", Key: "pages_to_scan", Cluster: 69, Item: 4, Type: u64, Sem: instant, OneLine: "pages to scan before the next rest"},
	{Name: "mem.ksm.pages_unshared", Key: "pages_unshared", Cluster: 69, Item: 5, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "pages scanned again and again that have no equal"},
	{Name: "mem.ksm.pages_volatile", Key: "pages_volatile", Cluster: 69, Item: 6, Type: u64, Sem: instant, OneLine: "pages that change too often to be merged"},
	{Name: "mem.ksm.run_state", Key: "run", Cluster: 69, Item: 7, Type: u64, Sem: instant, OneLine: "1 if merging is on, 0 if it is off, 2 if it is off and what was merged is being undone"},
	{Name: "mem.ksm.sleep_time", Key: "sleep_millisecs", Cluster: 69, Item: 8, Type: u64, Sem: instant, Units: libpcp.Millisec, OneLine: "time that scanning rests for"},
}
