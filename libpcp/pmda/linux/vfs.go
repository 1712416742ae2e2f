package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// vfs are files in /proc/sys/fs, and /proc/locks.
type vfs struct {
	*machine
	warned   bool
	lockFile file
	locks    pmda.PerRequest[lockCounts]
}

// vfsPaths are the files, and the position of the number in them, by item.
var vfsPaths = [...]struct {
	path string
	word int
}{
	{"file-nr", 0}, {"file-nr", 1}, {"file-nr", 2},
	{"inode-state", 0}, {"inode-state", 1},
	{"dentry-state", 0}, {"dentry-state", 1},
	{"aio-nr", 0}, {"aio-max-nr", 0},
}

// vfsStat supplies what comes from /proc/sys/fs.
func (v *vfs) vfsStat(r *pmda.Request) (libpcp.Atom, error) {
	if int(r.Metric.Item) >= len(vfsPaths) {
		return libpcp.Atom{}, libpcp.ErrPMID
	}
	if err := v.vfsMissing(r); err != nil {
		v.warn(r, &v.warned, "vfs", err)
		return whole(r, 0), nil
	}
	where := vfsPaths[r.Metric.Item]
	line, _ := v.shared(r, &v.host, "/proc/sys/fs/"+where.path)
	w, _ := word(skip(line, where.word))
	n, _ := number(w)
	return whole(r, n), nil
}

// vfsMissing reports whether one of the files is not there, without which the
// genuine agent has none.
func (v *vfs) vfsMissing(r *pmda.Request) error {
	for _, where := range vfsPaths {
		if _, err := v.shared(r, &v.host, "/proc/sys/fs/"+where.path); err != nil {
			return err
		}
	}
	return nil
}

// lockCounts are how many locks there are of each kind.
type lockCounts struct{ posix, flock, lease lockCount }

type lockCount struct{ read, write, all uint64 }

// lock supplies the numbers of locks on files.
func (v *vfs) lock(r *pmda.Request) (libpcp.Atom, error) {
	locks, _ := v.locks.Get(r, func() (lockCounts, error) {
		return countLocks(v.lockFile.of(r, &v.host, "/proc/locks")), nil
	})
	kind, access, _ := strings.Cut(r.Metric.Key, " ")
	count := locks.kind(kind)
	switch access {
	case "read":
		return whole(r, count.read), nil
	case "write":
		return whole(r, count.write), nil
	}
	return whole(r, count.all), nil
}

// countLocks counts lines: "1: POSIX ADVISORY WRITE 123 fe:00:17 0 EOF". Those
// of processes that wait for a lock have an arrow for the kind.
func countLocks(text []byte) (locks lockCounts) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		kind, rest := word(skip(line, 1))
		access, _ := word(skip(rest, 1))
		count := locks.kind(strings.ToLower(string(kind)))
		if count == nil || len(access) == 0 {
			continue
		}
		count.all++
		switch string(access) {
		case "READ":
			count.read++
		case "WRITE":
			count.write++
		}
	}
	return locks
}

func (l *lockCounts) kind(name string) *lockCount {
	switch name {
	case "posix", "ofdlck":
		return &l.posix
	case "flock":
		return &l.flock
	case "lease", "deleg":
		return &l.lease
	}
	return nil
}

var vfsMetrics = []pmda.Metric{
	{Name: "vfs.files.count", Cluster: 27, Item: 0, Type: i32, Sem: instant, OneLine: "files that are open"},
	{Name: "vfs.files.free", Cluster: 27, Item: 1, Type: i32, Sem: instant, OneLine: "file structures that are allocated and free"},
	{Name: "vfs.files.max", Cluster: 27, Item: 2, Type: i32, Sem: instant, OneLine: "files that can be open"},
	{Name: "vfs.inodes.count", Cluster: 27, Item: 3, Type: i32, Sem: instant, OneLine: "inodes in memory"},
	{Name: "vfs.inodes.free", Cluster: 27, Item: 4, Type: i32, Sem: instant, OneLine: "inodes in memory that are not used"},
	{Name: "vfs.dentry.count", Cluster: 27, Item: 5, Type: i32, Sem: instant, OneLine: "names of files in memory"},
	{Name: "vfs.dentry.free", Cluster: 27, Item: 6, Type: i32, Sem: instant, OneLine: "names of files in memory that are not used"},
	{Name: "vfs.aio.count", Cluster: 27, Item: 7, Type: i32, Sem: instant, OneLine: "asynchronous requests that are allocated"},
	{Name: "vfs.aio.max", Cluster: 27, Item: 8, Type: i32, Sem: instant, OneLine: "asynchronous requests there can be"},
	{Name: "vfs.locks.posix.read", Key: "posix read", Cluster: 75, Item: 0, Type: u32, Sem: instant, OneLine: "POSIX locks for reading"},
	{Name: "vfs.locks.posix.write", Key: "posix write", Cluster: 75, Item: 1, Type: u32, Sem: instant, OneLine: "POSIX locks for writing"},
	{Name: "vfs.locks.posix.count", Key: "posix count", Cluster: 75, Item: 2, Type: u32, Sem: instant, OneLine: "POSIX locks"},
	{Name: "vfs.locks.flock.read", Key: "flock read", Cluster: 75, Item: 3, Type: u32, Sem: instant, OneLine: "locks of flock(2) for reading"},
	{Name: "vfs.locks.flock.write", Key: "flock write", Cluster: 75, Item: 4, Type: u32, Sem: instant, OneLine: "locks of flock(2) for writing"},
	{Name: "vfs.locks.flock.count", Key: "flock count", Cluster: 75, Item: 5, Type: u32, Sem: instant, OneLine: "locks of flock(2)"},
	{Name: "vfs.locks.lease.read", Key: "lease read", Cluster: 75, Item: 6, Type: u32, Sem: instant, OneLine: "leases for reading"},
	{Name: "vfs.locks.lease.write", Key: "lease write", Cluster: 75, Item: 7, Type: u32, Sem: instant, OneLine: "leases for writing"},
	{Name: "vfs.locks.lease.count", Key: "lease count", Cluster: 75, Item: 8, Type: u32, Sem: instant, OneLine: "leases"},
}
