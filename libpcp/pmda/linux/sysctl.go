package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// The files about random numbers.
const (
	entropyPath  = "/proc/sys/kernel/random/entropy_avail"
	poolsizePath = "/proc/sys/kernel/random/poolsize"
)

const maxPID = 4 << 20 // on machines of 64 bits, where no file says

// entropy knows whether a warning was given that a file is missing.
type entropy struct{ warned bool }

// missing reports whether one of the files is missing.
func (e *entropy) missing(r *pmda.Request) error {
	a := of(r)
	_, err := a.lineOnce(r, entropyPath)
	if err == nil {
		_, err = a.lineOnce(r, poolsizePath)
	}
	if err != nil {
		a.warn(r, &e.warned, "entropy", err)
	}
	return err
}

// entropyFile is the source of the number in one of the files; without the other
// it is 0, too.
type entropyFile string

func (path entropyFile) Value(r *pmda.Request) (libpcp.Atom, error) {
	if of(r).entropy.missing(r) != nil {
		return whole(r, 0), nil
	}
	return fileOrZero(path).Value(r)
}

// sysctlFile is the source of a setting in a file, or of a default. PCP's agent
// looks for the files about random numbers at the same time.
type sysctlFile struct {
	path string
	or   uint64
}

func (f sysctlFile) Value(r *pmda.Request) (libpcp.Atom, error) {
	of(r).entropy.missing(r)
	return of(r).fileOr(r, f.path, f.or)
}

var sysctlMetrics = []pmda.Metric{
	{Name: "kernel.all.entropy.avail", Cluster: 72, Item: 0, Type: u32, Sem: instant, Source: entropyFile(entropyPath), OneLine: "bits of entropy that are available for random numbers"},
	{Name: "kernel.all.entropy.poolsize", Cluster: 72, Item: 1, Type: u32, Sem: instant, Source: entropyFile(poolsizePath), OneLine: "bits of entropy that the pool has room for"},
	{Name: "kernel.all.pid_max", Cluster: 72, Item: 2, Type: u32, Sem: discrete, Source: sysctlFile{"/proc/sys/kernel/pid_max", maxPID}, OneLine: "one more than the largest identifier a process can have"},
}

var ptysMetrics = []pmda.Metric{
	{Name: "kernel.all.nptys", Cluster: 72, Item: 3, Type: u32, Sem: instant, Source: sysctlFile{"/proc/sys/kernel/pty/nr", 0}, OneLine: "pseudo terminals that are allocated"},
}
