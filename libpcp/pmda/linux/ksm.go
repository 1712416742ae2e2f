package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// ksm supplies what is known of the merging of equal pages.
func (m *machine) ksm(r *pmda.Request) (libpcp.Atom, error) {
	name := r.Metric.Name[len("mem.ksm."):]
	switch name {
	case "run_state":
		name = "run"
	case "sleep_time":
		name = "sleep_millisecs"
	}
	return m.fileOr(r, "/sys/kernel/mm/ksm/"+name, 0)
}

// sysfs is what single files in /sys tell.
type sysfs struct {
	*machine
	*nodes
}

// sysfs supplies the number of the last event of a device, how fragmented
// memory is, compressed swap and the balloons of virtual machines.
func (s *sysfs) sysfs(r *pmda.Request) (libpcp.Atom, error) {
	if r.Metric.Name == "sysfs.kernel.debug.extfrag_unusable" {
		return s.unusable(r)
	}
	switch area, rest, _ := strings.Cut(r.Metric.Name, "."); {
	case area == "hyperv":
		return s.hypervBalloon(r), nil
	case area == "mem":
		return s.vmwareBalloon(r), nil
	case strings.HasPrefix(rest, "module.zswap."):
		return s.zswap(r)
	}
	n, err := s.number("/sys/kernel/uevent_seqnum")
	return whole(r, n), absent(err)
}
