package sample

import (
	"context"
	"fmt"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// eventFeed makes event records, by how often they were asked for.
type eventFeed struct {
	array, dull pmda.EventArray // of fungus, and of all the others
	fungus      int32           // times fungus was fetched
	others      int32           // times another was
	ofFungus    pmda.PerRequest[struct{}]
	ofOthers    pmda.PerRequest[struct{}]
}

// Items of the metrics whose values are events, and of their parameters.
const (
	eventType      = 127
	param32        = 128
	paramU32       = 129
	param64        = 130
	paramU64       = 131
	paramFloat     = 132
	paramDouble    = 133
	paramString    = 134
	paramAggregate = 135
	eventRecords   = 136
	noIndomRecords = 137
	highResRecords = 139
)

func (a *agent) eventMetrics() []pmda.Metric {
	low, high := &a.events[0], &a.events[1]
	const reset = "Storing sets it; -1 has the next record name a parameter that does not exist."
	rows := []pmda.Metric{{
		Name: "event.records", Item: eventRecords, InDom: eventDomain, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant,
		OneLine: "event records: all kinds of them in turn for fungus, simple ones for bogus",
		Fetch:   low.records,
	}, {
		Name: "event.highres_records", Item: highResRecords, InDom: eventDomain, Type: libpcp.TypeHighResEvent, Sem: libpcp.SemInstant,
		OneLine: "sample.event.records with nanoseconds", Fetch: high.records,
	}, {
		Name: "event.no_indom_records", Item: noIndomRecords, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant,
		OneLine: "simple event records, of no instance", Fetch: low.simple,
	}, {
		Name: "event.reset", Item: 126, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "which records are next for fungus, 0 to 3", Help: reset, Fetch: low.next, Store: low.set,
	}, {
		Name: "event.reset_highres", Item: 140, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "which records with nanoseconds are next for fungus, 0 to 3", Help: reset, Fetch: high.next, Store: high.set,
	}}
	for i, p := range []struct {
		name string
		kind libpcp.Type
	}{
		{"type", libpcp.Type32}, {"param_32", libpcp.Type32}, {"param_u32", libpcp.TypeU32}, {"param_64", libpcp.Type64},
		{"param_u64", libpcp.TypeU64}, {"param_float", libpcp.TypeFloat}, {"param_double", libpcp.TypeDouble},
		{"param_string", libpcp.TypeString}, {"param_aggregate", libpcp.TypeAggregate},
	} {
		rows = append(rows, pmda.Metric{
			Name: "event." + p.name, Item: eventType + uint16(i), Type: p.kind, Sem: libpcp.SemInstant,
			OneLine: "a parameter of event records, without a value but in those", Fetch: none,
		})
	}
	return rows
}

const (
	fungus = iota
	bogus
)

func (f *eventFeed) next(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Int32Atom(f.fungus % 4), nil
}

func (f *eventFeed) set(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	f.fungus = int32(to.Int64())
	f.others = f.fungus
	return nil
}

func (f *eventFeed) records(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
	if r.Inst == bogus {
		return f.simple(ctx, r)
	}
	f.ofFungus.Get(r, func() (none struct{}, err error) {
		f.fungus += int32(f.times(r))
		f.fill(r, f.fungus-1)
		return none, nil
	})
	return f.array.Atom(), nil
}

// times is how often a request asks for the metric with instances.
func (f *eventFeed) times(r *pmda.Request) int {
	if f.array.HighRes {
		return wants(r, highResRecords)
	}
	return wants(r, eventRecords)
}

// simple makes the records of instance bogus and of the metric without
// instances. As with PCP's agent, which keeps all records in one place, all
// values of a request are the same: the last one's.
func (f *eventFeed) simple(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	f.ofOthers.Get(r, func() (none struct{}, err error) {
		if r.Profile.Includes(r.InDom(eventDomain), bogus) {
			f.others += int32(f.times(r))
		}
		if !f.array.HighRes {
			f.others += int32(wants(r, noIndomRecords))
		}
		f.fillSimple(r, f.others-1)
		return none, nil
	})
	return f.dull.Atom(), nil
}

func (f *eventFeed) fillSimple(r *pmda.Request, n int32) {
	now := time.Now()
	f.dull.Reset()
	f.dull.Add(now, libpcp.EventPoint)
	f.dull.Param(r.PMID(0, paramString), libpcp.StringAtom(fmt.Sprintf("fetch #%d", n)))
	if n%3 == 0 {
		f.dull.Add(now, libpcp.EventPoint)
		f.dull.Param(r.PMID(0, paramString), libpcp.StringAtom("bingo!"))
	}
}

// fill makes the records of fungus, for the n-th time.
func (f *eventFeed) fill(r *pmda.Request, n int32) {
	w := eventWriter{&f.array, r, time.Now().Add(-10 * time.Second)}
	w.array.Reset()
	switch {
	case n == -1:
		w.record(libpcp.EventPoint, -1)
		w.array.Param(libpcp.NewPMID(0, 100, 200), libpcp.Uint32Atom(1<<32-1))
	case n%4 == 1:
		w.begin(libpcp.EventPoint)
	case n%4 == 2:
		w.record(libpcp.EventPoint, 1)
		w.record(libpcp.EventPoint, 2)
		w.param(param64, libpcp.Int64Atom(-3))
	case n%4 == 3:
		w.all()
	}
}

// eventWriter writes records that are a second apart.
type eventWriter struct {
	array *pmda.EventArray
	r     *pmda.Request
	at    time.Time
}

func (w *eventWriter) begin(flags libpcp.EventFlags) {
	w.array.Add(w.at, flags)
	w.at = w.at.Add(time.Second)
}

// record begins a record with its number as the first parameter.
func (w *eventWriter) record(flags libpcp.EventFlags, number int32) {
	w.begin(flags)
	w.param(eventType, libpcp.Uint32Atom(uint32(number)))
}

func (w *eventWriter) param(item uint32, v libpcp.Atom) { w.array.Param(w.r.PMID(0, item), v) }

// all writes all kinds of records and parameters.
func (w *eventWriter) all() {
	w.record(libpcp.EventStart|libpcp.EventID|libpcp.EventParent, 4)
	w.param(paramU64, libpcp.Uint64Atom(5))
	w.param(paramString, libpcp.StringAtom("6"))
	w.record(libpcp.EventPoint, 7)
	w.param(paramDouble, libpcp.DoubleAtom(8))
	w.param(paramDouble, libpcp.DoubleAtom(-9))
	w.record(libpcp.EventEnd, 10)
	w.param(paramU64, libpcp.Uint64Atom(11))
	w.param(paramString, libpcp.StringAtom("twelve"))
	w.param(paramString, libpcp.StringAtom("thirteen"))
	w.param(param32, libpcp.Int32Atom(-14))
	w.param(paramU32, libpcp.Uint32Atom(15))
	missed := int32(7)
	if w.array.HighRes {
		missed = 7000
	}
	w.array.AddMissed(w.at, missed)
	w.at = w.at.Add(time.Second)
	w.record(libpcp.EventPoint, 16)
	w.param(paramFloat, libpcp.FloatAtom(-17))
	w.param(paramAggregate, libpcp.BytesAtom(libpcp.TypeAggregate, []byte{0x01, 0x03, 0x07, 0x0f, 0x1f, 0x3f, 0x7f, 0xff}))
}
