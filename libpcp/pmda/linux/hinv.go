package linux

import (
	"bytes"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// inventory supplies the counts of what there is; name is without "hinv".
func (a *agent) inventory(r *pmda.Request, name string) (libpcp.Atom, error) {
	switch name {
	case "ncpu":
		a.readCPUs(r)
		return whole(r, uint64(len(a.instances))), nil
	case "nnode":
		a.findNodes()
		return whole(r, uint64(len(a.nodes))), nil
	case "ndisk":
		err := a.readDisks(r)
		return whole(r, uint64(len(a.disks.things))), err
	}
	return a.disk(r, &a.disks) // map.scsi_id
}

// cpuSysfs supplies what files in the folder of a processor, or a node, say.
func (a *agent) cpuSysfs(r *pmda.Request) (libpcp.Atom, error) {
	name := r.Metric.Name[len("hinv."):]
	if name == "node.online" {
		return a.fileOr(r, nodeFolder+a.nodeName(r.Inst)+"/online", 1)
	}
	folder := "/sys/devices/system/cpu/cpu" + strconv.Itoa(int(a.numberOf(r.Inst)))
	switch name[len("cpu."):] {
	case "online":
		return a.fileOr(r, folder+"/online", 1)
	case "thermal_throttle.core.count":
		return a.fileOr(r, folder+"/thermal_throttle/core_throttle_count", 0)
	case "thermal_throttle.core.time":
		return a.fileOr(r, folder+"/thermal_throttle/core_throttle_total_time_ms", 0)
	case "thermal_throttle.package.count":
		return a.fileOr(r, folder+"/thermal_throttle/package_throttle_count", 0)
	case "thermal_throttle.package.time":
		return a.fileOr(r, folder+"/thermal_throttle/package_throttle_total_time_ms", 0)
	}
	return a.frequency(r, name[len("cpu.frequency_scaling."):], folder+"/cpufreq/")
}

// fileOr is the number in a file, or another if there is none.
func (a *agent) fileOr(r *pmda.Request, path string, other uint64) (libpcp.Atom, error) {
	n, err := a.number(path)
	if err != nil {
		n = other
	}
	return whole(r, n), nil
}

// frequency supplies the scaling of a processor's clock, if it has any.
func (a *agent) frequency(r *pmda.Request, name, folder string) (libpcp.Atom, error) {
	var n uint64
	var err error
	switch name {
	case "count":
		n, err = a.number(folder + "stats/total_trans")
	case "time":
		n, err = a.timeInStates(folder + "stats/time_in_state")
	case "max":
		n, err = a.number(folder + "scaling_max_freq")
		n /= 1000 // from kHz
	case "min":
		n, err = a.number(folder + "scaling_min_freq")
		n /= 1000
	}
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// timeInStates is the sum of the second column, of 10 milliseconds.
func (a *agent) timeInStates(path string) (sum uint64, err error) {
	text, err := a.read(nil, path)
	for _, line := range bytes.Split(text, newline) {
		w, _ := word(skip(line, 1))
		n, _ := number(w)
		sum += n
	}
	return sum * 10, err
}
