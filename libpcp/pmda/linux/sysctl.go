package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// sysctl supplies the settings and figures that have a file of their own.
func (a *agent) sysctl(r *pmda.Request) (libpcp.Atom, error) {
	path := "/proc/sys/kernel/random/entropy_avail"
	switch r.Metric.Name {
	case "kernel.all.entropy.poolsize":
		path = "/proc/sys/kernel/random/poolsize"
	case "kernel.all.pid_max":
		path = "/proc/sys/kernel/pid_max"
	case "kernel.all.nptys":
		path = "/proc/sys/kernel/pty/nr"
	}
	n, err := a.number(path)
	return whole(r, n), err
}
