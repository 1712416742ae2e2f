package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// ksm supplies what is known of the merging of equal pages.
func (a *agent) ksm(r *pmda.Request) (libpcp.Atom, error) {
	name := r.Metric.Name[len("mem.ksm."):]
	switch name {
	case "run_state":
		name = "run"
	case "sleep_time":
		name = "sleep_millisecs"
	}
	return a.fileOr(r, "/sys/kernel/mm/ksm/"+name, 0)
}

// sysfs supplies the number of the last event of a device, how fragmented
// memory is, compressed swap and the balloons of virtual machines.
func (a *agent) sysfs(r *pmda.Request) (libpcp.Atom, error) {
	if r.Metric.Name == "sysfs.kernel.debug.extfrag_unusable" {
		return a.unusable(r)
	}
	switch area, rest, _ := strings.Cut(r.Metric.Name, "."); {
	case area == "hyperv":
		return a.hypervBalloon(r), nil
	case area == "mem":
		return a.vmwareBalloon(r), nil
	case strings.HasPrefix(rest, "module.zswap."):
		return a.zswap(r)
	}
	n, err := a.number("/sys/kernel/uevent_seqnum")
	return whole(r, n), absent(err)
}
