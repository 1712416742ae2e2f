package linux

import "pcptools/libpcp/pmda"

var slabMetrics = [...]pmda.Metric{
	{Name: "mem.slabinfo.objects.active", Cluster: 20, Item: 0, Type: u64, InDom: slabInDom, Sem: instant, OneLine: "objects of each kind that are used"},
	{Name: "mem.slabinfo.objects.total", Cluster: 20, Item: 1, Type: u64, InDom: slabInDom, Sem: instant, OneLine: "objects of each kind there is room for"},
	{Name: "mem.slabinfo.objects.size", Cluster: 20, Item: 2, Type: u32, InDom: slabInDom, Sem: instant, Units: pmda.Byte, OneLine: "size of an object of each kind"},
	{Name: "mem.slabinfo.slabs.active", Cluster: 20, Item: 3, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "slabs of each kind of object that are used"},
	{Name: "mem.slabinfo.slabs.total", Cluster: 20, Item: 4, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "slabs of each kind of object"},
	{Name: "mem.slabinfo.slabs.pages_per_slab", Cluster: 20, Item: 5, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "pages that a slab of each kind of object has"},
	{Name: "mem.slabinfo.slabs.objects_per_slab", Cluster: 20, Item: 6, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "objects that a slab of each kind has room for"},
	{Name: "mem.slabinfo.slabs.total_size", Cluster: 20, Item: 7, Type: u64, InDom: slabInDom, Sem: instant, Units: pmda.Byte, OneLine: "memory used for each kind of object"},
}
