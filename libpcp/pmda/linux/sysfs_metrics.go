package linux

import "pcptools/libpcp/pmda"

var sysfsMetrics = [...]pmda.Metric{
	{Name: "sysfs.kernel.uevent_seqnum", Cluster: 35, Item: 0, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "number of the last event that the kernel has reported of a device"},
	{Name: "sysfs.kernel.debug.extfrag_unusable", Cluster: 35, Item: 1, Type: float, InDom: nodeInDom, Sem: instant, OneLine: "how fragmented the memory of each node is, in its zone Normal", Help: "The sum of the shares of free memory that are of no use to allocations of each size, from /sys/kernel/debug/extfrag."},
	{Name: "sysfs.module.zswap.max_pool_percent", Cluster: 35, Item: 2, Type: u32, Sem: instant, OneLine: "largest share of memory that compressed swap may take, in percent"},
	{Name: "sysfs.module.zswap.enabled", Cluster: 35, Item: 3, Type: str, Sem: instant, OneLine: "Y if swap is compressed, or else N"},
	{Name: "hyperv.balloon.state", Cluster: 35, Item: 6, Type: u32, Sem: instant, OneLine: "state of the Hyper-V balloon"},
	{Name: "hyperv.balloon.pagesize", Cluster: 35, Item: 7, Type: u32, Sem: instant, Units: pmda.Byte, OneLine: "size of a page of the Hyper-V balloon"},
	{Name: "hyperv.balloon.onlined", Cluster: 35, Item: 8, Type: u64, Sem: instant, Units: pmda.Byte, OneLine: "memory put to use by the Hyper-V balloon after it was added"},
	{Name: "hyperv.balloon.added", Cluster: 35, Item: 9, Type: u64, Sem: instant, Units: pmda.Byte, OneLine: "memory that the Hyper-V balloon has added"},
	{Name: "hyperv.balloon.ballooned", Cluster: 35, Item: 10, Type: u64, Sem: instant, Units: pmda.Byte, OneLine: "memory that the Hyper-V balloon has given back to the host"},
	{Name: "hyperv.balloon.total_committed", Cluster: 35, Item: 11, Type: u64, Sem: instant, Units: pmda.Byte, OneLine: "memory committed, as reported to Hyper-V"},
}
