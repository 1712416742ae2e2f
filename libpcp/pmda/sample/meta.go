package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// meta is the descriptor of a metric that changes it, each field as a number.
type meta struct{ kind, indom, sem, units uint32 }

func newMeta() meta {
	return meta{
		indom: uint32(libpcp.NullInDom),
		sem:   uint32(libpcp.SemDiscrete),
		units: uint32(libpcp.Byte | libpcp.PerSec),
	}
}

func (a *agent) metaMetrics() []pmda.Metric {
	m := &a.meta
	rows := []pmda.Metric{{
		Name: "dynamic.meta.metric", Item: 86, Type: libpcp.Type32, Sem: libpcp.SemDiscrete,
		Units:   libpcp.Byte | libpcp.PerSec,
		OneLine: "42, of whatever type, instances, semantics and units were stored",
		Help:    "Its descriptor is what sample.dynamic.meta.pmdesc says.",
		Fetch:   m.fetch, Desc: m.desc,
	}}
	for i, f := range []struct {
		name  string
		value *uint32
	}{{"type", &m.kind}, {"indom", &m.indom}, {"sem", &m.sem}, {"units", &m.units}} {
		rows = append(rows, pmda.Metric{
			Name: "dynamic.meta.pmdesc." + f.name, Item: 87 + uint16(i), Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
			Units: libpcp.Count, OneLine: "the " + f.name + " of sample.dynamic.meta.metric, as a number",
			Fetch: getUnsigned(f.value), Store: setUnsigned(f.value),
		})
	}
	return rows
}

func (m *meta) desc(_ context.Context, r *pmda.Request) (libpcp.Desc, error) {
	return libpcp.Desc{
		Type:  libpcp.Type(int32(m.kind)),
		InDom: libpcp.InDom(m.indom),
		Sem:   libpcp.Semantics(m.sem),
		Units: libpcp.Units(m.units),
	}, nil
}

// fetch makes a value of the type of the moment.
func (m *meta) fetch(context.Context, *pmda.Request) (libpcp.Atom, error) {
	switch kind := libpcp.Type(int32(m.kind)); {
	case kind.Numeric():
		return libpcp.Int32Atom(42).Convert(kind)
	case kind == libpcp.TypeString, kind == libpcp.TypeAggregate:
		return libpcp.BytesAtom(kind, []byte("42")), nil
	}
	return libpcp.Atom{}, libpcp.ErrType
}
