package sample

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// mirage is an instance domain whose members come and go, once someone has
// looked at it.
type mirage struct {
	random  *random
	members []libpcp.Instance // the first stays
	last    int32             // number that was given out last
	period  int32             // milliseconds between changes
	seen    bool
	due     bool // for a change, whatever the time
	changed time.Time
}

const mirageNumbers = 50

func newMirage(r *random) mirage {
	return mirage{random: r, members: []libpcp.Instance{mirageInstance(0)}, period: 10000}
}

func mirageInstance(id int32) libpcp.Instance {
	return libpcp.Instance{ID: id, Name: fmt.Sprintf("m-%02d", id)}
}

func (a *agent) mirageMetrics() []pmda.Metric {
	const help = `Members of the instance domain come and go, at most as often as
sample.controller.mirage says, and not before a value was fetched. Values count
down as those of sample.colour count up, and storing does the same here.`
	m := &a.mirage
	return []pmda.Metric{{
		Name: "mirage", Item: 37, InDom: mirages, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		Units: libpcp.KByte | libpcp.PerSec, OneLine: "a rate of instances that come and go", Help: help,
		Fetch: a.mirageValue, Store: a.wheel.store,
	}, {
		Name: "mirage_longlong", Item: 38, InDom: mirages, Type: libpcp.Type64, Sem: libpcp.SemInstant,
		Units: libpcp.Byte | libpcp.PerMillisec, OneLine: "a million times sample.mirage, in 64 bits", Help: help,
		Fetch: a.mirageLong, Store: a.wheel.store,
	}, {
		Name: "controller.mirage", Item: 155, Type: libpcp.Type32, Sem: libpcp.SemDiscrete,
		Units: libpcp.Millisec, OneLine: "time between changes of the instances of sample.mirage",
		Help:  "Something stored here takes effect at once.",
		Fetch: get(&m.period), Store: m.store,
	}}
}

func (a *agent) mirageValue(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	a.mirage.look()
	return libpcp.Int32Atom(100*(r.Inst+1) - a.wheel.turn()), nil
}

func (a *agent) mirageLong(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	a.mirage.look()
	return libpcp.Int64Atom(1000000 * int64(100*(r.Inst+1)-a.wheel.turn())), nil
}

// look has the members change from now on.
func (m *mirage) look() {
	if !m.seen {
		m.seen, m.changed = true, time.Now()
	}
}

func (m *mirage) store(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	m.period, m.due = int32(to.Int64()), true
	return nil
}

func (m *mirage) list() ([]libpcp.Instance, error) {
	m.tick()
	return m.members, nil
}

// tick lets members go, and others come, if it is time. It is to be called
// ahead of each fetch.
func (m *mirage) tick() {
	if !m.seen {
		return
	}
	if m.due || time.Since(m.changed) >= time.Duration(m.period)*time.Millisecond {
		m.due, m.changed = false, time.Now()
		m.change()
	}
}

// change drops each member with a probability that keeps their number small,
// and adds up to two.
func (m *mirage) change() {
	n := int32(len(m.members))
	odds := n
	if n > 12 {
		odds = n / 2
	}
	kept := m.members[:1:1]
	for _, member := range m.members[1:] {
		if m.random.below(odds) != 0 {
			kept = append(kept, member)
		}
	}
	m.members = kept
	for range 2 {
		if m.random.below(2) == 0 {
			m.add()
		}
	}
}

// add adds a member with the next number that is free.
func (m *mirage) add() {
	for range mirageNumbers {
		m.last = m.last%(mirageNumbers-1) + 1
		if !slices.ContainsFunc(m.members, func(i libpcp.Instance) bool { return i.ID == m.last }) {
			m.members = append(m.members, mirageInstance(m.last))
			return
		}
	}
}
