package sample

import (
	"context"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

const hordeSize = 500

func (a *agent) hordeMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "hordes.one", Item: 52, InDom: hordes, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the number of each of 500 instances",
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Int32Atom(r.Inst), nil
		},
	}, {
		Name: "hordes.two", Item: 53, InDom: hordes, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the number of each of 500 instances, counted from the end",
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Int32Atom(hordeSize - 1 - r.Inst), nil
		},
	}}
}

// numbered returns n instances whose names are their numbers, with a prefix.
func numbered(prefix string, n int32) []libpcp.Instance {
	members := make([]libpcp.Instance, n)
	for i := range members {
		members[i] = libpcp.Instance{ID: int32(i), Name: prefix + strconv.Itoa(i)}
	}
	return members
}

// many is an instance domain of a size that can be stored.
type many struct {
	count   int32
	members []libpcp.Instance
}

// maxMany is the largest size.
const maxMany = 999999

func (m *many) resize(n int32) {
	m.count = min(max(n, 0), maxMany)
	m.members = nil
}

func (m *many) store(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	m.resize(int32(to.Int64()))
	return nil
}

func (m *many) list() ([]libpcp.Instance, error) {
	if m.members == nil {
		m.members = numbered("i-", m.count)
	}
	return m.members, nil
}

func (a *agent) manyMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "many.count", Item: 79, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "number of instances of sample.many.int",
		Help:    "Something from 0 to 999999 can be stored; what is beyond counts as the limit.",
		Fetch:   get(&a.many.count), Store: a.many.store,
	}, {
		Name: "many.int", Item: 80, InDom: manyDomain, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "the number of each of sample.many.count instances",
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Int32Atom(r.Inst), nil
		},
	}}
}
