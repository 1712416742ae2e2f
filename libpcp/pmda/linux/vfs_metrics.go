package linux

import "pcptools/libpcp/pmda"

var vfsMetrics = [...]pmda.Metric{
	{Name: "vfs.files.count", Cluster: 27, Item: 0, Type: i32, Sem: instant, OneLine: "files that are open"},
	{Name: "vfs.files.free", Cluster: 27, Item: 1, Type: i32, Sem: instant, OneLine: "file structures that are allocated and free"},
	{Name: "vfs.files.max", Cluster: 27, Item: 2, Type: i32, Sem: instant, OneLine: "files that can be open"},
	{Name: "vfs.inodes.count", Cluster: 27, Item: 3, Type: i32, Sem: instant, OneLine: "inodes in memory"},
	{Name: "vfs.inodes.free", Cluster: 27, Item: 4, Type: i32, Sem: instant, OneLine: "inodes in memory that are not used"},
	{Name: "vfs.dentry.count", Cluster: 27, Item: 5, Type: i32, Sem: instant, OneLine: "names of files in memory"},
	{Name: "vfs.dentry.free", Cluster: 27, Item: 6, Type: i32, Sem: instant, OneLine: "names of files in memory that are not used"},
	{Name: "vfs.aio.count", Cluster: 27, Item: 7, Type: i32, Sem: instant, OneLine: "asynchronous requests that are allocated"},
	{Name: "vfs.aio.max", Cluster: 27, Item: 8, Type: i32, Sem: instant, OneLine: "asynchronous requests there can be"},
	{Name: "vfs.locks.posix.read", Cluster: 75, Item: 0, Type: u32, Sem: instant, OneLine: "POSIX locks for reading"},
	{Name: "vfs.locks.posix.write", Cluster: 75, Item: 1, Type: u32, Sem: instant, OneLine: "POSIX locks for writing"},
	{Name: "vfs.locks.posix.count", Cluster: 75, Item: 2, Type: u32, Sem: instant, OneLine: "POSIX locks"},
	{Name: "vfs.locks.flock.read", Cluster: 75, Item: 3, Type: u32, Sem: instant, OneLine: "locks of flock(2) for reading"},
	{Name: "vfs.locks.flock.write", Cluster: 75, Item: 4, Type: u32, Sem: instant, OneLine: "locks of flock(2) for writing"},
	{Name: "vfs.locks.flock.count", Cluster: 75, Item: 5, Type: u32, Sem: instant, OneLine: "locks of flock(2)"},
	{Name: "vfs.locks.lease.read", Cluster: 75, Item: 6, Type: u32, Sem: instant, OneLine: "leases for reading"},
	{Name: "vfs.locks.lease.write", Cluster: 75, Item: 7, Type: u32, Sem: instant, OneLine: "leases for writing"},
	{Name: "vfs.locks.lease.count", Cluster: 75, Item: 8, Type: u32, Sem: instant, OneLine: "leases"},
}
