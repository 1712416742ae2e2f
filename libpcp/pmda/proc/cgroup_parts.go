package proc

import (
	"bytes"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// groupMembers returns the members of a domain of control groups or of their
// parts.
func (a *agent) groupMembers(r *pmda.Request, d *pmda.InDom) []libpcp.Instance {
	var set *groupSet
	switch d {
	case groupCPUInDom:
		set = a.groupParts(r, d, cpuacctInDom, cpuParts)
	case blkioDeviceInDom:
		set = a.groupParts(r, d, blkioInDom, a.blkioParts)
	case groupDeviceInDom:
		set = a.groupParts(r, d, groupInDom, a.ioParts)
	default:
		set = a.groupSet(r, d)
	}
	return set.cache.Instances()
}

// groupParts returns the parts of all groups of a domain: "/lxc::cpu0".
func (a *agent) groupParts(r *pmda.Request, indom, of *pmda.InDom, parts func(dir string) []string) *groupSet {
	whole := a.groupSet(r, of)
	s := a.groups.parts[indom]
	if s == nil {
		s = new(groupSet)
		a.groups.parts[indom] = s
	}
	s.once.Get(r, func() (struct{}, error) {
		s.begin()
		for _, group := range whole.cache.Instances() {
			dir := whole.dirs[group.ID]
			for _, part := range parts(dir) {
				s.add(group.Name+"::"+part, dir+"\x00"+part)
			}
		}
		return struct{}{}, nil
	})
	return s
}

func cpuParts(dir string) []string {
	var parts []string
	for i := range bytes.Fields(read(dir + "/cpuacct.usage_percpu")) {
		parts = append(parts, "cpu"+strconv.Itoa(i))
	}
	return parts
}

// blkioParts are the devices that any of the files has.
func (a *agent) blkioParts(dir string) []string {
	var parts []string
	seen := make(map[string]bool)
	for _, file := range [...]string{"io_merged", "io_queued", "io_service_bytes", "io_serviced", "io_service_time", "io_wait_time",
		"sectors", "time", "throttle.io_service_bytes", "throttle.io_serviced"} {
		parts = a.devicesOf(parts, seen, dir+"/blkio."+file)
	}
	return parts
}

// ioParts are the devices of io.stat.
func (a *agent) ioParts(dir string) (parts []string) {
	seen := make(map[string]bool)
	for line := range strings.Lines(string(read(dir + "/io.stat"))) {
		if number, _, ok := ioNumbers(line); ok {
			parts = a.appendDevice(parts, seen, number)
		}
	}
	return parts
}

func (a *agent) devicesOf(parts []string, seen map[string]bool, path string) []string {
	for line := range strings.Lines(string(read(path))) {
		if number, _, _ := strings.Cut(line, " "); strings.Contains(number, ":") {
			parts = a.appendDevice(parts, seen, number)
		}
	}
	return parts
}

// appendDevice appends the name of a device that counts, once.
func (a *agent) appendDevice(parts []string, seen map[string]bool, number string) []string {
	if seen[number] {
		return parts
	}
	seen[number] = true
	if name := a.deviceName(number); accounted(name) {
		parts = append(parts, name)
	}
	return parts
}

// accounted reports whether a device counts: those in memory or over a file do
// not.
func accounted(name string) bool {
	return name != "" && !strings.HasPrefix(name, "ram") && !strings.HasPrefix(name, "loop")
}

// deviceName is the name in /proc/diskstats of a device "8:0", or "".
func (a *agent) deviceName(number string) string {
	for line := range strings.Lines(string(read(a.root + "/proc/diskstats"))) {
		words := strings.Fields(line)
		if len(words) > 2 && words[0]+":"+words[1] == number {
			return words[2]
		}
	}
	return ""
}

// deviceNumber is the other way round.
func (a *agent) deviceNumber(name string) string {
	for line := range strings.Lines(string(read(a.root + "/proc/diskstats"))) {
		words := strings.Fields(line)
		if len(words) > 2 && words[2] == name {
			return words[0] + ":" + words[1]
		}
	}
	return ""
}
