package linux

import "pcptools/libpcp/pmda"

var filesysMetrics = [...]pmda.Metric{
	{Name: "filesys.capacity", Cluster: 5, Item: 1, Type: u64, InDom: filesysInDom, Sem: discrete, Units: pmda.KByte, OneLine: "size of each file system"},
	{Name: "filesys.used", Cluster: 5, Item: 2, Type: u64, InDom: filesysInDom, Sem: instant, Units: pmda.KByte, OneLine: "space that is used on each file system"},
	{Name: "filesys.free", Cluster: 5, Item: 3, Type: u64, InDom: filesysInDom, Sem: instant, Units: pmda.KByte, OneLine: "space that is not used on each file system", Help: "Part of it may be reserved for root, see filesys.avail."},
	{Name: "filesys.maxfiles", Cluster: 5, Item: 4, Type: u32, InDom: filesysInDom, Sem: discrete, OneLine: "inodes that each file system has room for"},
	{Name: "filesys.usedfiles", Cluster: 5, Item: 5, Type: u32, InDom: filesysInDom, Sem: instant, OneLine: "inodes that are used on each file system"},
	{Name: "filesys.freefiles", Cluster: 5, Item: 6, Type: u32, InDom: filesysInDom, Sem: instant, OneLine: "inodes that are not used on each file system"},
	{Name: "filesys.mountdir", Cluster: 5, Item: 7, Type: str, InDom: filesysInDom, Sem: discrete, OneLine: "folder that each file system is mounted on"},
	{Name: "filesys.full", Cluster: 5, Item: 8, Type: double, InDom: filesysInDom, Sem: instant, OneLine: "space used on each file system, in percent of what users can have"},
	{Name: "filesys.blocksize", Cluster: 5, Item: 9, Type: u32, InDom: filesysInDom, Sem: instant, Units: pmda.Byte, OneLine: "size of a block on each file system"},
	{Name: "filesys.avail", Cluster: 5, Item: 10, Type: u64, InDom: filesysInDom, Sem: instant, Units: pmda.KByte, OneLine: "space that users can still have on each file system"},
	{Name: "filesys.readonly", Cluster: 5, Item: 11, Type: u32, InDom: filesysInDom, Sem: instant, OneLine: "1 for each file system that is mounted read-only, or else 0"},
	{Name: "filesys.uuid", Cluster: 5, Item: 12, Type: str, InDom: filesysInDom, Sem: discrete, OneLine: "universally unique identifier of each file system"},
	{Name: "filesys.type", Cluster: 5, Item: 13, Type: str, InDom: filesysInDom, Sem: discrete, OneLine: "type of each file system"},
}
