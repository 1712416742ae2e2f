// Pmdatest is an agent that does what the others do not: it supplies its names
// itself, builds event records, keeps a queue of events for each client, is
// slow, panics, and is not ready for a while. The tests run it under PCP's
// pmcd.
package main

import (
	"context"
	"os"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Items of cluster 0.
const (
	itemEvents = iota
	itemHighRes
	itemText
	itemNumber
	itemQueue
	itemPut
	itemPanic
	itemSleep
	itemBusy
	itemUser
	itemMember
	itemPanicStore
	itemTypes
	itemParams // and those after it, for each of paramTypes
)

// paramTypes are parameters of all types that there can be.
var paramTypes = [...]struct {
	name  string
	value libpcp.Atom
}{
	{"i32", libpcp.Int32Atom(-5)}, {"u32", libpcp.Uint32Atom(4000000000)},
	{"i64", libpcp.Int64Atom(-1 << 40)}, {"u64", libpcp.Uint64Atom(1 << 63)},
	{"float", libpcp.FloatAtom(1.5)}, {"double", libpcp.DoubleAtom(-0.25)},
	{"string", libpcp.StringAtom("some words")},
	{"aggregate", libpcp.BytesAtom(libpcp.TypeAggregate, []byte{1, 2, 3, 0xff, 0})},
}

var clients = &pmda.InDom{Serial: 3, Instances: []libpcp.Instance{{ID: 10, Name: "ten"}, {ID: 20, Name: "twen ty"}}}

type agent struct {
	events, highRes, queued pmda.EventArray
	queue                   *pmda.EventQueue
	busy                    <-chan struct{}
}

func main() {
	queue, err := pmda.NewEventQueue(1000)
	if err != nil {
		panic(err)
	}
	a := &agent{highRes: pmda.EventArray{HighRes: true}, queue: queue}
	os.Exit(pmda.Main(&pmda.Agent{
		Name:           "test",
		Domain:         360,
		Root:           "test",
		Metrics:        a.metrics(),
		InDoms:         []*pmda.InDom{clients},
		Labels:         pmda.Labels{JSON: `{"nested":{"a":1,"b":[true]}}`, Notes: `{"draft":"yes"}`},
		WantAttributes: true,
		Before:         a.before,
	}))
}

func (a *agent) metrics() []pmda.Metric {
	const discrete = libpcp.SemDiscrete
	metrics := []pmda.Metric{
		{Name: "events.low", Item: itemEvents, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant, Fetch: a.low},
		{Name: "events.high", Item: itemHighRes, Type: libpcp.TypeHighResEvent, Sem: libpcp.SemInstant, Fetch: a.high},
		{Name: "param.text", Item: itemText, Type: libpcp.TypeString, Sem: discrete, Fetch: pmda.Parameter},
		{Name: "param.number", Item: itemNumber, Type: libpcp.Type64, Sem: discrete, Fetch: pmda.Parameter},
		{Name: "param.member", Item: itemMember, Type: libpcp.Type64, Sem: discrete, InDom: clients, Fetch: pmda.Parameter},
		{Name: "queue.records", Item: itemQueue, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant, Fetch: a.records},
		{Name: "queue.put", Item: itemPut, Type: libpcp.TypeString, Sem: discrete, Fetch: empty, Store: a.put},
		{Name: "panic.fetch", Item: itemPanic, Type: libpcp.Type32, Sem: discrete, Fetch: crash,
			OneLine: "always panics", Help: "Panics when it is fetched."},
		{Name: "panic.store", Item: itemPanicStore, Type: libpcp.Type32, Sem: discrete, Fetch: zero, Store: crashStore},
		{Name: "sleep", Item: itemSleep, Type: libpcp.Type32, Sem: discrete, Units: libpcp.Sec, Fetch: sleep},
		{Name: "busy", Item: itemBusy, Type: libpcp.Type32, Sem: discrete, Units: libpcp.Millisec, Fetch: zero, Store: a.setBusy},
		{Name: "user", Item: itemUser, Type: libpcp.TypeString, Sem: discrete, Fetch: user},
		{Name: "events.types", Item: itemTypes, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant, Fetch: a.types},
	}
	for i, p := range paramTypes {
		metrics = append(metrics, pmda.Metric{Name: "types." + p.name, Item: itemParams + uint16(i), Type: p.value.Type, Sem: discrete, Fetch: pmda.Parameter})
	}
	return metrics
}

func (a *agent) types(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	a.events.Reset()
	a.events.Add(stamp, libpcp.EventPoint)
	for i, p := range paramTypes {
		if err := a.events.Param(r.PMID(0, itemParams+uint32(i)), p.value); err != nil {
			return libpcp.Atom{}, err
		}
	}
	return a.events.Atom(), nil
}

// before reports that the agent is busy, as long as it is. Names it can return
// all the same.
func (a *agent) before(_ context.Context, r *pmda.Request) error {
	if a.busy == nil || r.Kind == pmda.KindNames {
		return nil
	}
	select {
	case <-a.busy:
		a.busy = nil
		return nil
	default:
		return &pmda.NotReady{Done: a.busy}
	}
}

func (a *agent) setBusy(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
	done := make(chan struct{})
	time.AfterFunc(time.Duration(v.Int64())*time.Millisecond, func() { close(done) })
	a.busy = done
	return nil
}

// stamp is when everything happens.
var stamp = time.Unix(1700000000, 123456789)

func (a *agent) low(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return fill(&a.events, r)
}

func (a *agent) high(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return fill(&a.highRes, r)
}

func fill(array *pmda.EventArray, r *pmda.Request) (libpcp.Atom, error) {
	array.Reset()
	array.Add(stamp, libpcp.EventPoint)
	array.Param(r.PMID(0, itemText), libpcp.StringAtom("first"))
	array.Add(stamp.Add(time.Second), libpcp.EventStart|libpcp.EventID|libpcp.EventParent)
	array.Param(r.PMID(0, itemNumber), libpcp.Int64Atom(-1))
	array.Param(r.PMID(0, itemNumber), libpcp.Int64Atom(1<<40))
	array.Param(r.PMID(0, itemText), libpcp.StringAtom(""))
	array.AddMissed(stamp.Add(2*time.Second), 5)
	array.Add(stamp.Add(3*time.Second), libpcp.EventEnd)
	return array.Atom(), nil
}

func (a *agent) put(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
	return a.queue.Append(stamp, v.Bytes())
}

func (a *agent) records(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return a.queue.Records(r.Client, &a.queued, func(array *pmda.EventArray, t time.Time, data []byte) error {
		array.Add(t, libpcp.EventPoint)
		return array.Param(r.PMID(0, itemText), libpcp.BytesAtom(libpcp.TypeString, data))
	})
}

func empty(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.StringAtom(""), nil }

func zero(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(0), nil }

func crash(context.Context, *pmda.Request) (libpcp.Atom, error) { panic("fetched") }

func crashStore(context.Context, *pmda.Request, libpcp.Atom) error { panic("stored") }

func sleep(context.Context, *pmda.Request) (libpcp.Atom, error) {
	time.Sleep(time.Hour)
	return libpcp.Atom{}, pmda.NoValue
}

func user(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.StringAtom(r.Client.Attr(pmda.AttrUserID)), nil
}
