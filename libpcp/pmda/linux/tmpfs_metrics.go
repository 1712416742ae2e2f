package linux

import "pcptools/libpcp/pmda"

var tmpfsMetrics = [...]pmda.Metric{
	{Name: "tmpfs.capacity", Cluster: 34, Item: 1, Type: u64, InDom: tmpfsInDom, Sem: discrete, Units: pmda.KByte, OneLine: "size of each file system in memory"},
	{Name: "tmpfs.used", Cluster: 34, Item: 2, Type: u64, InDom: tmpfsInDom, Sem: instant, Units: pmda.KByte, OneLine: "space that is used on each file system in memory"},
	{Name: "tmpfs.free", Cluster: 34, Item: 3, Type: u64, InDom: tmpfsInDom, Sem: instant, Units: pmda.KByte, OneLine: "space that is not used on each file system in memory", Help: "Part of it may be reserved for root, see the mount options."},
	{Name: "tmpfs.maxfiles", Cluster: 34, Item: 4, Type: u32, InDom: tmpfsInDom, Sem: discrete, OneLine: "inodes that each file system in memory has room for"},
	{Name: "tmpfs.usedfiles", Cluster: 34, Item: 5, Type: u32, InDom: tmpfsInDom, Sem: instant, OneLine: "inodes that are used on each file system in memory"},
	{Name: "tmpfs.freefiles", Cluster: 34, Item: 6, Type: u32, InDom: tmpfsInDom, Sem: instant, OneLine: "inodes that are not used on each file system in memory"},
	{Name: "tmpfs.full", Cluster: 34, Item: 7, Type: double, InDom: tmpfsInDom, Sem: instant, OneLine: "space used on each file system in memory, in percent of what users can have"},
}
