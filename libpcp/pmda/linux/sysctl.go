package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// The files of cluster sysctl.
const (
	entropyFile  = "/proc/sys/kernel/random/entropy_avail"
	poolsizeFile = "/proc/sys/kernel/random/poolsize"
	pidMaxFile   = "/proc/sys/kernel/pid_max"
	ptysFile     = "/proc/sys/kernel/pty/nr"
)

const maxPID = 4 << 20 // on machines of 64 bits, where no file says

// sysctls says whether there was a word on files that are not there.
type sysctls struct {
	*machine
	warnedOfEntropy bool
}

// sysctl supplies the settings and figures that have a file of their own.
func (s *sysctls) sysctl(r *pmda.Request) (libpcp.Atom, error) {
	_, err := s.shared(r, &s.host, entropyFile)
	if err == nil {
		_, err = s.shared(r, &s.host, poolsizeFile)
	}
	if err != nil {
		s.warn(r, &s.warnedOfEntropy, "entropy", err)
	}
	switch r.Metric.Key {
	case "pid_max":
		return s.fileOr(r, pidMaxFile, maxPID)
	case "nptys":
		return s.fileOr(r, ptysFile, 0)
	}
	if err != nil {
		return whole(r, 0), nil // of both, if one is not there
	}
	if r.Metric.Key == "poolsize" {
		return s.fileOr(r, poolsizeFile, 0)
	}
	return s.fileOr(r, entropyFile, 0)
}

var sysctlMetrics = []pmda.Metric{
	{Name: "kernel.all.entropy.avail", Key: "avail", Cluster: 72, Item: 0, Type: u32, Sem: instant, OneLine: "bits of entropy that are available for random numbers"},
	{Name: "kernel.all.entropy.poolsize", Key: "poolsize", Cluster: 72, Item: 1, Type: u32, Sem: instant, OneLine: "bits of entropy that the pool has room for"},
	{Name: "kernel.all.pid_max", Key: "pid_max", Cluster: 72, Item: 2, Type: u32, Sem: discrete, OneLine: "one more than the largest identifier a process can have"},
}

var ptysMetrics = []pmda.Metric{
	{Name: "kernel.all.nptys", Key: "nptys", Cluster: 72, Item: 3, Type: u32, Sem: instant, OneLine: "pseudo terminals that are allocated"},
}
