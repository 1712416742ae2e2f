package tests

import (
	"context"
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
	itemParams // and those after it, for each of eventParams
)

// eventParams are parameters of all types that there can be.
var eventParams = [...]struct {
	name  string
	value libpcp.Atom
}{
	{"i32", libpcp.Int32Atom(-5)}, {"u32", libpcp.Uint32Atom(4000000000)},
	{"i64", libpcp.Int64Atom(-1 << 40)}, {"u64", libpcp.Uint64Atom(1 << 63)},
	{"float", libpcp.FloatAtom(1.5)}, {"double", libpcp.DoubleAtom(-0.25)},
	{"string", libpcp.StringAtom("some words")},
	{"aggregate", libpcp.BytesAtom(libpcp.TypeAggregate, []byte{1, 2, 3, 0xff, 0})},
}

var agentClients = &pmda.InDom{Serial: 3, Instances: []libpcp.Instance{{ID: 10, Name: "ten"}, {ID: 20, Name: "twen ty"}}}

// eventsAgent does what other agents do not: it supplies its names itself, builds
// event records, keeps a queue of events for each client, is slow, panics, and is
// not ready for a while.
type eventsAgent struct {
	events, highRes, queued pmda.EventArray
	queue                   *pmda.EventQueue
	busy                    <-chan struct{}
}

func newEventsAgent() *pmda.Agent {
	queue, err := pmda.NewEventQueue(1000)
	if err != nil {
		panic(err)
	}
	a := &eventsAgent{highRes: pmda.EventArray{HighRes: true}, queue: queue}
	return &pmda.Agent{
		Name:           "test",
		Domain:         360,
		Root:           "test",
		Metrics:        a.metrics(),
		InDoms:         []*pmda.InDom{agentClients},
		Labels:         pmda.Labels{JSON: `{"nested":{"a":1,"b":[true]}}`, Notes: `{"draft":"yes"}`},
		WantAttributes: true,
		Before:         a.before,
	}
}

func (a *eventsAgent) metrics() []pmda.Metric {
	const discrete = libpcp.SemDiscrete
	metrics := []pmda.Metric{
		{Name: "events.low", Item: itemEvents, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant, Fetch: a.low},
		{Name: "events.high", Item: itemHighRes, Type: libpcp.TypeHighResEvent, Sem: libpcp.SemInstant, Fetch: a.high},
		{Name: "param.text", Item: itemText, Type: libpcp.TypeString, Sem: discrete, Fetch: pmda.Parameter},
		{Name: "param.number", Item: itemNumber, Type: libpcp.Type64, Sem: discrete, Fetch: pmda.Parameter},
		{Name: "param.member", Item: itemMember, Type: libpcp.Type64, Sem: discrete, InDom: agentClients, Fetch: pmda.Parameter},
		{Name: "queue.records", Item: itemQueue, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant, Fetch: a.records},
		{Name: "queue.put", Item: itemPut, Type: libpcp.TypeString, Sem: discrete, Fetch: agentEmpty, Store: a.put},
		{Name: "panic.fetch", Item: itemPanic, Type: libpcp.Type32, Sem: discrete, Fetch: agentCrash,
			OneLine: "always panics", Help: "Panics when it is fetched."},
		{Name: "panic.store", Item: itemPanicStore, Type: libpcp.Type32, Sem: discrete, Fetch: agentZero, Store: agentCrashStore},
		{Name: "sleep", Item: itemSleep, Type: libpcp.Type32, Sem: discrete, Units: libpcp.Sec, Fetch: agentSleep},
		{Name: "busy", Item: itemBusy, Type: libpcp.Type32, Sem: discrete, Units: libpcp.Millisec, Fetch: agentZero, Store: a.setBusy},
		{Name: "user", Item: itemUser, Type: libpcp.TypeString, Sem: discrete, Fetch: fetchUser},
		{Name: "events.types", Item: itemTypes, Type: libpcp.TypeEvent, Sem: libpcp.SemInstant, Fetch: a.types},
	}
	for i, p := range eventParams {
		metrics = append(metrics, pmda.Metric{Name: "types." + p.name, Item: itemParams + uint16(i), Type: p.value.Type, Sem: discrete, Fetch: pmda.Parameter})
	}
	return metrics
}

func (a *eventsAgent) types(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	a.events.Reset()
	a.events.Add(eventStamp, libpcp.EventPoint)
	for i, p := range eventParams {
		if err := a.events.Param(r.PMID(0, itemParams+uint32(i)), p.value); err != nil {
			return libpcp.Atom{}, err
		}
	}
	return a.events.Atom(), nil
}

// before reports that the agent is busy, as long as it is. Names it can return
// all the same.
func (a *eventsAgent) before(_ context.Context, r *pmda.Request) error {
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

func (a *eventsAgent) setBusy(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
	done := make(chan struct{})
	time.AfterFunc(time.Duration(v.Int64())*time.Millisecond, func() { close(done) })
	a.busy = done
	return nil
}

// eventStamp is when everything happens.
var eventStamp = time.Unix(1700000000, 123456789)

func (a *eventsAgent) low(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return fillEvents(&a.events, r)
}

func (a *eventsAgent) high(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return fillEvents(&a.highRes, r)
}

func fillEvents(array *pmda.EventArray, r *pmda.Request) (libpcp.Atom, error) {
	array.Reset()
	array.Add(eventStamp, libpcp.EventPoint)
	array.Param(r.PMID(0, itemText), libpcp.StringAtom("first"))
	array.Add(eventStamp.Add(time.Second), libpcp.EventStart|libpcp.EventID|libpcp.EventParent)
	array.Param(r.PMID(0, itemNumber), libpcp.Int64Atom(-1))
	array.Param(r.PMID(0, itemNumber), libpcp.Int64Atom(1<<40))
	array.Param(r.PMID(0, itemText), libpcp.StringAtom(""))
	array.AddMissed(eventStamp.Add(2*time.Second), 5)
	array.Add(eventStamp.Add(3*time.Second), libpcp.EventEnd)
	return array.Atom(), nil
}

func (a *eventsAgent) put(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
	return a.queue.Append(eventStamp, v.Bytes())
}

func (a *eventsAgent) records(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return a.queue.Records(r.Client, &a.queued, func(array *pmda.EventArray, t time.Time, data []byte) error {
		array.Add(t, libpcp.EventPoint)
		return array.Param(r.PMID(0, itemText), libpcp.BytesAtom(libpcp.TypeString, data))
	})
}

func agentEmpty(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.StringAtom(""), nil
}

func agentZero(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(0), nil }

func agentCrash(context.Context, *pmda.Request) (libpcp.Atom, error) { panic("fetched") }

func agentCrashStore(context.Context, *pmda.Request, libpcp.Atom) error { panic("stored") }

func agentSleep(context.Context, *pmda.Request) (libpcp.Atom, error) {
	time.Sleep(time.Hour)
	return libpcp.Atom{}, pmda.NoValue
}

func fetchUser(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.StringAtom(r.Client.Attr(pmda.AttrUserID)), nil
}
