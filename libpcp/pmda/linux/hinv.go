package linux

import (
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

func (a *agent) countNodes(r *pmda.Request) uint64 { return uint64(len(a.nodes.read(r).list)) }

// nodeOnline supplies whether a node is in use.
func (a *agent) nodeOnline(r *pmda.Request) (libpcp.Atom, error) {
	return a.fileOr(r, nodeDir+a.nodes.read(r).name(r.Inst)+"/online", 1)
}

// cpuDir is the directory of the processor r.Inst.
func (a *agent) cpuDir(r *pmda.Request) string {
	return "/sys/devices/system/cpu/cpu" + strconv.Itoa(int(a.nodes.read(r).numberOf(r.Inst))) + "/"
}

// cpuFile is the source of the number in a file of each processor, or of a
// default.
type cpuFile struct {
	name string
	or   uint64
}

func (f cpuFile) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	return a.fileOr(r, a.cpuDir(r)+f.name, f.or)
}

// cpuScaling is the source of the scaling of each processor's clock, if it has
// any. With statistics it has the time spent at all frequencies, the cycles in
// that time, and the range of frequencies; else the limits, and the present
// frequency in place of cycles, as PCP's agent does.
type cpuScaling struct {
	state scalingState
	file  string // in the place of statistics, in kHz
}

func (s cpuScaling) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	folder := a.cpuDir(r) + "cpufreq/"
	if text, err := a.textOnce(r, folder+"stats/time_in_state"); err == nil {
		return whole(r, timeInStates(text)[s.state]), nil
	}
	if s.file == "" {
		return libpcp.Atom{}, pmda.NoValue
	}
	n, err := a.number(folder + s.file)
	return whole(r, n/1000), absent(err)
}

func (a *agent) scalingFrequency(r *pmda.Request) (libpcp.Atom, error) {
	n, err := a.number(a.cpuDir(r) + "cpufreq/scaling_cur_freq")
	return libpcp.FloatAtom(float32(n) / 1000), absent(err)
}

// scalingState is a figure made of lines "3000000 5": a frequency in kHz, and the
// time spent with it.
type scalingState int

const (
	scalingCycles scalingState = iota
	scalingTime
	scalingMax
	scalingMin
	scalingStates
)

func timeInStates(text []byte) (s [scalingStates]uint64) {
	for line := range linesOf(text) {
		var n [2]uint64
		if fixed(n[:], line) < len(n) {
			continue
		}
		s[scalingCycles] += n[0] / 1000 * n[1]
		s[scalingTime] += n[1]
		s[scalingMax] = max(s[scalingMax], n[0]/1000)
		if s[scalingMin] == 0 || n[0]/1000 < s[scalingMin] {
			s[scalingMin] = n[0] / 1000
		}
	}
	return s
}

