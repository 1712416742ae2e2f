package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// vfs are files in /proc/sys/fs.
type vfs struct{ warned bool }

const vfsDir = "/proc/sys/fs/"

// vfsWord is the source of a word of a file.
type vfsWord struct {
	file string
	at   int
}

// Value is the number, 0 if any of the files is missing.
func (v vfsWord) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	if err := a.vfsMissing(r); err != nil {
		a.warn(r, &a.vfs.warned, "vfs", err)
		return whole(r, 0), nil
	}
	line, _ := a.lineOnce(r, vfsDir+v.file)
	return whole(r, firstNumber(skip(line, v.at))), nil
}

// vfsMissing reports whether one of the files is missing, without which PCP's
// agent has none.
func (h *host) vfsMissing(r *pmda.Request) error {
	for _, file := range [...]string{"file-nr", "inode-state", "dentry-state", "aio-nr", "aio-max-nr"} {
		if _, err := h.lineOnce(r, vfsDir+file); err != nil {
			return err
		}
	}
	return nil
}

// locks is /proc/locks.
type locks struct{ counts pmda.PerRequest[lockCounts] }

// lockCounts are the numbers of locks of each kind.
type lockCounts [3][3]uint64

// Kinds of locks.
const (
	posixLocks = iota
	wholeFileLocks
	leases
)

// Kinds of access.
const (
	readLocks = iota
	writeLocks
	allLocks
)

// lockCount is the source of a number of locks.
type lockCount struct{ kind, access int }

func (c lockCount) Value(r *pmda.Request) (libpcp.Atom, error) {
	locks, err := of(r).locks.counts.Get(r, func() (locks lockCounts, err error) {
		err = of(r).lines("/proc/locks", locks.add)
		return locks, err
	})
	return whole(r, locks[c.kind][c.access]), err
}

// add counts a line: "1: POSIX ADVISORY WRITE 123 fe:00:17 0 EOF". Lines
// of processes that wait for a lock have an arrow for the kind.
func (l *lockCounts) add(line []byte) {
	kind, rest := word(skip(line, 1))
	access, _ := word(skip(rest, 1))
	count := l.kind(strings.ToLower(string(kind)))
	if count == nil || len(access) == 0 {
		return
	}
	count[allLocks]++
	switch string(access) {
	case "READ":
		count[readLocks]++
	case "WRITE":
		count[writeLocks]++
	case "RW": // of flock(2) with LOCK_MAND, by servers of files
		count[readLocks]++
		count[writeLocks]++
	}
}

func (l *lockCounts) kind(name string) *[3]uint64 {
	switch name {
	case "posix", "ofdlck", "access":
		return &l[posixLocks]
	case "flock":
		return &l[wholeFileLocks]
	case "lease", "deleg":
		return &l[leases]
	}
	return nil
}

var vfsMetrics = []pmda.Metric{
	{Name: "vfs.files.count", Cluster: 27, Item: 0, Type: i32, Sem: instant, Source: vfsWord{"file-nr", 0}, OneLine: "files that are open"},
	{Name: "vfs.files.free", Cluster: 27, Item: 1, Type: i32, Sem: instant, Source: vfsWord{"file-nr", 1}, OneLine: "file structures that are allocated and free"},
	{Name: "vfs.files.max", Cluster: 27, Item: 2, Type: i32, Sem: instant, Source: vfsWord{"file-nr", 2}, OneLine: "files that can be open"},
	{Name: "vfs.inodes.count", Cluster: 27, Item: 3, Type: i32, Sem: instant, Source: vfsWord{"inode-state", 0}, OneLine: "inodes in memory"},
	{Name: "vfs.inodes.free", Cluster: 27, Item: 4, Type: i32, Sem: instant, Source: vfsWord{"inode-state", 1}, OneLine: "inodes in memory that are not used"},
	{Name: "vfs.dentry.count", Cluster: 27, Item: 5, Type: i32, Sem: instant, Source: vfsWord{"dentry-state", 0}, OneLine: "names of files in memory"},
	{Name: "vfs.dentry.free", Cluster: 27, Item: 6, Type: i32, Sem: instant, Source: vfsWord{"dentry-state", 1}, OneLine: "names of files in memory that are not used"},
	{Name: "vfs.aio.count", Cluster: 27, Item: 7, Type: i32, Sem: instant, Source: vfsWord{"aio-nr", 0}, OneLine: "asynchronous requests that are allocated"},
	{Name: "vfs.aio.max", Cluster: 27, Item: 8, Type: i32, Sem: instant, Source: vfsWord{"aio-max-nr", 0}, OneLine: "asynchronous requests there can be"},
	{Name: "vfs.locks.posix.read", Cluster: 75, Item: 0, Type: u32, Sem: instant, Source: lockCount{posixLocks, readLocks}, OneLine: "POSIX locks for reading"},
	{Name: "vfs.locks.posix.write", Cluster: 75, Item: 1, Type: u32, Sem: instant, Source: lockCount{posixLocks, writeLocks}, OneLine: "POSIX locks for writing"},
	{Name: "vfs.locks.posix.count", Cluster: 75, Item: 2, Type: u32, Sem: instant, Source: lockCount{posixLocks, allLocks}, OneLine: "POSIX locks"},
	{Name: "vfs.locks.flock.read", Cluster: 75, Item: 3, Type: u32, Sem: instant, Source: lockCount{wholeFileLocks, readLocks}, OneLine: "locks of flock(2) for reading"},
	{Name: "vfs.locks.flock.write", Cluster: 75, Item: 4, Type: u32, Sem: instant, Source: lockCount{wholeFileLocks, writeLocks}, OneLine: "locks of flock(2) for writing"},
	{Name: "vfs.locks.flock.count", Cluster: 75, Item: 5, Type: u32, Sem: instant, Source: lockCount{wholeFileLocks, allLocks}, OneLine: "locks of flock(2)"},
	{Name: "vfs.locks.lease.read", Cluster: 75, Item: 6, Type: u32, Sem: instant, Source: lockCount{leases, readLocks}, OneLine: "leases for reading"},
	{Name: "vfs.locks.lease.write", Cluster: 75, Item: 7, Type: u32, Sem: instant, Source: lockCount{leases, writeLocks}, OneLine: "leases for writing"},
	{Name: "vfs.locks.lease.count", Cluster: 75, Item: 8, Type: u32, Sem: instant, Source: lockCount{leases, allLocks}, OneLine: "leases"},
}
