package linux

import (
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// hinv counts what there is, and reads what sysfs says of processors.
type hinv struct {
	*machine
	*stat
	*diskstats
}

// inventory supplies the counts of what there is; name is without "hinv".
func (h *hinv) inventory(r *pmda.Request, name string) (libpcp.Atom, error) {
	switch name {
	case "ncpu":
		h.readCPUs(r)
		return whole(r, uint64(len(h.instances))), nil
	case "nnode":
		h.findNodes()
		return whole(r, uint64(len(h.nodes.list))), nil
	case "ndisk":
		err := h.readDisks(r)
		return whole(r, uint64(len(h.disks.things))), err
	}
	return h.disk(r, &h.disks) // map.scsi_id
}

// cpuSysfs supplies what files in the folder of a processor, or a node, say.
func (h *hinv) cpuSysfs(r *pmda.Request) (libpcp.Atom, error) {
	name := r.Metric.Name[len("hinv."):]
	if name == "node.online" {
		return h.fileOr(r, nodeFolder+h.nodeName(r.Inst)+"/online", 1)
	}
	folder := cpuFolder(h.numberOf(r.Inst))
	switch name[len("cpu."):] {
	case "online":
		return h.fileOr(r, folder+"/online", 1)
	case "thermal_throttle.core.count":
		return h.fileOr(r, folder+"/thermal_throttle/core_throttle_count", 0)
	case "thermal_throttle.core.time":
		return h.fileOr(r, folder+"/thermal_throttle/core_throttle_total_time_ms", 0)
	case "thermal_throttle.package.count":
		return h.fileOr(r, folder+"/thermal_throttle/package_throttle_count", 0)
	case "thermal_throttle.package.time":
		return h.fileOr(r, folder+"/thermal_throttle/package_throttle_total_time_ms", 0)
	}
	return h.frequency(r, name[len("cpu.frequency_scaling."):], folder+"/cpufreq/")
}

// cpuFolder is the directory of a processor.
func cpuFolder(number int32) string {
	return "/sys/devices/system/cpu/cpu" + strconv.Itoa(int(number))
}

// fileOr is the number in a file, or another if there is none.
func (m *machine) fileOr(r *pmda.Request, path string, other uint64) (libpcp.Atom, error) {
	n, err := m.number(path)
	if err != nil {
		n = other
	}
	return whole(r, n), nil
}

// frequency supplies the scaling of a processor's clock, if it has any. With
// statistics there are the time spent at all frequencies, the cycles in it, and
// the range of frequencies; else the limits, and the frequency of now in the
// place of cycles, as the genuine agent has them.
func (h *hinv) frequency(r *pmda.Request, name, folder string) (libpcp.Atom, error) {
	if name == "current" {
		n, err := h.number(folder + "scaling_cur_freq")
		return libpcp.FloatAtom(float32(n) / 1000), absent(err)
	}
	if text, err := h.whole(r, &h.host, folder+"stats/time_in_state"); err == nil {
		return whole(r, timeInStates(text).named(name)), nil
	}
	var n uint64
	err := error(pmda.NoValue)
	switch name {
	case "count":
		n, err = h.number(folder + "scaling_cur_freq")
	case "max":
		n, err = h.number(folder + "cpuinfo_max_freq")
	case "min":
		n, err = h.number(folder + "cpuinfo_min_freq")
	}
	return whole(r, n/1000), absent(err) // from kHz
}

// states are what lines "3000000 5" say: a frequency in kHz, and the time spent
// with it.
type states struct{ cycles, time, max, min uint64 }

func timeInStates(text []byte) (s states) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		var n [2]uint64
		if fixed(n[:], line) < len(n) {
			continue
		}
		s.cycles += n[0] / 1000 * n[1]
		s.time += n[1]
		s.max = max(s.max, n[0]/1000)
		if s.min == 0 || n[0]/1000 < s.min {
			s.min = n[0] / 1000
		}
	}
	return s
}

func (s states) named(name string) uint64 {
	switch name {
	case "count":
		return s.cycles
	case "time":
		return s.time
	case "max":
		return s.max
	}
	return s.min
}
