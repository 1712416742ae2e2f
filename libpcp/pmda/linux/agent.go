package linux

import (
	"context"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent {
	a := &agent{machine: machine{host: newHost(), release: rel}}
	rows := pmda.RowsOf(rel, tables()...)
	return &pmda.Agent{
		Name:      "linux",
		Domain:    60,
		Rows:      rows,
		InDoms:    pmda.InDomsOf(rows),
		State:     a,
		Validated: true, // by TestValidate
		Before:    a.before,
		Fetched:   func(context.Context, *pmda.Request) { a.container.leave() },
		Close:     a.container.root.Close,

		WantAttributes: true,
	}
}

// agent has the machine and the collectors, each with its last reading of the
// kernel's files. Their zero values are ready to use.
type agent struct {
	machine

	nodes       nodes
	allocations allocations
	stat        stat
	cpuinfo     cpuinfo
	loads       loads
	interrupts  [interruptKinds]interrupts
	pressures   pressures
	entropy     entropy
	meminfo     meminfo
	vmstat      vmstat
	swaps       swaps
	hugePages   hugePages
	bandwidths  bandwidths
	buddyinfo   buddyinfo
	zones       zones
	slab        slab
	netdev      netdev
	netaddr     netaddr
	snmp        snmp
	netstat     netstat
	snmp6       snmp6
	sockets     sockets
	softnet     softnet
	diskstats   diskstats
	wwids       wwids
	scsi        scsi
	tapes       tapes
	fchosts     fchosts
	filesystems filesystems
	nfs         nfs
	nfsUsers    nfsUsers
	ipc         ipc
	vfs         vfs
	locks       locks
	tty         tty
}

// of returns the agent that a request is to.
func of(r *pmda.Request) *agent { return r.State.(*agent) }
