package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// signals are values that stay for some fetches and then change at random.
type signals struct {
	random           *random
	light, magnitude lasting
}

// lasting is a number that lasts for some fetches.
type lasting struct{ value, left int32 }

// fetch returns the number, one below n that lasts for up to longest fetches.
func (l *lasting) fetch(r *random, n, longest int32) int32 {
	if l.left == 0 {
		l.value = r.below(n)
		l.left = 1 + r.below(longest)
	}
	l.left--
	return l.value
}

func newSignals(r *random) signals { return signals{random: r} }

func (a *agent) signalMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "lights", Item: 46, Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "red, yellow or green, at random, for up to ten fetches", Fetch: a.signals.fetchLight,
	}, {
		Name: "magnitude", Item: 47, Type: libpcp.Type32, Sem: libpcp.SemDiscrete,
		OneLine: "a power of two from 2 to 64, at random, for up to five fetches", Fetch: a.signals.fetchMagnitude,
	}}
}

func (s *signals) fetchLight(context.Context, *pmda.Request) (libpcp.Atom, error) {
	names := [...]string{"red", "yellow", "green"}
	return libpcp.StringAtom(names[s.light.fetch(s.random, 3, 10)]), nil
}

func (s *signals) fetchMagnitude(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Int32Atom(2 << s.magnitude.fetch(s.random, 6, 5)), nil
}
