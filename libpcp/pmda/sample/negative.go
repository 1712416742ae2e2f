package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// negativeMetrics are metrics that stay below zero for long, in each type and
// semantics. Metrics of one type share their number.
func (a *agent) negativeMetrics() []pmda.Metric {
	c := &a.counters
	types := [...]struct {
		name  string
		kind  libpcp.Type
		fetch func() libpcp.Atom
		store func(libpcp.Atom)
	}{
		{"m_32", libpcp.Type32, func() libpcp.Atom { c.n32++; return libpcp.Int32Atom(c.n32) }, func(v libpcp.Atom) { c.n32 = int32(v.Int64()) }},
		{"m_64", libpcp.Type64, func() libpcp.Atom { c.n64++; return libpcp.Int64Atom(c.n64) }, func(v libpcp.Atom) { c.n64 = v.Int64() }},
		{"m_float", libpcp.TypeFloat, func() libpcp.Atom { c.nFloat++; return libpcp.FloatAtom(c.nFloat) }, func(v libpcp.Atom) { c.nFloat = float32(v.Float64()) }},
		{"m_double", libpcp.TypeDouble, func() libpcp.Atom { c.nDouble++; return libpcp.DoubleAtom(c.nDouble) }, func(v libpcp.Atom) { c.nDouble = v.Float64() }},
	}
	var rows []pmda.Metric
	for _, sem := range []struct {
		name string
		sem  libpcp.Semantics
	}{{"ctr", libpcp.SemCounter}, {"instant", libpcp.SemInstant}, {"discrete", libpcp.SemDiscrete}} {
		for _, t := range types {
			rows = append(rows, pmda.Metric{
				Name: "negative." + sem.name + "." + t.name, Item: 141 + uint16(len(rows)), Type: t.kind, Sem: sem.sem,
				OneLine: "one more at each fetch, from -10000",
				Help:    "The metrics of one type share their number, which can be stored.",
				Fetch:   func(context.Context, *pmda.Request) (libpcp.Atom, error) { return t.fetch(), nil },
				Store: func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
					t.store(to)
					return nil
				},
			})
		}
	}
	return rows
}
