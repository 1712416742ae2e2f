package trace

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/pmda"
)

func (a *agent) metrics() []pmda.Metric {
	transact := func(item uint16, name string, t libpcp.Type, sem libpcp.Semantics, u libpcp.Units, of statistic, line string) pmda.Metric {
		return a.row(item, "trace.transact."+name, transactions, t, sem, u, a.values(pdu.TraceTransact, of), line)
	}
	return append([]pmda.Metric{
		transact(0, "count", libpcp.TypeU64, libpcp.SemCounter, libpcp.Count, count, "transactions that have ended"),
		transact(1, "rate", libpcp.TypeFloat, libpcp.SemInstant, libpcp.Count|libpcp.PerSec, rate, "transactions per second in the period"),
		transact(2, "ave_time", libpcp.TypeFloat, libpcp.SemInstant, libpcp.Sec|libpcp.PerCount, average, "average time of a transaction in the period"),
		transact(3, "min_time", libpcp.TypeFloat, libpcp.SemInstant, libpcp.Sec, minimum, "time of the shortest transaction in the period"),
		transact(4, "max_time", libpcp.TypeFloat, libpcp.SemInstant, libpcp.Sec, maximum, "time of the longest transaction in the period"),
		transact(5, "total_time", libpcp.TypeDouble, libpcp.SemCounter, libpcp.Sec, total, "time of all transactions"),

		a.count(6, "trace.point", points, pdu.TracePoint, "times that the point was passed"),
		a.rate(7, "trace.point", points, pdu.TracePoint, "times per second that the point was passed, in the period"),
		a.count(8, "trace.observe", observations, pdu.TraceObserve, "observations"),
		a.rate(9, "trace.observe", observations, pdu.TraceObserve, "observations per second in the period"),
		a.value(10, "trace.observe", observations, pdu.TraceObserve, libpcp.SemInstant,
			func() libpcp.Units { return a.options.Observe }, "value of the last observation"),
		a.count(17, "trace.counter", counters, pdu.TraceCounter, "reports of the counter"),
		a.rate(18, "trace.counter", counters, pdu.TraceCounter, "reports of the counter per second in the period"),
		a.value(19, "trace.counter", counters, pdu.TraceCounter, libpcp.SemCounter,
			func() libpcp.Units { return a.options.Counter }, "last value of the counter"),
	}, a.controls()...)
}

func (a *agent) row(item uint16, name string, d *pmda.InDom, t libpcp.Type, sem libpcp.Semantics, u libpcp.Units,
	values func(context.Context, *pmda.Request) ([]pmda.Value, error), line string) pmda.Metric {
	return pmda.Metric{Name: name, Item: item, InDom: d, Type: t, Sem: sem, Units: u, Values: values, OneLine: line}
}

func (a *agent) count(item uint16, name string, d *pmda.InDom, kind pdu.TraceKind, line string) pmda.Metric {
	return a.row(item, name+".count", d, libpcp.TypeU64, libpcp.SemCounter, libpcp.Count, a.values(kind, count), line)
}

func (a *agent) rate(item uint16, name string, d *pmda.InDom, kind pdu.TraceKind, line string) pmda.Metric {
	return a.row(item, name+".rate", d, libpcp.TypeFloat, libpcp.SemInstant, libpcp.Count|libpcp.PerSec, a.values(kind, rate), line)
}

// value is the last value of an event, in units of the options.
func (a *agent) value(item uint16, name string, d *pmda.InDom, kind pdu.TraceKind, sem libpcp.Semantics, units func() libpcp.Units, line string) pmda.Metric {
	m := a.row(item, name+".value", d, libpcp.TypeDouble, sem, libpcp.NoUnits, a.values(kind, last), line)
	m.Desc = func(_ context.Context, r *pmda.Request) (libpcp.Desc, error) {
		return libpcp.Desc{
			PMID: r.PMID(0, uint32(item)), Type: libpcp.TypeDouble, InDom: r.InDom(d), Sem: sem,
			Units: libpcp.Units(units()),
		}, nil
	}
	return m
}

// controls are the settings; two can be stored.
func (a *agent) controls() []pmda.Metric {
	setting := func(item uint16, name string, u libpcp.Units, value func() uint32, line string) pmda.Metric {
		return pmda.Metric{
			Name: "trace.control." + name, Item: item, Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete, Units: u,
			OneLine: line,
			Fetch:   func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(value()), nil },
		}
	}
	return []pmda.Metric{
		setting(11, "period", libpcp.Sec, func() uint32 { return uint32(a.options.Period.Seconds()) }, "length of the period"),
		setting(12, "interval", libpcp.Sec, func() uint32 { return uint32(a.store.clock.bucket.Seconds()) }, "length of a bucket"),
		setting(13, "buckets", libpcp.NoUnits, func() uint32 { return uint32(a.options.Buckets) }, "number of buckets in the period"),
		setting(14, "port", libpcp.NoUnits, func() uint32 { return uint32(a.options.Port) }, "TCP port that programs connect to"),
		{
			Name: "trace.control.reset", Item: 15, Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
			OneLine: "store anything here to forget all events",
			Fetch:   func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(1), nil },
			Store: func(context.Context, *pmda.Request, libpcp.Atom) error {
				a.store.reset()
				return nil
			},
		}, {
			Name: "trace.control.debug", Item: 16, Type: libpcp.Type32, Sem: libpcp.SemDiscrete,
			OneLine: "debugging flags, which have no effect",
			Fetch:   func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(a.debug), nil },
			Store: func(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
				a.debug = int32(v.Int64())
				return nil
			},
		},
	}
}
