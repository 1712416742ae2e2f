package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// traffic counts messages, and clients.
type traffic struct {
	total      messages
	clients    pmda.PerClient[visitor]
	highest    int32 // number of a client, plus one
	begun, end int32 // clients
}

// messages are requests, and answers to them.
type messages struct{ received, sent tally }

// tally is a count that can be reset; resetting the tally of all clients resets
// each client's.
type tally struct{ count, epoch uint32 }

func (t *tally) restart() { *t = tally{epoch: t.epoch + 1} }

// follow starts again if the count of all has.
func (t *tally) follow(all *tally) {
	if t.epoch != all.epoch {
		*t = tally{epoch: all.epoch}
	}
}

// visitor holds the counts of a client.
type visitor struct {
	messages
	here bool
}

// visitor returns the record of a client, counted if it is new.
func (t *traffic) visitor(c *pmda.Client) *visitor {
	v := t.clients.Of(c)
	if !v.here {
		v.here = true
		t.begun++
		t.highest = max(t.highest, c.Number+1)
	}
	v.received.follow(&t.total.received)
	v.sent.follow(&t.total.sent)
	return v
}

// count counts a request, and the answer that it will have unless it is a
// profile. Requests about names do not count.
func (t *traffic) count(r *pmda.Request) {
	if r.Kind == pmda.KindNames {
		return
	}
	for _, m := range []*messages{&t.total, &t.visitor(r.Client).messages} {
		m.received.count++
		if r.Kind != pmda.KindProfile {
			m.sent.count++
		}
	}
}

func (a *agent) endClient(c *pmda.Client) {
	if a.traffic.clients.Of(c).here {
		a.traffic.end++
	}
}

func (a *agent) trafficMetrics() []pmda.Metric {
	t := &a.traffic
	const reset = "Storing starts again with 0, whatever is stored, for each client too."
	return []pmda.Metric{{
		Name: "pdu", Item: 40, Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "requests and answers, of all clients", Help: reset,
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Uint64Atom(uint64(t.total.received.count) + uint64(t.total.sent.count)), nil
		},
		Store: func(context.Context, *pmda.Request, libpcp.Atom) error {
			t.total.received.restart()
			t.total.sent.restart()
			return nil
		},
	}, {
		Name: "recv_pdu", Item: 41, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "requests", Help: reset, Fetch: getUnsigned(&t.total.received.count), Store: restart(&t.total.received),
	}, {
		Name: "xmit_pdu", Item: 42, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "answers", Help: reset, Fetch: getUnsigned(&t.total.sent.count), Store: restart(&t.total.sent),
	}, {
		Name: "percontext.pdu", Item: 43, Type: libpcp.Type32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "requests of the client that asks, and answers", Fetch: t.own(func(m messages) uint32 { return m.received.count + m.sent.count }),
	}, {
		Name: "percontext.recv_pdu", Item: 44, Type: libpcp.Type32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "requests of the client that asks", Fetch: t.own(func(m messages) uint32 { return m.received.count }),
	}, {
		Name: "percontext.xmit_pdu", Item: 45, Type: libpcp.Type32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "answers to the client that asks", Fetch: t.own(func(m messages) uint32 { return m.sent.count }),
	}, {
		Name: "percontext.control.ctx", Item: 122, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "one more than the highest number of a client", Fetch: get(&t.highest),
	}, {
		Name: "percontext.control.active", Item: 123, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "clients that are there",
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Int32Atom(t.begun - t.end), nil
		},
	}, {
		Name: "percontext.control.start", Item: 124, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "clients that have come", Fetch: get(&t.begun),
	}, {
		Name: "percontext.control.end", Item: 125, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "clients that have gone", Fetch: get(&t.end),
	}}
}

// own returns a fetch function for a number of the client that asks.
func (t *traffic) own(number func(messages) uint32) pmda.FetchFunc {
	return func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
		return libpcp.Int32Atom(int32(number(t.visitor(r.Client).messages))), nil
	}
}

// restart returns a store function that takes anything for zero.
func restart(t *tally) storeFunc {
	return func(context.Context, *pmda.Request, libpcp.Atom) error {
		t.restart()
		return nil
	}
}
