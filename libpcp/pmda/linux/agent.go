package linux

import (
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent {
	a := newAgent(rel)
	return &pmda.Agent{
		Name:      "linux",
		Domain:    60,
		Rows:      rowsOf(rel),
		InDoms:    indoms,
		List:      a.list,
		Validated: true, // by TestValidate
		Before:    a.before,
		Fetch:     a.fetch,
		Fetched:   func(context.Context, *pmda.Request) { a.container.leave() },
		LabelsOf:  a.labels,
		Close:     a.container.root.Close,

		WantAttributes: true,
	}
}

// agent is the collectors, each of which holds what it last read from the
// kernel's files.
type agent struct {
	machine     machine
	nodes       nodes
	stat        stat
	hinv        hinv
	cpuinfo     cpuinfo
	loads       loads
	interrupts  interrupts
	softirqs    softirqs
	pressures   pressures
	sysctls     sysctls
	meminfo     meminfo
	vmstat      vmstat
	swaps       swaps
	hugePages   hugePages
	numa        numa
	bandwidths  bandwidths
	buddyinfo   buddyinfo
	zones       zones
	slab        slab
	sysfs       sysfs
	netdev      netdev
	netaddr     netaddr
	snmp        snmp
	sockets     sockets
	softnet     softnet
	diskstats   diskstats
	wwids       wwids
	scsi        scsi
	tapes       tapes
	fchosts     fchosts
	filesystems filesystems
	nfs         nfs
	nfsClients  nfsClients
	ipc         ipc
	vfs         vfs
	tty         tty

	container container
	suppliers suppliers
}

// newAgent makes the collectors, and gives each the others that it draws on.
func newAgent(rel release.Release) *agent {
	a := &agent{machine: machine{host: newHost(), release: rel}}
	m := &a.machine
	m.container = &a.container
	a.nodes = nodes{machine: m}
	a.stat = stat{machine: m, nodes: &a.nodes}
	a.hinv = hinv{machine: m, stat: &a.stat, diskstats: &a.diskstats}
	a.cpuinfo = cpuinfo{machine: m, nodes: &a.nodes}
	a.loads = loads{machine: m}
	a.interrupts = interrupts{machine: m}
	a.softirqs = softirqs{machine: m}
	a.pressures = pressures{machine: m}
	a.sysctls = sysctls{machine: m}
	a.meminfo = meminfo{machine: m}
	a.vmstat = vmstat{machine: m}
	a.swaps = swaps{machine: m, vmstat: &a.vmstat}
	a.hugePages = hugePages{machine: m, nodes: &a.nodes}
	a.numa = numa{machine: m, nodes: &a.nodes, meminfo: &a.meminfo, bandwidths: &a.bandwidths}
	a.bandwidths = bandwidths{machine: m, nodes: &a.nodes}
	a.buddyinfo = buddyinfo{machine: m}
	a.zones = zones{machine: m}
	a.slab = slab{machine: m}
	a.sysfs = sysfs{machine: m, nodes: &a.nodes}
	a.netdev = netdev{machine: m}
	a.netaddr = netaddr{machine: m}
	a.snmp = snmp{machine: m}
	a.sockets = sockets{machine: m}
	a.softnet = softnet{machine: m}
	a.diskstats = diskstats{machine: m}
	a.wwids = wwids{diskstats: &a.diskstats}
	a.scsi = scsi{machine: m}
	a.tapes = tapes{machine: m}
	a.fchosts = fchosts{machine: m}
	a.filesystems = filesystems{machine: m}
	a.nfs = nfs{machine: m}
	a.nfsClients = nfsClients{machine: m}
	a.ipc = ipc{machine: m, shm: ipcTable{name: "shm"}, msg: ipcTable{name: "msg"}, sem: ipcTable{name: "sem"}}
	a.vfs = vfs{machine: m}
	a.tty = tty{machine: m}
	a.suppliers = a.suppliersByCluster()
	return a
}

// fetch supplies the value of any metric.
func (a *agent) fetch(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
	switch cluster := int(r.Metric.Cluster); {
	case cluster == clusterMDStatus: // which runs a program
		return a.diskstats.mdStatus(ctx, r)
	case cluster < len(a.suppliers) && a.suppliers[cluster] != nil:
		return a.suppliers[cluster](r)
	}
	return libpcp.Atom{}, libpcp.ErrPMID
}

// mixed supplies the metrics of the oldest cluster, which has a bit of
// everything.
func (a *agent) mixed(r *pmda.Request) (libpcp.Atom, error) {
	switch key := r.Metric.Key; {
	case r.Metric.InDom == diskInDom:
		return a.diskstats.disk(r, &a.diskstats.disks)
	case strings.HasPrefix(key, "all."):
		return a.diskstats.diskAll(r)
	case key == "pswpin", key == "pswpout", key == "in", key == "out":
		return a.swaps.swapping(r)
	case key == "ncpu", key == "nnode", key == "ndisk":
		return a.hinv.inventory(r)
	}
	return a.stat.statValue(r)
}
