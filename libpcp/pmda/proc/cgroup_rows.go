package proc

import (
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// groupRows returns the metrics of control groups, in the order of PCP's name space.
func groupRows() []groupRow {
	rows := slices.Concat(processorRows, memoryRows)
	for _, m := range plainMemory {
		rows = append(rows, groupRow{
			name: "memory.stat." + m.key, cluster: 45, item: m.item, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant,
			units: libpcp.Byte, file: "memory.stat", key: m.key, oneLine: "memory: " + strings.ReplaceAll(m.key, "_", " "),
		})
	}
	for _, row := range memoryRows {
		row.name, row.key, row.item = "memory.stat.total."+row.key, "total_"+row.key, row.item+30
		row.oneLine += ", subgroups included"
		rows = append(rows, row)
	}
	rows = append(rows, moreMemoryRows...)
	rows = appendBlkio(rows, "blkio.dev.", 0, blkioDeviceInDom, ", by device")
	rows = append(appendBlkio(rows, "blkio.all.", 60, blkioInDom, ", all devices"), blkioContainer)
	for _, p := range [...]groupRow{
		{file: "cpu", cluster: 64, key: "some"},
		{file: "memory", cluster: 66, key: "some"}, {file: "memory", cluster: 66, key: "full", item: 4},
		{file: "io", cluster: 65, key: "some"}, {file: "io", cluster: 65, key: "full", item: 4},
		{file: "irq", cluster: 76, key: "full"},
	} {
		rows = appendPressure(rows, p)
	}
	return append(rows, ioRows...)
}

// appendBlkio appends the metrics of blkioRows, with items from a first on. Most have
// lines by kind of access.
func appendBlkio(rows []groupRow, prefix string, item uint16, indom *pmda.InDom, of string) []groupRow {
	for _, b := range blkioRows {
		keys := []string{"Read", "Write", "Sync", "Async", "Total"}
		if b.name == "sectors" || b.name == "time" {
			keys = []string{""}
		}
		for _, key := range keys {
			row := b
			row.cluster, row.item, row.kind, row.indom, row.sem = 49, item, libpcp.TypeU64, indom, libpcp.SemCounter
			row.name, row.file, row.key = prefix+b.name, "blkio."+b.name, key
			if access := strings.ToLower(key); access != "" {
				row.name, row.oneLine = row.name+"."+access, row.oneLine+": "+access
			}
			row.oneLine += of
			rows, item = append(rows, row), item+1
		}
	}
	return rows
}

// appendPressure appends the metrics of a resource, file, and a degree of pressure, key.
func appendPressure(rows []groupRow, p groupRow) []groupRow {
	p.indom, p.sem = groupInDom, libpcp.SemInstant
	for i, f := range [...]struct{ name, key string }{{"avg10sec", "avg10"}, {"avg1min", "avg60"}, {"avg5min", "avg300"}, {"total", "total"}} {
		row := p
		row.name, row.file, row.key = "pressure."+p.file+"."+p.key+"."+f.name, p.file+".pressure", p.key+" "+f.key
		row.oneLine, row.item = p.key+" pressure on "+p.file+": "+f.name, p.item+uint16(i)
		if row.kind = libpcp.TypeFloat; f.name == "total" {
			row.kind, row.units = libpcp.TypeU64, libpcp.Microsec
		}
		rows = append(rows, row)
	}
	return rows
}

var blkioRows = []groupRow{
	{name: "io_merged", units: libpcp.Count, oneLine: "io merged"},
	{name: "io_queued", units: libpcp.Count, oneLine: "io queued"},
	{name: "io_service_bytes", units: libpcp.Byte, oneLine: "io service bytes"},
	{name: "io_serviced", units: libpcp.Count, oneLine: "io serviced"},
	{name: "io_service_time", units: libpcp.Nanosec, oneLine: "io service time"},
	{name: "io_wait_time", units: libpcp.Nanosec, oneLine: "io wait time"},
	{name: "sectors", units: libpcp.KByte, oneLine: "data transferred"},
	{name: "time", units: libpcp.Millisec, oneLine: "time of access"},
	{name: "throttle.io_service_bytes", units: libpcp.Byte, oneLine: "io service bytes, before throttling"},
	{name: "throttle.io_serviced", units: libpcp.Count, oneLine: "io serviced, before throttling"},
}

// plainMemory are keys of memory.stat that say themselves what they are.
var plainMemory = [...]struct {
	key  string
	item uint16
}{
	{"anon", 17}, {"anon_thp", 18}, {"file", 19}, {"file_dirty", 20}, {"file_mapped", 21},
	{"file_writeback", 22}, {"kernel_stack", 25}, {"pgactivate", 26}, {"pgdeactivate", 27},
	{"pglazyfree", 28}, {"pglazyfreed", 50}, {"pgrefill", 51}, {"pgscan", 52}, {"pgsteal", 53},
	{"shmem", 64}, {"slab", 65}, {"slab_reclaimable", 66}, {"slab_unreclaimable", 67}, {"sock", 68},
	{"thp_collapse_alloc", 70}, {"thp_fault_alloc", 71},
}

var processorRows = []groupRow{
	{name: "cpu.stat.user", cluster: 67, item: 0, kind: libpcp.TypeU64, indom: groupInDom, sem: libpcp.SemCounter, units: libpcp.Microsec, file: "cpu.stat", key: "user_usec", oneLine: "processor time: user"},
	{name: "cpu.stat.system", cluster: 67, item: 1, kind: libpcp.TypeU64, indom: groupInDom, sem: libpcp.SemCounter, units: libpcp.Microsec, file: "cpu.stat", key: "system_usec", oneLine: "processor time: system"},
	{name: "cpu.stat.usage", cluster: 67, item: 2, kind: libpcp.TypeU64, indom: groupInDom, sem: libpcp.SemCounter, units: libpcp.Microsec, file: "cpu.stat", key: "usage_usec", oneLine: "processor time: usage"},
	{name: "cpuset.cpus", cluster: 39, item: 0, kind: libpcp.TypeString, indom: cpusetInDom, sem: libpcp.SemInstant, file: "cpuset.cpus", oneLine: "processors the group may use"},
	{name: "cpuset.mems", cluster: 39, item: 1, kind: libpcp.TypeString, indom: cpusetInDom, sem: libpcp.SemInstant, file: "cpuset.mems", oneLine: "memory nodes the group may use"},
	{name: "cpuset.id.container", cluster: 39, item: 2, kind: libpcp.TypeString, indom: cpusetInDom, sem: libpcp.SemDiscrete, oneLine: "container of the group"},
	{name: "cpuacct.stat.user", cluster: 41, item: 0, kind: libpcp.TypeU64, indom: cpuacctInDom, sem: libpcp.SemCounter, units: libpcp.Millisec, file: "cpuacct.stat", key: "user", oneLine: "processor time: user"},
	{name: "cpuacct.stat.system", cluster: 41, item: 1, kind: libpcp.TypeU64, indom: cpuacctInDom, sem: libpcp.SemCounter, units: libpcp.Millisec, file: "cpuacct.stat", key: "system", oneLine: "processor time: system"},
	{name: "cpuacct.usage", cluster: 41, item: 2, kind: libpcp.TypeU64, indom: cpuacctInDom, sem: libpcp.SemCounter, units: libpcp.Nanosec, file: "cpuacct.usage", oneLine: "processor time"},
	{name: "cpuacct.usage_percpu", cluster: 41, item: 3, kind: libpcp.TypeU64, indom: groupCPUInDom, sem: libpcp.SemCounter, units: libpcp.Nanosec, file: "cpuacct.usage_percpu", oneLine: "processor time on each processor"},
	{name: "cpuacct.id.container", cluster: 41, item: 4, kind: libpcp.TypeString, indom: cpuacctInDom, sem: libpcp.SemDiscrete, oneLine: "container of the group"},
	{name: "cpusched.shares", cluster: 43, item: 0, kind: libpcp.TypeU64, indom: schedInDom, sem: libpcp.SemInstant, file: "cpu.shares", oneLine: "share of processor time"},
	{name: "cpusched.periods", cluster: 43, item: 1, kind: libpcp.TypeU64, indom: schedInDom, sem: libpcp.SemInstant, file: "cpu.stat", key: "nr_periods", oneLine: "periods in which a limit was enforced"},
	{name: "cpusched.throttled", cluster: 43, item: 2, kind: libpcp.TypeU64, indom: schedInDom, sem: libpcp.SemInstant, file: "cpu.stat", key: "nr_throttled", oneLine: "times the group had to wait"},
	{name: "cpusched.throttled_time", cluster: 43, item: 3, kind: libpcp.TypeU64, indom: schedInDom, sem: libpcp.SemCounter, units: libpcp.Nanosec, file: "cpu.stat", key: "throttled_time", oneLine: "time the group had to wait"},
	{name: "cpusched.cfs_period", cluster: 43, item: 4, kind: libpcp.TypeU64, indom: schedInDom, sem: libpcp.SemInstant, units: libpcp.Microsec, file: "cpu.cfs_period_us", oneLine: "period of the limit"},
	{name: "cpusched.cfs_quota", cluster: 43, item: 5, kind: libpcp.Type64, indom: schedInDom, sem: libpcp.SemInstant, units: libpcp.Microsec, file: "cpu.cfs_quota_us", oneLine: "processor time the group may have in a period"},
	{name: "cpusched.id.container", cluster: 43, item: 6, kind: libpcp.TypeString, indom: schedInDom, sem: libpcp.SemDiscrete, oneLine: "container of the group"},
}

// memoryRows are those that version 1 has of subgroups, too.
var memoryRows = []groupRow{
	{name: "memory.stat.cache", cluster: 45, item: 0, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "cache", oneLine: "memory: page cache"},
	{name: "memory.stat.rss", cluster: 45, item: 1, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "rss", oneLine: "memory: resident pages"},
	{name: "memory.stat.rss_huge", cluster: 45, item: 2, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "rss_huge", oneLine: "memory: huge pages"},
	{name: "memory.stat.mapped_file", cluster: 45, item: 3, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "mapped_file", oneLine: "memory: mapped files"},
	{name: "memory.stat.writeback", cluster: 45, item: 4, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "writeback", oneLine: "memory: pages being written back"},
	{name: "memory.stat.swap", cluster: 45, item: 5, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "swap", oneLine: "memory: swapped pages"},
	{name: "memory.stat.pgpgin", cluster: 45, item: 6, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "memory.stat", key: "pgpgin", oneLine: "memory: pages charged"},
	{name: "memory.stat.pgpgout", cluster: 45, item: 7, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "memory.stat", key: "pgpgout", oneLine: "memory: pages uncharged"},
	{name: "memory.stat.pgfault", cluster: 45, item: 8, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "memory.stat", key: "pgfault", oneLine: "memory: page faults"},
	{name: "memory.stat.pgmajfault", cluster: 45, item: 9, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "memory.stat", key: "pgmajfault", oneLine: "memory: page faults that read from a device"},
	{name: "memory.stat.inactive_anon", cluster: 45, item: 10, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "inactive_anon", oneLine: "memory: inactive anon"},
	{name: "memory.stat.active_anon", cluster: 45, item: 11, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "active_anon", oneLine: "memory: active anon"},
	{name: "memory.stat.inactive_file", cluster: 45, item: 12, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "inactive_file", oneLine: "memory: inactive file"},
	{name: "memory.stat.active_file", cluster: 45, item: 13, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "active_file", oneLine: "memory: active file"},
	{name: "memory.stat.unevictable", cluster: 45, item: 14, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "unevictable", oneLine: "memory: pages that cannot be reclaimed"},
}

var moreMemoryRows = []groupRow{
	{name: "memory.stat.recent.rotated_anon", cluster: 45, item: 60, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Byte, file: "memory.stat", key: "recent_rotated_anon", oneLine: "memory: rotated anon"},
	{name: "memory.stat.recent.rotated_file", cluster: 45, item: 61, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Byte, file: "memory.stat", key: "recent_rotated_file", oneLine: "memory: rotated file"},
	{name: "memory.stat.recent.scanned_anon", cluster: 45, item: 62, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Byte, file: "memory.stat", key: "recent_scanned_anon", oneLine: "memory: scanned anon"},
	{name: "memory.stat.recent.scanned_file", cluster: 45, item: 63, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Byte, file: "memory.stat", key: "recent_scanned_file", oneLine: "memory: scanned file"},
	{name: "memory.stat.workingset.activate", cluster: 45, item: 72, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "workingset_activate", oneLine: "memory: activate"},
	{name: "memory.stat.workingset.nodereclaim", cluster: 45, item: 73, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "workingset_nodereclaim", oneLine: "memory: nodereclaim"},
	{name: "memory.stat.workingset.refault", cluster: 45, item: 74, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.stat", key: "workingset_refault", oneLine: "memory: refault"},
	{name: "memory.usage", cluster: 45, item: 80, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.usage_in_bytes", oneLine: "memory in use"},
	{name: "memory.limit", cluster: 45, item: 81, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.limit_in_bytes", oneLine: "limit of memory"},
	{name: "memory.failcnt", cluster: 45, item: 82, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "memory.failcnt", oneLine: "times the limit was reached"},
	{name: "memory.current", cluster: 45, item: 90, kind: libpcp.TypeU64, indom: memoryInDom, sem: libpcp.SemInstant, units: libpcp.Byte, file: "memory.current", oneLine: "memory in use"},
	{name: "memory.id.container", cluster: 45, item: 29, kind: libpcp.TypeString, indom: memoryInDom, sem: libpcp.SemDiscrete, oneLine: "container of the group"},
	{name: "netclass.classid", cluster: 47, item: 0, kind: libpcp.TypeU64, indom: netclassInDom, sem: libpcp.SemInstant, file: "net_cls.classid", oneLine: "identifier of the group's traffic"},
	{name: "netclass.id.container", cluster: 47, item: 1, kind: libpcp.TypeString, indom: netclassInDom, sem: libpcp.SemDiscrete, oneLine: "container of the group"},
}

var blkioContainer = groupRow{name: "blkio.id.container", cluster: 49, item: 42, kind: libpcp.TypeString, indom: blkioInDom, sem: libpcp.SemDiscrete, oneLine: "container of the group"}

var ioRows = []groupRow{
	{name: "io.stat.rbytes", cluster: 68, item: 0, kind: libpcp.TypeU64, indom: groupDeviceInDom, sem: libpcp.SemCounter, units: libpcp.Byte, file: "io.stat", key: "rbytes", oneLine: "transfers: rbytes, by device"},
	{name: "io.stat.wbytes", cluster: 68, item: 1, kind: libpcp.TypeU64, indom: groupDeviceInDom, sem: libpcp.SemCounter, units: libpcp.Byte, file: "io.stat", key: "wbytes", oneLine: "transfers: wbytes, by device"},
	{name: "io.stat.rios", cluster: 68, item: 2, kind: libpcp.TypeU64, indom: groupDeviceInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "io.stat", key: "rios", oneLine: "transfers: rios, by device"},
	{name: "io.stat.wios", cluster: 68, item: 3, kind: libpcp.TypeU64, indom: groupDeviceInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "io.stat", key: "wios", oneLine: "transfers: wios, by device"},
	{name: "io.stat.dbytes", cluster: 68, item: 4, kind: libpcp.TypeU64, indom: groupDeviceInDom, sem: libpcp.SemCounter, units: libpcp.Byte, file: "io.stat", key: "dbytes", oneLine: "transfers: dbytes, by device"},
	{name: "io.stat.dios", cluster: 68, item: 5, kind: libpcp.TypeU64, indom: groupDeviceInDom, sem: libpcp.SemCounter, units: libpcp.Count, file: "io.stat", key: "dios", oneLine: "transfers: dios, by device"},
}
