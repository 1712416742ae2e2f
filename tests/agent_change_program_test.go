package tests

import (
	"context"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// newChangeAgent is an agent that ends when it is asked to, and has another type
// for its metric when it starts again with CHANGED set.
func newChangeAgent() *pmda.Agent {
	value := libpcp.Uint32Atom(7)
	if _, changed := os.LookupEnv("CHANGED"); changed {
		value = libpcp.DoubleAtom(1.5)
	}
	var a *pmda.Agent
	a = &pmda.Agent{
		Name:   "change",
		Domain: 361,
		Root:   "change",
		Metrics: []pmda.Metric{
			{Name: "value", Item: 0, Type: value.Type, Sem: libpcp.SemInstant,
				Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return value, nil }},
			{Name: "quit", Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
				Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(0), nil },
				Store: func(context.Context, *pmda.Request, libpcp.Atom) error {
					a.Quit()
					return nil
				}},
		},
	}
	return a
}
