package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// lastEvent supplies the number of the last event of a device.
func (a *agent) lastEvent(r *pmda.Request) (libpcp.Atom, error) {
	n, err := a.number("/sys/kernel/uevent_seqnum")
	return whole(r, n), absent(err)
}

// zswapEnabled supplies whether swap is compressed.
func (a *agent) zswapEnabled(*pmda.Request) (libpcp.Atom, error) {
	line, _ := a.line("/sys/module/zswap/parameters/enabled")
	return text(line), nil
}

// unusable supplies the sum of the numbers of a line
//
//	Node 0, zone   Normal 0.000 0.000 0.001 0.003
func (a *agent) unusable(r *pmda.Request) (libpcp.Atom, error) {
	text, err := a.textOnce(r, "/sys/kernel/debug/extfrag/unusable_index")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	sum, ok := sumUnusable(text, strings.TrimPrefix(a.nodes.read(r).name(r.Inst), "node"))
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.FloatAtom(sum), nil
}

func sumUnusable(text []byte, node string) (sum float32, ok bool) {
	heading := []byte("Node " + node + ", zone")
	for line := range linesOf(text) {
		rest, found := bytes.CutPrefix(line, heading)
		zone, rest := word(rest)
		if !found || string(zone) != "Normal" {
			continue
		}
		for w, rest := word(rest); len(w) > 0; w, rest = word(rest) {
			sum += float32(real(w))
		}
		ok = true
	}
	return sum, ok
}

var sysfsMetrics = []pmda.Metric{
	{Name: "sysfs.kernel.uevent_seqnum", Cluster: 35, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, Source: from((*agent).lastEvent), OneLine: "number of the last event that the kernel has reported of a device"},
	{Name: "sysfs.kernel.debug.extfrag_unusable", Cluster: 35, Item: 1, Type: float, InDom: nodeInDom, Sem: instant, Source: from((*agent).unusable), OneLine: "how fragmented the memory of each node is, in its zone Normal", Help: "The sum of the shares of free memory that are of no use to allocations of each size, from /sys/kernel/debug/extfrag."},
	{Name: "sysfs.module.zswap.max_pool_percent", Cluster: 35, Item: 2, Type: u32, Sem: instant, Since: release.LinuxMetrics63, Source: fileOrZero("/sys/module/zswap/parameters/max_pool_percent"), OneLine: "largest share of memory that compressed swap may take, in percent"},
	{Name: "sysfs.module.zswap.enabled", Cluster: 35, Item: 3, Type: str, Sem: instant, Since: release.LinuxMetrics63, Source: from((*agent).zswapEnabled), OneLine: "Y if swap is compressed, or else N"},
	{Name: "hyperv.balloon.state", Cluster: 35, Item: 6, Type: u32, Sem: instant, Since: release.LinuxMetrics63, Source: hypervBalloon("state"), OneLine: "state of the Hyper-V balloon"},
	{Name: "hyperv.balloon.pagesize", Cluster: 35, Item: 7, Type: u32, Sem: instant, Units: libpcp.Byte, Since: release.LinuxMetrics63, Source: hypervBalloon("page_size"), OneLine: "size of a page of the Hyper-V balloon"},
	{Name: "hyperv.balloon.onlined", Cluster: 35, Item: 8, Type: u64, Sem: instant, Units: libpcp.Byte, Since: release.LinuxMetrics63, Source: hypervBalloon("pages_added"), OneLine: "memory put to use by the Hyper-V balloon after it was added"},
	{Name: "hyperv.balloon.added", Cluster: 35, Item: 9, Type: u64, Sem: instant, Units: libpcp.Byte, Since: release.LinuxMetrics63, Source: hypervBalloon("pages_onlined"), OneLine: "memory that the Hyper-V balloon has added"},
	{Name: "hyperv.balloon.ballooned", Cluster: 35, Item: 10, Type: u64, Sem: instant, Units: libpcp.Byte, Since: release.LinuxMetrics63, Source: hypervBalloon("pages_ballooned"), OneLine: "memory that the Hyper-V balloon has given back to the host"},
	{Name: "hyperv.balloon.total_committed", Cluster: 35, Item: 11, Type: u64, Sem: instant, Units: libpcp.Byte, Since: release.LinuxMetrics63, Source: hypervBalloon("total_pages_committed"), OneLine: "memory committed, as reported to Hyper-V"},
}

var ksmMetrics = []pmda.Metric{
	{Name: "mem.ksm.full_scans", Cluster: 69, Item: 0, Type: u64, Sem: instant, Units: libpcp.Count, Source: fileOrZero("/sys/kernel/mm/ksm/full_scans"), OneLine: "times all areas to be merged were scanned"},
	{Name: "mem.ksm.merge_across_nodes", Cluster: 69, Item: 1, Type: u64, Sem: instant, Source: fileOrZero("/sys/kernel/mm/ksm/merge_across_nodes"), OneLine: "1 if pages of different NUMA nodes are merged, or else 0"},
	{Name: "mem.ksm.pages_shared", Cluster: 69, Item: 2, Type: u64, Sem: instant, Source: fileOrZero("/sys/kernel/mm/ksm/pages_shared"), OneLine: "merged pages there are"},
	{Name: "mem.ksm.pages_sharing", Cluster: 69, Item: 3, Type: u64, Sem: instant, Source: fileOrZero("/sys/kernel/mm/ksm/pages_sharing"), OneLine: "pages that merging has saved"},
	{Name: "mem.ksm.pages_to_scan", Cluster: 69, Item: 4, Type: u64, Sem: instant, Source: fileOrZero("/sys/kernel/mm/ksm/pages_to_scan"), OneLine: "pages to scan before the next rest"},
	{Name: "mem.ksm.pages_unshared", Cluster: 69, Item: 5, Type: u64, Sem: instant, Units: libpcp.Count, Source: fileOrZero("/sys/kernel/mm/ksm/pages_unshared"), OneLine: "pages scanned again and again that have no equal"},
	{Name: "mem.ksm.pages_volatile", Cluster: 69, Item: 6, Type: u64, Sem: instant, Source: fileOrZero("/sys/kernel/mm/ksm/pages_volatile"), OneLine: "pages that change too often to be merged"},
	{Name: "mem.ksm.run_state", Cluster: 69, Item: 7, Type: u64, Sem: instant, Source: fileOrZero("/sys/kernel/mm/ksm/run"), OneLine: "1 if merging is on, 0 if it is off, 2 if it is off and what was merged is being undone"},
	{Name: "mem.ksm.sleep_time", Cluster: 69, Item: 8, Type: u64, Sem: instant, Units: libpcp.Millisec, Source: fileOrZero("/sys/kernel/mm/ksm/sleep_millisecs"), OneLine: "time that scanning rests for"},
}
