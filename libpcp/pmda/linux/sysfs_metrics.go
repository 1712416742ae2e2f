package linux

import "pcptools/libpcp/pmda"

var sysfsMetrics = [...]pmda.Metric{
	{Name: "sysfs.kernel.uevent_seqnum", Cluster: 35, Item: 0, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "number of the last event that the kernel has reported of a device"},
}
