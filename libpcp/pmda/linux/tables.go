package linux

import (
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

// Labels of metrics beyond those of their instance domains.
const (
	ofCPUs  = `{"device_type":"cpu"}`
	perNode = `{"device_type":["numa_node","cpu"]}`
)

// tables are all metrics, by collector, in the order that gives names the order
// of the genuine name space.
var tables = [...][]pmda.Metric{
	hinvMetrics,
	allCPUMetrics,
	loadMetrics,
	statMetrics,
	uptimeMetrics,
	usersMetrics,
	taskMetrics,
	interruptTotalMetrics,
	sysctlMetrics,
	pressureMetrics,
	ptysMetrics,
	eachCPUMetrics,
	percpuCountMetrics,
	memMetrics,
	hugePageMetrics,
	vmmemctlMetrics,
	vmstatMetrics,
	numaMetrics,
	nodeHugePageMetrics,
	buddyMetrics,
	zoneMetrics,
	slabMetrics,
	ksmMetrics,
	swapMetrics,
	swapSpaceMetrics,
	netdevMetrics,
	netaddrMetrics,
	sockstatMetrics,
	ipMetrics,
	ipExtMetrics,
	icmpMetrics,
	connectionMetrics,
	softnetMetrics,
	unixSocketMetrics,
	ip6Metrics,
	udp6ConnectionMetrics,
	udplite6Metrics,
	raw6ConnectionMetrics,
	tcpExtMetrics,
	diskMetrics,
	mdStatusMetrics,
	wwidMetrics,
	filesysMetrics,
	swapdevMetrics,
	nfsMetrics,
	nfsClientMetrics,
	unameMetrics,
	ipcMetrics,
	vfsMetrics,
	tmpfsMetrics,
	sysfsMetrics,
	tapeMetrics,
	ttyMetrics,
	zramMetrics,
	fcMetrics,
}

// rowsOf returns the metrics of a release of PCP, as it describes them.
func rowsOf(rel release.Release) []*pmda.Metric {
	rows := make([]*pmda.Metric, 0, 1536)
	for _, table := range tables {
		for i := range table {
			if m := &table[i]; has(rel, m) {
				rows = append(rows, described(rel, m))
			}
		}
	}
	return rows
}

// described is a metric as a release describes it, which mostly is as the
// newest does.
func described(rel release.Release, m *pmda.Metric) *pmda.Metric {
	freeCMA := m.Name == "mem.vmstat.nr_free_cma" && !rel.Has(release.InstantFreeCMA)
	deviceBytes := (m.Cluster == clusterDM || m.Cluster == clusterMD) && m.Item >= 6 && m.Item <= 8 &&
		!rel.Has(release.WideDeviceBytes)
	if !freeCMA && !deviceBytes {
		return m
	}
	older := *m
	if freeCMA {
		older.Sem = counter
	} else {
		older.Type = u32
	}
	return &older
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
