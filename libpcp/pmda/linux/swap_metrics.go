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
	{Name: "swapdev.free", Cluster: 6, Item: 0, Type: u32, InDom: swapInDom, Sem: instant, Units: pmda.KByte, OneLine: "space on each swap device that is not used"},
	{Name: "swapdev.length", Cluster: 6, Item: 1, Type: u32, InDom: swapInDom, Sem: discrete, Units: pmda.KByte, OneLine: "size of each swap device"},
	{Name: "swapdev.maxswap", Cluster: 6, Item: 2, Type: u32, InDom: swapInDom, Sem: discrete, Units: pmda.KByte, OneLine: "largest size each swap device can have"},
	{Name: "swapdev.vlength", Cluster: 6, Item: 3, Type: u32, InDom: swapInDom, Sem: discrete, Units: pmda.KByte, OneLine: "size of each device that is made up, always zero"},
	{Name: "swapdev.priority", Cluster: 6, Item: 4, Type: i32, InDom: swapInDom, Sem: instant, OneLine: "priority of each swap device: the highest is used first"},
}
