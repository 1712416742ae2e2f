package linux

import "pcptools/libpcp/pmda"

var swapDevMetrics = [...]pmda.Metric{
	{Name: "swapdev.free", Cluster: 6, Item: 0, Type: u32, InDom: swapInDom, Sem: instant, Units: pmda.KByte, OneLine: "space on each swap device that is not used"},
	{Name: "swapdev.length", Cluster: 6, Item: 1, Type: u32, InDom: swapInDom, Sem: discrete, Units: pmda.KByte, OneLine: "size of each swap device"},
	{Name: "swapdev.maxswap", Cluster: 6, Item: 2, Type: u32, InDom: swapInDom, Sem: discrete, Units: pmda.KByte, OneLine: "largest size each swap device can have"},
	{Name: "swapdev.vlength", Cluster: 6, Item: 3, Type: u32, InDom: swapInDom, Sem: discrete, Units: pmda.KByte, OneLine: "size of each device that is made up, always zero"},
	{Name: "swapdev.priority", Cluster: 6, Item: 4, Type: i32, InDom: swapInDom, Sem: instant, OneLine: "priority of each swap device: the highest is used first"},
}
