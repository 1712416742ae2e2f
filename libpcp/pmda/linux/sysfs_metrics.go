package linux

import "pcptools/libpcp/pmda"

var sysfsMetrics = [...]pmda.Metric{
	{Name: "sysfs.kernel.uevent_seqnum", Cluster: 35, Item: 0, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "number of the last event that the kernel has reported of a device"},
	{Name: "sysfs.kernel.debug.extfrag_unusable", Cluster: 35, Item: 1, Type: float, InDom: nodeInDom, Sem: instant, OneLine: "how fragmented the memory of each node is, in its zone Normal", Help: "The sum of the shares of free memory that are of no use to allocations of each size, from /sys/kernel/debug/extfrag."},
}
