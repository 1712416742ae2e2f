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
		set = a.groupParts(r, d, cpuacctInDom, a.cpuParts)
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
func (a *agent) groupParts(r *pmda.Request, indom, of *pmda.InDom, parts func(r *pmda.Request, dir string) []string) *groupSet {
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
			for _, part := range parts(r, dir) {
				s.add(group.Name+"::"+part, dir+"\x00"+part)
			}
		}
		return struct{}{}, nil
	})
	return s
}

func (*agent) cpuParts(_ *pmda.Request, dir string) (parts []string) {
	for range bytes.FieldsSeq(read(dir+"/cpuacct.usage_percpu", maxGroupFile)) {
		parts = append(parts, "cpu"+strconv.Itoa(len(parts)))
	}
	return parts
}

// blkioParts are the devices that any of the files has.
func (a *agent) blkioParts(r *pmda.Request, dir string) []string {
	var parts []string
	seen := make(map[string]bool)
	for _, file := range [...]string{"io_merged", "io_queued", "io_service_bytes", "io_serviced", "io_service_time", "io_wait_time",
		"sectors", "time", "throttle.io_service_bytes", "throttle.io_serviced"} {
		parts = a.devicesOf(r, parts, seen, dir+"/blkio."+file)
	}
	return parts
}

// ioParts are the devices of io.stat.
func (a *agent) ioParts(r *pmda.Request, dir string) (parts []string) {
	seen := make(map[string]bool)
	for line := range strings.Lines(string(read(dir+"/io.stat", maxGroupFile))) {
		if number, _, ok := ioNumbers(line); ok {
			parts = a.appendDevice(r, parts, seen, number)
		}
	}
	return parts
}

func (a *agent) devicesOf(r *pmda.Request, parts []string, seen map[string]bool, path string) []string {
	for line := range strings.Lines(string(read(path, maxGroupFile))) {
		if number, _, _ := strings.Cut(line, " "); strings.Contains(number, ":") {
			parts = a.appendDevice(r, parts, seen, number)
		}
	}
	return parts
}

// appendDevice appends the name of a device that counts, once.
func (a *agent) appendDevice(r *pmda.Request, parts []string, seen map[string]bool, number string) []string {
	if seen[number] {
		return parts
	}
	seen[number] = true
	if name := a.disks(r).names[number]; accounted(name) {
		parts = append(parts, name)
	}
	return parts
}

// accounted reports whether a device counts: those in memory or over a file do
// not.
func accounted(name string) bool {
	return name != "" && !strings.HasPrefix(name, "ram") && !strings.HasPrefix(name, "loop")
}

// disks are the block devices of /proc/diskstats: their numbers "8:0" by name,
// and the other way round.
type disks struct{ numbers, names map[string]string }

// disks reads them, once for a request.
func (a *agent) disks(r *pmda.Request) disks {
	const most = 4 << 20
	all, _ := a.groups.disks.Get(r, func() (disks, error) {
		d := disks{make(map[string]string), make(map[string]string)}
		for line := range strings.Lines(string(read(a.root+"/proc/diskstats", most))) {
			words := strings.Fields(line)
			if len(words) < 3 {
				continue
			}
			number, name := words[0]+":"+words[1], words[2]
			if _, known := d.names[number]; !known {
				d.names[number] = name
			}
			if _, known := d.numbers[name]; !known {
				d.numbers[name] = number
			}
		}
		return d, nil
	})
	return all
}
