// Package sample is an agent of made-up metrics for testing programs: every
// type, unit and semantics, instances that come and go, counters that wrap,
// event records, values that can be stored, and errors on demand.
//
// It has the metrics of the sample agent that comes with a release of PCP, under
// the same identifiers, and does with them what that does, down to the course of what
// looks random. What differs: help texts are in words of its own; which
// members come and go in sample.mirage, and what sample.dodgey.value does with
// a control above 5, takes another course; sample.datasize is the whole heap.
package sample

import (
	"context"
	"os"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// agent is the state behind the metrics, by group.
type agent struct {
	*pmda.Agent
	release release.Release
	start   time.Time
	random  random

	debug     pmda.DebugOptions // sample.control
	constants constants
	wheel     wheel
	bins      bins
	mirage    mirage
	many      many
	counters  counters
	stairs    stairs
	rate      constantRate
	updown    updown
	walk      walk
	signals   signals
	dodgey    dodgey
	dynamic   dynamic
	meta      meta
	scramble  scramble
	errors    errorCode
	ready     readiness
	traffic   traffic
	events    [2]eventFeed // microseconds, nanoseconds
	climate   climate
	family    proc
	ghosts    ghosts

	unavailable string // a file, see there
}

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent {
	return newAgent(rel).Agent
}

func newAgent(rel release.Release) *agent {
	a := &agent{release: rel, start: time.Now(), unavailable: unavailable}
	a.Agent = &pmda.Agent{
		Name:           "sample",
		Domain:         29,
		Root:           "sample",
		Subtrees:       []string{"secret", "ghosts"},
		Labels:         pmda.Labels{JSON: `{"agent":"sample","role":"testing"}`},
		Replacement:    pmda.Replacement{AnyName: true, UnknownMetric: pmda.NoValue},
		InDoms:         indoms,
		List:           a.list,
		LabelsOf:       a.labels,
		Before:         a.before,
		WantAttributes: true,
		EndClient:      a.endClient,
	}
	a.reset()
	a.Rows = pmda.RowsOf(rel, a.groups()...)
	return a
}

// reset puts what does not start with zero at its start.
func (a *agent) reset() {
	a.constants = newConstants()
	a.bins = newBins()
	a.mirage = newMirage(&a.random)
	a.many.resize(5)
	a.counters = newCounters(&a.random)
	a.stairs = newStairs(a.start)
	a.rate = newConstantRate(a.start)
	a.updown = newUpdown(a.release.Has(release.SampleMetrics63))
	a.walk = newWalk(&a.random)
	a.signals = newSignals(&a.random)
	a.dodgey = newDodgey(&a.random)
	a.meta = newMeta()
	a.scramble = newScramble()
	a.events[1].array.HighRes, a.events[1].dull.HighRes = true, true
	a.ghosts.visible = -1
	a.climate = newClimate()
}

// groups are the tables of metrics, in an order in which a listing of names
// is pleasant to read.
func (a *agent) groups() [][]pmda.Metric {
	return [][]pmda.Metric{
		a.processMetrics(), a.wheelMetrics(), a.binMetrics(), a.walkMetrics(), a.stairMetrics(),
		a.mirageMetrics(), a.signalMetrics(), a.trafficMetrics(), a.errorMetrics(), a.counterMetrics(),
		a.secretMetrics(), a.ghostMetrics(), a.constantMetrics(), a.hordeMetrics(), a.dodgeyMetrics(),
		a.dynamicMetrics(), a.metaMetrics(), a.rateMetrics(), a.manyMetrics(), a.scrambleMetrics(),
		a.eventMetrics(), a.negativeMetrics(), a.procMetrics(), a.updownMetrics(), a.climateMetrics(), a.otherNames(),
	}
}

// unavailable is a file: while it is there the agent as a daemon does not
// answer.
const unavailable = "/tmp/sample.unavail"

// before counts the request, and fails it if that was asked for.
func (a *agent) before(_ context.Context, r *pmda.Request) error {
	if r.Domain == 30 {
		a.Root = "sampledso" // as PCP calls the agent when it is part of pmcd
	}
	a.traffic.count(r)
	if r.Kind == pmda.KindProfile {
		return nil
	}
	if a.Replacement.Peers == nil {
		if _, err := os.Stat(a.unavailable); err == nil {
			return libpcp.ErrAgain
		}
	}
	if err := a.ready.check(); err != nil {
		return err
	}
	if r.Kind == pmda.KindFetch {
		a.mirage.tick()
		a.ghosts.step(r)
		return a.errors.check(r)
	}
	return nil
}

// wants is how many times a request asks for a metric.
func wants(r *pmda.Request, item uint32) (n int) {
	for _, id := range r.IDs {
		if id == r.PMID(0, item) {
			n++
		}
	}
	return n
}
