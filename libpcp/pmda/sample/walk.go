package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// walk is a number that goes up or down at random, and turns now and then.
type walk struct {
	random    *random
	value     int32
	direction int32
}

func newWalk(r *random) walk { return walk{random: r, value: 200, direction: -1} }

func (a *agent) walkMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "drift", Item: 7, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "a random walk from 200, never below zero",
		Help:    "Something can be stored, from where the walk goes on.",
		Fetch:   a.walk.fetch, Store: set(&a.walk.value),
	}}
}

func (w *walk) fetch(context.Context, *pmda.Request) (libpcp.Atom, error) {
	w.value = max(w.value+w.direction*w.random.below(50), 0)
	if w.random.chance(20) {
		w.direction = -w.direction
	}
	return libpcp.Int32Atom(w.value), nil
}
