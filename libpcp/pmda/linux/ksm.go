package linux

import (
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
	n, err := a.number("/sys/kernel/mm/ksm/" + name)
	return whole(r, n), absent(err)
}

// uevents supplies the number of the last event of a device.
func (a *agent) uevents(r *pmda.Request) (libpcp.Atom, error) {
	n, err := a.number("/sys/kernel/uevent_seqnum")
	return whole(r, n), absent(err)
}