var hinvMetrics = []pmda.Metric{
	{Name: "hinv.physmem", Cluster: 1, Item: 9, Type: u32, Sem: discrete, Units: libpcp.MByte, Source: memLine("MemTotal"), OneLine: "size of the physical memory, from MemTotal in /proc/meminfo"},
	{Name: "hinv.pagesize", Cluster: 1, Item: 11, Type: u32, Sem: discrete, Units: libpcp.Byte, Source: count((*agent).sizeOfPage), OneLine: "size of a page of memory"},
	{Name: "hinv.ncpu", Item: 32, Type: u32, Sem: discrete, Source: count((*agent).countProcessors), OneLine: "number of processors that are there"},
	{Name: "hinv.ndisk", Item: 33, Type: u32, Sem: discrete, Source: countOf[blockDevice]{disks}, OneLine: "number of disks, not counting partitions and logical devices"},
	{Name: "hinv.nfilesys", Cluster: 5, Item: 0, Type: u32, Sem: discrete, Units: libpcp.Count, Source: countOf[mount]{mounts{}}, OneLine: "number of mounted file systems that are on a local device"},
	{Name: "hinv.ninterface", Cluster: 3, Item: 27, Type: u32, Sem: discrete, Source: countOf[netInterface]{interfaces{}}, OneLine: "number of network interfaces that are there"},
	{Name: "hinv.nnode", Item: 19, Type: u32, Sem: discrete, Source: count((*agent).countNodes), OneLine: "number of memory (NUMA) nodes"},
	{Name: "hinv.machine", Cluster: 18, Item: 7, Type: str, Sem: discrete, Source: from((*agent).hardware), OneLine: "kind of machine, as uname(2) names it"},
	{Name: "hinv.map.scsi", Cluster: 15, Item: 0, Type: str, InDom: scsiInDom, Sem: discrete, Source: fromEach[string]((*agent).scsiDevice), OneLine: "device name of each thing on the SCSI buses", Help: "Instances are named for the host adapter, channel, device and unit, and the type of device, as /proc/scsi/scsi has them."},
	{Name: "hinv.map.scsi_id", Item: 103, Type: str, InDom: diskInDom, Sem: discrete, Source: fromEach[blockDevice]((*agent).diskIdentifier), OneLine: "place of each disk on the SCSI bus, or \"unknown\""},
	{Name: "hinv.map.cpu_num", Cluster: 18, Item: 6, Type: u32, InDom: cpuInDom, Sem: discrete, Source: count((*agent).processorNumber), OneLine: "number of each processor"},
	{Name: "hinv.map.cpu_node", Cluster: 18, Item: 8, Type: u32, InDom: cpuInDom, Sem: discrete, Source: count((*agent).nodeOfProcessor), OneLine: "memory (NUMA) node that each processor is on"},
	{Name: "hinv.map.dmname", Cluster: 54, Item: 13, Type: str, InDom: dmInDom, Sem: discrete, Source: eachText[blockDevice]((*blockDevice).kernelName), OneLine: "kernel's name of each device of the device mapper"},
	{Name: "hinv.map.mdname", Cluster: 59, Item: 13, Type: str, InDom: mdInDom, Sem: discrete, Source: eachText[blockDevice]((*blockDevice).kernelName), OneLine: "kernel's name of each device made of several others (md)"},
	{Name: "hinv.cpu.clock", Cluster: 18, Item: 0, Type: float, InDom: cpuInDom, Sem: discrete, Units: libpcp.PerMicrosec, Source: from((*agent).clock), OneLine: "clock rate of each processor, in MHz"},
	{Name: "hinv.cpu.vendor", Cluster: 18, Item: 1, Type: str, InDom: cpuInDom, Sem: discrete, Source: cpuValue{field: cpuVendor}, OneLine: "maker of each processor, as it identifies itself"},
	{Name: "hinv.cpu.model", Cluster: 18, Item: 2, Type: str, InDom: cpuInDom, Sem: discrete, Source: cpuValue{cpuModelNumber, cpuModelName}, OneLine: "model number of each processor"},
	{Name: "hinv.cpu.stepping", Cluster: 18, Item: 3, Type: str, InDom: cpuInDom, Sem: discrete, Source: cpuValue{field: cpuStepping}, OneLine: "revision of each processor's model"},
	{Name: "hinv.cpu.cache", Cluster: 18, Item: 4, Type: u32, InDom: cpuInDom, Sem: discrete, Units: libpcp.KByte, Source: cpuValue{field: cpuCache}, OneLine: "size of each processor's main cache"},
	{Name: "hinv.cpu.bogomips", Cluster: 18, Item: 5, Type: float, InDom: cpuInDom, Sem: discrete, Source: cpuValue{field: cpuBogomips}, OneLine: "each processor's speed in the delay loop at boot"},
	{Name: "hinv.cpu.model_name", Cluster: 18, Item: 9, Type: str, InDom: cpuInDom, Sem: discrete, Source: cpuValue{cpuModelName, cpuModelNumber}, OneLine: "name of each processor's model"},
	{Name: "hinv.cpu.flags", Cluster: 18, Item: 10, Type: str, InDom: cpuInDom, Sem: discrete, Source: cpuValue{field: cpuFlags}, OneLine: "abilities of each processor, as words"},
	{Name: "hinv.cpu.cache_alignment", Cluster: 18, Item: 11, Type: u32, InDom: cpuInDom, Sem: discrete, Source: cpuValue{field: cpuAlignment}, OneLine: "bytes that each processor's cache lines are aligned to"},
	{Name: "hinv.cpu.online", Cluster: 55, Item: 0, Type: u32, InDom: cpuInDom, Sem: instant, Source: cpuFile{"online", 1}, OneLine: "1 for a processor that is in use, 0 for one that was taken offline"},
	{Name: "hinv.cpu.thermal_throttle.core.count", Cluster: 55, Item: 2, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: cpuFile{"thermal_throttle/core_throttle_count", 0}, OneLine: "times each core slowed down because it was hot"},
	{Name: "hinv.cpu.thermal_throttle.core.time", Cluster: 55, Item: 3, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Millisec, Source: cpuFile{"thermal_throttle/core_throttle_total_time_ms", 0}, OneLine: "time each core spent slowed down because it was hot"},
	{Name: "hinv.cpu.thermal_throttle.package.count", Cluster: 55, Item: 4, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: cpuFile{"thermal_throttle/package_throttle_count", 0}, OneLine: "times each processor's package slowed down because it was hot"},
	{Name: "hinv.cpu.thermal_throttle.package.time", Cluster: 55, Item: 5, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: cpuFile{"thermal_throttle/package_throttle_total_time_ms", 0}, OneLine: "milliseconds each processor's package spent slowed down because it was hot"},
	{Name: "hinv.cpu.frequency_scaling.count", Cluster: 55, Item: 6, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: cpuScaling{scalingCycles, "scaling_cur_freq"}, OneLine: "changes of each processor's clock rate"},
	{Name: "hinv.cpu.frequency_scaling.time", Cluster: 55, Item: 7, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Microsec, Source: cpuScaling{scalingTime, ""}, OneLine: "time each processor has run under control of frequency scaling"},
	{Name: "hinv.cpu.frequency_scaling.max", Cluster: 55, Item: 8, Type: u32, InDom: cpuInDom, Sem: instant, Units: libpcp.PerMicrosec, Source: cpuScaling{scalingMax, "cpuinfo_max_freq"}, OneLine: "highest clock rate that scaling may choose, in MHz"},
	{Name: "hinv.cpu.frequency_scaling.min", Cluster: 55, Item: 9, Type: u32, InDom: cpuInDom, Sem: instant, Units: libpcp.PerMicrosec, Source: cpuScaling{scalingMin, "cpuinfo_min_freq"}, OneLine: "lowest clock rate that scaling may choose, in MHz"},
	{Name: "hinv.node.online", Cluster: 55, Item: 1, Type: u32, InDom: nodeInDom, Sem: instant, Source: from((*agent).nodeOnline), OneLine: "1 for a memory (NUMA) node that is in use, 0 for one that is not"},
	{Name: "hinv.hugepagesize", Cluster: 1, Item: 59, Type: u32, Sem: discrete, Units: libpcp.Byte, Source: memLine("Hugepagesize"), OneLine: "size of a huge page of memory"},
	{Name: "hinv.ntape", Cluster: 71, Item: 16, Type: u32, Sem: discrete, Source: countOf[string]{tapeDrives{}}, OneLine: "number of SCSI tape drives"},
	{Name: "hinv.nfchost", Cluster: 91, Item: 16, Type: u32, Sem: discrete, Source: countOf[string]{fibreAdapters{}}, OneLine: "number of fibre channel adapters"},
	{Name: "hinv.disk.ctlr", Item: 105, Type: str, InDom: diskInDom, Sem: discrete, Since: release.LinuxMetrics63, Source: fromEach[blockDevice]((*agent).diskController), OneLine: "PCI address of the controller of each disk"},
	{Name: "hinv.disk.model", Item: 106, Type: str, InDom: diskInDom, Sem: discrete, Since: release.LinuxMetrics63, Source: fromEach[blockDevice]((*agent).diskModel), OneLine: "model of each disk"},
	{Name: "hinv.cpu.frequency_scaling.current", Cluster: 55, Item: 10, Type: float, InDom: cpuInDom, Sem: instant, Units: libpcp.PerMicrosec, Since: release.LinuxMetrics72, Source: from((*agent).scalingFrequency), OneLine: "clock rate of each processor now, in MHz"},
}
