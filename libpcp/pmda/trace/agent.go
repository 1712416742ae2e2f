// Package trace is the agent that makes metrics of the events that programs
// report by package libpcp/trace or libpcp_trace (C): pmdatrace(1).
package trace

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/pmda"
)

// Options configure the agent; the zero Options are the defaults.
type Options struct {
	Port    int           // that programs connect to; 0 is 4323
	Period  time.Duration // that rates and averages are of; 0 is 60 s
	Buckets int           // that the period is divided into; 0 is 5
	Access  Access
	Observe libpcp.Units // of the values of observations
	Counter libpcp.Units // of the values of counters
}

const (
	defaultPort    = 4323
	defaultPeriod  = time.Minute
	defaultBuckets = 5
)

// agent is the state behind the metrics. What is not known before the options
// are is set by open.
type agent struct {
	options *Options
	store   *store
	server  *server
	debug   int32
}

// New returns the agent. The options are read when it is opened.
func New(o *Options) *pmda.Agent {
	a := &agent{options: o}
	return &pmda.Agent{
		Name:    "trace",
		Domain:  10,
		Metrics: a.metrics(),
		InDoms:  a.indoms(),
		Open:    a.open,
		Close:   a.close,
	}
}

func (a *agent) open(_ context.Context, log *pmda.Logger) error {
	o := *a.options
	if o.Port == 0 {
		o.Port = defaultPort
	}
	if o.Period <= 0 {
		o.Period = defaultPeriod
	}
	if o.Buckets <= 0 {
		o.Buckets = defaultBuckets
	}
	a.options = &o
	a.store = newStore(o.Period, o.Buckets, time.Now())
	a.server = &server{store: a.store, log: log, access: o.Access}
	return listen(o.Port, a.server)
}

func (a *agent) close() error {
	if a.server == nil {
		return nil
	}
	return a.server.close()
}

// Instance domains.
const (
	transactions = pmda.Serial0 + iota
	points
	observations
	counters
)

func (a *agent) indoms() []pmda.InDom {
	row := func(serial pmda.Serial, kind pdu.TraceKind, what, from, metrics string) pmda.InDom {
		return pmda.InDom{
			Serial: serial,
			List: func(context.Context, *pmda.Request) ([]libpcp.Instance, error) {
				return a.store.instances(kind), nil
			},
			OneLine: "Tags of " + what + " that programs have reported",
			Help:    "An instance for each tag of " + from + ", in the order of their first events. Metrics " + metrics + " are about them.",
		}
	}
	return []pmda.InDom{
		row(transactions, pdu.TraceTransact, "transactions", "pmtracebegin(3)", "trace.transact"),
		row(points, pdu.TracePoint, "points", "pmtracepoint(3)", "trace.point"),
		row(observations, pdu.TraceObserve, "observations", "pmtraceobs(3)", "trace.observe"),
		row(counters, pdu.TraceCounter, "counters", "pmtracecounter(3)", "trace.counter"),
	}
}

// values are a statistic of all tags of a kind.
func (a *agent) values(kind pdu.TraceKind, of statistic) func(context.Context, *pmda.Request) ([]pmda.Value, error) {
	return func(context.Context, *pmda.Request) ([]pmda.Value, error) {
		var list []pmda.Value
		a.store.each(kind, time.Now(), of, func(inst int32, value libpcp.Atom) {
			list = append(list, pmda.Value{Inst: inst, Atom: value})
		})
		return list, nil
	}
}
