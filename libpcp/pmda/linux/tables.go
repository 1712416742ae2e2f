package linux

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// Short words for the tables of metrics.
const (
	i32    = libpcp.Type32
	i64    = libpcp.Type64
	u32    = libpcp.TypeU32
	u64    = libpcp.TypeU64
	float  = libpcp.TypeFloat
	double = libpcp.TypeDouble
	str    = libpcp.TypeString

	counter  = libpcp.SemCounter
	instant  = libpcp.SemInstant
	discrete = libpcp.SemDiscrete
)

// Labels of metrics that tell more than those of their instance domains.
const (
	ofCPUs  = `{"device_type":"cpu"}`
	perNode = `{"device_type":["numa_node","cpu"]}`
)

// tables are all metrics, by collector, in the order that gives names the order
// of the genuine name space.
var tables = [...][]pmda.Metric{
	hinvMetrics[:],
	allCPUMetrics[:],
	loadMetrics[:],
	statMetrics[:],
	uptimeMetrics[:],
	usersMetrics[:],
	taskMetrics[:],
	interruptTotalMetrics[:],
	sysctlMetrics[:],
	pressureMetrics[:],
	ptysMetrics[:],
	eachCPUMetrics[:],
	percpuCountMetrics[:],
	memMetrics[:],
	hugePageMetrics[:],
	vmmemctlMetrics[:],
	vmstatMetrics[:],
	numaMetrics[:],
	nodeHugePageMetrics[:],
	buddyMetrics[:],
	zoneMetrics[:],
	slabMetrics[:],
	ksmMetrics[:],
	swapMetrics[:],
	swapSpaceMetrics[:],
	netdevMetrics[:],
	netaddrMetrics[:],
	sockstatMetrics[:],
	ipMetrics[:],
	ipExtMetrics[:],
	icmpMetrics[:],
	connectionMetrics[:],
	softnetMetrics[:],
	unixSocketMetrics[:],
	ip6Metrics[:],
	udp6ConnectionMetrics[:],
	udplite6Metrics[:],
	raw6ConnectionMetrics[:],
	tcpExtMetrics[:],
	diskMetrics[:],
	mdStatusMetrics[:],
	wwidMetrics[:],
	filesysMetrics[:],
	swapdevMetrics[:],
	nfsMetrics[:],
	nfsClientMetrics[:],
	unameMetrics[:],
	ipcMetrics[:],
	vfsMetrics[:],
	tmpfsMetrics[:],
	sysfsMetrics[:],
	tapeMetrics[:],
	ttyMetrics[:],
	zramMetrics[:],
	fcMetrics[:],
}

// metricsOf returns the metrics of a release of PCP, as it describes them.
func metricsOf(rel release.Release) []pmda.Metric {
	all := slices.DeleteFunc(slices.Concat(tables[:]...), func(m pmda.Metric) bool { return !has(rel, &m) })
	for i := range all {
		m := &all[i]
		switch {
		case m.Name == "mem.vmstat.nr_free_cma" && !rel.Has(release.InstantFreeCMA):
			m.Sem = counter
		case (m.Cluster == clusterDM || m.Cluster == clusterMD) && !rel.Has(release.WideDeviceBytes):
			switch m.Name[len("disk.dm."):] {
			case "read_bytes", "write_bytes", "total_bytes":
				m.Type = u32
			}
		}
	}
	return all
}

// added are the metrics that came after 6.0.3: those of a cluster from an item
// on.
var added = [...]struct {
	cluster uint16
	from    uint16
	with    release.Behaviour
}{
	{clusterStat, 105, release.LinuxMetrics63}, {clusterMeminfo, 64, release.LinuxMetrics63},
	{clusterMeminfo, 75, release.LinuxMetrics72}, {clusterFilesys, 12, release.LinuxMetrics63},
	{clusterSNMP, 94, release.LinuxMetrics63}, {clusterVMStat, 179, release.LinuxMetrics63},
	{clusterSysfs, 2, release.LinuxMetrics63}, {clusterNUMA, 42, release.LinuxMetrics72},
	{clusterNetstat, 205, release.LinuxMetrics63}, {clusterNetstat, 230, release.LinuxMetrics72},
	{clusterCPUSysfs, 10, release.LinuxMetrics72}, {clusterSoftnet, 12, release.LinuxMetrics63},
	{clusterHugePages, 0, release.LinuxMetrics63}, {clusterNodePages, 0, release.LinuxMetrics63},
	{clusterNFSClient, 0, release.LinuxMetrics72}, {clusterNFSOpen, 0, release.LinuxMetrics72},
}

// has reports whether a release has a metric.
func has(rel release.Release, m *pmda.Metric) bool {
	for _, a := range added {
		if m.Cluster == a.cluster && m.Item >= a.from && !rel.Has(a.with) {
			return false
		}
	}
	return true
}
