package linux

import "pcptools/libpcp/pmda"

var swapMetrics = [...]pmda.Metric{
	{Name: "swap.pagesin", Item: 8, Type: u32, Sem: counter, Units: pmda.Count, OneLine: "pages read from swap devices, from /proc/vmstat"},
	{Name: "swap.pagesout", Item: 9, Type: u32, Sem: counter, Units: pmda.Count, OneLine: "pages written to swap devices, from /proc/vmstat"},
	{Name: "swap.in", Item: 10, Type: u32, Sem: counter, Units: pmda.Count, OneLine: "reads from swap devices (kernels that count them)"},
	{Name: "swap.out", Item: 11, Type: u32, Sem: counter, Units: pmda.Count, OneLine: "writes to swap devices (kernels that count them)"},
	{Name: "swap.free", Cluster: 1, Item: 8, Type: u64, Sem: instant, Units: pmda.Byte, OneLine: "swap space that is not used"},
	{Name: "swap.length", Cluster: 1, Item: 6, Type: u64, Sem: instant, Units: pmda.Byte, OneLine: "size of the swap space"},
	{Name: "swap.used", Cluster: 1, Item: 7, Type: u64, Sem: instant, Units: pmda.Byte, OneLine: "swap space that is used"},
}
