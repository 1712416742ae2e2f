// Package pmcd is the agent of the metrics that a pmcd has about itself, as
// far as they apply to a process without one: tools expect the host's name,
// time zone and version of every source.
package pmcd

import (
	"context"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// agent is the state behind the metrics.
type agent struct {
	release release.Release
	self    *pmda.Agent
	usage   pmda.PerRequest[uint64] // milliseconds of processor time
}

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent {
	a := &agent{release: rel, self: &pmda.Agent{
		Name:    "pmcd",
		Domain:  2,
		Metrics: metrics,
		InDoms:  []*pmda.InDom{loggers, agents},
	}}
	a.self.Fetch = a.fetch
	a.self.State = a
	return a.self
}

// listPeers returns the agents in the process.
func listPeers(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	var all []libpcp.Instance
	for _, peer := range r.State.(*agent).peers() {
		all = append(all, libpcp.Instance{ID: int32(peer.Domain), Name: peer.Name})
	}
	return all, nil
}

func (a *agent) peers() []pmda.Peer {
	if a.self.Replacement.Peers == nil {
		return nil
	}
	return a.self.Replacement.Peers()
}

func (a *agent) fetch(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Cluster {
	case clusterSelf:
		return a.fetchSelf(r)
	case clusterAgent:
		return a.fetchAgent(r)
	case clusterTime:
		used, err := a.usage.Get(r, readUsage)
		return libpcp.Uint64Atom(used), err
	}
	return libpcp.Atom{}, pmda.NoValue
}

func (a *agent) fetchSelf(r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Item {
	case itemAgents:
		return libpcp.Uint32Atom(uint32(len(a.peers()))), nil
	case itemClients, itemSequence:
		return libpcp.Uint32Atom(1), nil
	case itemTimezone:
		return libpcp.StringAtom(conf.Timezone()), nil
	case itemZoneinfo:
		return libpcp.StringAtom(conf.Zoneinfo()), nil
	case itemABI:
		return machine()
	case itemVersion:
		return libpcp.StringAtom(a.release.Version().String()), nil
	case itemBuild:
		return libpcp.StringAtom("1"), nil
	case itemHostname:
		name, err := os.Hostname()
		return libpcp.StringAtom(name), err
	case itemPID:
		return libpcp.Uint64Atom(uint64(os.Getpid())), nil
	}
	return libpcp.Atom{}, pmda.NoValue
}

func (a *agent) fetchAgent(r *pmda.Request) (libpcp.Atom, error) {
	if r.Metric.Item != itemAgentName {
		return libpcp.Uint32Atom(0), nil // a DSO, working, not fenced
	}
	for _, peer := range a.peers() {
		if int32(peer.Domain) == r.Inst {
			return libpcp.StringAtom(peer.Name), nil
		}
	}
	return libpcp.Atom{}, libpcp.ErrInst
}

func readUsage() (milliseconds uint64, err error) {
	user, system, err := access.Times()
	return uint64(user.Milliseconds() + system.Milliseconds()), err
}
