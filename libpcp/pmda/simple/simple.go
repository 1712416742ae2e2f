// Package simple is an example of an agent: a metric that can be stored, one
// with a fixed instance domain, and one whose instances follow a configuration
// file.
package simple

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Instance domains.
var (
	colours = &pmda.InDom{
		Serial:    0,
		Instances: []libpcp.Instance{{ID: 0, Name: "red"}, {ID: 1, Name: "green"}, {ID: 2, Name: "blue"}},
		Labels:    `{"indom_name":"color","model":"RGB"}`,
		OneLine:   `Instance domain "colour" for simple PMDA`,
		Help:      helpColours,
	}
	times = &pmda.InDom{
		Serial:  1,
		Members: pmda.MembersFunc(listSlices),
		Labels:  `{"indom_name":"time","unitsystem":"SI"}`,
		OneLine: `Dynamic instance domain "time" for simple PMDA`,
		Help:    helpTimes,
	}
)

// agent is the state that the metrics report.
type agent struct {
	fetches uint32
	colours [3]int32 // as last fetched, by instance
	slices  timeSlices
	usage   pmda.PerRequest[usage]
	clock   pmda.PerRequest[time.Time]
}

// New returns the agent.
func New() *pmda.Agent {
	a := &agent{colours: [3]int32{0, 100, 200}}
	return &pmda.Agent{
		Name:     "simple",
		Domain:   253,
		Metrics:  a.metrics(),
		InDoms:   []*pmda.InDom{colours, times},
		State:    a,
		Labels:   pmda.Labels{JSON: `{"role":"testing"}`},
		LabelsOf: a.labels,
		Before:   a.count,
	}
}

func (a *agent) metrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "simple.numfetch", Cluster: 0, Item: 0,
		Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "Number of pmFetch operations.",
		Help:    helpFetches,
		Fetch:   a.numfetch, Store: a.setNumfetch,
	}, {
		Name: "simple.color", Cluster: 0, Item: 1, InDom: colours,
		Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "Metrics which increment with each fetch",
		Help:    helpColour,
		Fetch:   a.colour, Store: a.setColour,
	}, {
		Name: "simple.time.user", Cluster: 1, Item: 2,
		Type: libpcp.TypeDouble, Sem: libpcp.SemCounter, Units: libpcp.Sec,
		OneLine: "Time agent has spent executing user code",
		Help:    helpUser,
		Fetch:   a.userTime,
	}, {
		Name: "simple.time.sys", Cluster: 1, Item: 3,
		Type: libpcp.TypeDouble, Sem: libpcp.SemCounter, Units: libpcp.Sec,
		OneLine: "Time agent has spent executing system code",
		Help:    helpSystem,
		Fetch:   a.systemTime,
	}, {
		Name: "simple.now", Cluster: 2, Item: 4, InDom: times,
		Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "Time of day with a configurable instance domain",
		Help:    helpNow,
		Fetch:   a.now,
	}}
}

// count counts fetches.
func (a *agent) count(_ context.Context, r *pmda.Request) error {
	if r.Kind == pmda.KindFetch {
		a.fetches++
	}
	return nil
}

func (a *agent) numfetch(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint32Atom(a.fetches), nil
}

// setNumfetch refuses what would be negative as a signed number.
func (a *agent) setNumfetch(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
	if int32(v.Uint64()) < 0 {
		a.fetches = 0
		return libpcp.ErrBadStore
	}
	a.fetches = uint32(v.Uint64())
	return nil
}

// colour counts each time it is asked.
func (a *agent) colour(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	value := &a.colours[r.Inst]
	*value = (*value + 1) % 256
	return libpcp.Int32Atom(*value), nil
}

// setColour takes the nearest value for one out of range, and refuses it all
// the same.
func (a *agent) setColour(_ context.Context, r *pmda.Request, v libpcp.Atom) error {
	if r.Inst < 0 || int(r.Inst) >= len(a.colours) {
		return libpcp.ErrInst
	}
	wanted := int32(v.Int64())
	a.colours[r.Inst] = min(max(wanted, 0), 255)
	if a.colours[r.Inst] != wanted {
		return libpcp.ErrBadStore
	}
	return nil
}

// labels names the unit of each time slice, which is its own name.
func (a *agent) labels(_ context.Context, r *pmda.Request, id libpcp.LabelID) (pmda.Labels, error) {
	if id.Class != libpcp.LabelInstances || libpcp.InDom(id.Ident) != r.InDom(times) {
		return pmda.Labels{}, nil
	}
	name, _ := a.slices.cache.Name(r.Inst)
	return pmda.Labels{JSON: `{"units":"` + name + `"}`}, nil
}
