package linux

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// hinv counts what there is, and reads what sysfs says of processors.
type hinv struct {
	*machine
	*stat
	*diskstats
}

// inventory supplies the counts of what there is.
func (h *hinv) inventory(r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Key {
	case "ncpu":
		h.readCPUs(r)
		return whole(r, uint64(len(h.instances))), nil
	case "nnode":
		h.findNodes()
		return whole(r, uint64(len(h.nodes.list))), nil
	}
	err := h.readDisks(r)
	return whole(r, uint64(len(h.disks.things))), err // ndisk
}

// cpuSysfs supplies what files in the directory of a processor, or a node, say.
func (h *hinv) cpuSysfs(r *pmda.Request) (libpcp.Atom, error) {
	key := r.Metric.Key
	if key == "node online" {
		return h.fileOr(r, nodeDir+h.nodeName(r.Inst)+"/online", 1)
	}
	folder := cpuDir(h.numberOf(r.Inst)) + "/"
	switch {
	case key == "online":
		return h.fileOr(r, folder+key, 1)
	case strings.HasPrefix(key, "thermal_throttle/"):
		return h.fileOr(r, folder+key, 0)
	}
	return h.frequency(r, key, folder+"cpufreq/")
}

// cpuDir is the directory of a processor.
func cpuDir(number int32) string {
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

var hinvMetrics = []pmda.Metric{
	{Name: "hinv.physmem", Key: "MemTotal", Cluster: 1, Item: 9, Type: u32, Sem: discrete, Units: libpcp.MByte, OneLine: "size of the physical memory, from MemTotal in /proc/meminfo"},
	{Name: "hinv.pagesize", Cluster: 1, Item: 11, Type: u32, Sem: discrete, Units: libpcp.Byte, OneLine: "size of a page of memory"},
	{Name: "hinv.ncpu", Key: "ncpu", Item: 32, Type: u32, Sem: discrete, OneLine: "number of processors that are there"},
	{Name: "hinv.ndisk", Key: "ndisk", Item: 33, Type: u32, Sem: discrete, OneLine: "number of disks, not counting partitions and logical devices"},
	{Name: "hinv.nfilesys", Key: "nfilesys", Cluster: 5, Item: 0, Type: u32, Sem: discrete, Units: libpcp.Count, OneLine: "number of mounted file systems that are on a local device"},
	{Name: "hinv.ninterface", Key: "ninterface", Cluster: 3, Item: 27, Type: u32, Sem: discrete, OneLine: "number of network interfaces that are there"},
	{Name: "hinv.nnode", Key: "nnode", Item: 19, Type: u32, Sem: discrete, OneLine: "number of memory (NUMA) nodes"},
	{Name: "hinv.machine", Key: "machine", Cluster: 18, Item: 7, Type: str, Sem: discrete, OneLine: "kind of machine, as uname(2) names it"},
	{Name: "hinv.map.scsi", Cluster: 15, Item: 0, Type: str, InDom: scsiInDom, Sem: discrete, OneLine: "device name of each thing on the SCSI buses", Help: "Instances are named for the host adapter, channel, device and unit, and the type of device, as /proc/scsi/scsi has them."},
	{Name: "hinv.map.scsi_id", Key: "scsi_id", Item: 103, Type: str, InDom: diskInDom, Sem: discrete, OneLine: "place of each disk on the SCSI bus, or \"unknown\""},
	{Name: "hinv.map.cpu_num", Key: "cpu_num", Cluster: 18, Item: 6, Type: u32, InDom: cpuInDom, Sem: discrete, OneLine: "number of each processor"},
	{Name: "hinv.map.cpu_node", Key: "cpu_node", Cluster: 18, Item: 8, Type: u32, InDom: cpuInDom, Sem: discrete, OneLine: "memory (NUMA) node that each processor is on"},
	{Name: "hinv.map.dmname", Key: "dmname", Cluster: 54, Item: 13, Type: str, InDom: dmInDom, Sem: discrete, OneLine: "kernel's name of each device of the device mapper"},
	{Name: "hinv.map.mdname", Key: "mdname", Cluster: 59, Item: 13, Type: str, InDom: mdInDom, Sem: discrete, OneLine: "kernel's name of each device made of several others (md)"},
	{Name: "hinv.cpu.clock", Key: "clock", Cluster: 18, Item: 0, Type: float, InDom: cpuInDom, Sem: discrete, Units: libpcp.PerMicrosec, OneLine: "clock rate of each processor, in MHz"},
	{Name: "hinv.cpu.vendor", Key: "vendor", Cluster: 18, Item: 1, Type: str, InDom: cpuInDom, Sem: discrete, OneLine: "maker of each processor, as it identifies itself"},
	{Name: "hinv.cpu.model", Key: "model", Cluster: 18, Item: 2, Type: str, InDom: cpuInDom, Sem: discrete, OneLine: "model number of each processor"},
	{Name: "hinv.cpu.stepping", Key: "stepping", Cluster: 18, Item: 3, Type: str, InDom: cpuInDom, Sem: discrete, OneLine: "revision of each processor's model"},
	{Name: "hinv.cpu.cache", Key: "cache", Cluster: 18, Item: 4, Type: u32, InDom: cpuInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each processor's main cache"},
	{Name: "hinv.cpu.bogomips", Key: "bogomips", Cluster: 18, Item: 5, Type: float, InDom: cpuInDom, Sem: discrete, OneLine: "each processor's speed in the delay loop at boot"},
	{Name: "hinv.cpu.model_name", Key: "model_name", Cluster: 18, Item: 9, Type: str, InDom: cpuInDom, Sem: discrete, OneLine: "name of each processor's model"},
	{Name: "hinv.cpu.flags", Key: "flags", Cluster: 18, Item: 10, Type: str, InDom: cpuInDom, Sem: discrete, OneLine: "abilities of each processor, as words"},
	{Name: "hinv.cpu.cache_alignment", Key: "cache_alignment", Cluster: 18, Item: 11, Type: u32, InDom: cpuInDom, Sem: discrete, OneLine: "bytes that each processor's cache lines are aligned to"},
	{Name: "hinv.cpu.online", Key: "online", Cluster: 55, Item: 0, Type: u32, InDom: cpuInDom, Sem: instant, OneLine: "1 for a processor that is in use, 0 for one that was taken offline"},
	{Name: "hinv.cpu.thermal_throttle.core.count", Key: "thermal_throttle/core_throttle_count", Cluster: 55, Item: 2, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "times each core slowed down because it was hot"},
	{Name: "hinv.cpu.thermal_throttle.core.time", Key: "thermal_throttle/core_throttle_total_time_ms", Cluster: 55, Item: 3, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time each core spent slowed down because it was hot"},
	{Name: "hinv.cpu.thermal_throttle.package.count", Key: "thermal_throttle/package_throttle_count", Cluster: 55, Item: 4, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "times each processor's package slowed down because it was hot"},
	{Name: "hinv.cpu.thermal_throttle.package.time", Key: "thermal_throttle/package_throttle_total_time_ms", Cluster: 55, Item: 5, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "milliseconds each processor's package spent slowed down because it was hot"},
	{Name: "hinv.cpu.frequency_scaling.count", Key: "count", Cluster: 55, Item: 6, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "changes of each processor's clock rate"},
	{Name: "hinv.cpu.frequency_scaling.time", Key: "time", Cluster: 55, Item: 7, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Microsec, OneLine: "time each processor has run under control of frequency scaling"},
	{Name: "hinv.cpu.frequency_scaling.max", Key: "max", Cluster: 55, Item: 8, Type: u32, InDom: cpuInDom, Sem: instant, Units: libpcp.PerMicrosec, OneLine: "highest clock rate that scaling may choose, in MHz"},
	{Name: "hinv.cpu.frequency_scaling.min", Key: "min", Cluster: 55, Item: 9, Type: u32, InDom: cpuInDom, Sem: instant, Units: libpcp.PerMicrosec, OneLine: "lowest clock rate that scaling may choose, in MHz"},
	{Name: "hinv.node.online", Key: "node online", Cluster: 55, Item: 1, Type: u32, InDom: nodeInDom, Sem: instant, OneLine: "1 for a memory (NUMA) node that is in use, 0 for one that is not"},
	{Name: "hinv.hugepagesize", Key: "Hugepagesize", Cluster: 1, Item: 59, Type: u32, Sem: discrete, Units: libpcp.Byte, OneLine: "size of a huge page of memory"},
	{Name: "hinv.ntape", Key: "ntape", Cluster: 71, Item: 16, Type: u32, Sem: discrete, OneLine: "number of SCSI tape drives"},
	{Name: "hinv.nfchost", Key: "nfchost", Cluster: 91, Item: 16, Type: u32, Sem: discrete, OneLine: "number of fibre channel adapters"},
	{Name: "hinv.disk.ctlr", Key: "ctlr", Item: 105, Type: str, InDom: diskInDom, Sem: discrete, OneLine: "PCI address of the controller of each disk"},
	{Name: "hinv.disk.model", Key: "model", Item: 106, Type: str, InDom: diskInDom, Sem: discrete, OneLine: "model of each disk"},
	{Name: "hinv.cpu.frequency_scaling.current", Key: "current", Cluster: 55, Item: 10, Type: float, InDom: cpuInDom, Sem: instant, Units: libpcp.PerMicrosec, OneLine: "clock rate of each processor now, in MHz"},
}
