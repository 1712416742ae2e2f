// Package trace is the agent that exports as metrics the events that programs
// report with package libpcp/trace or libpcp_trace (C): pmdatrace(1).
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
	Period  time.Duration // of rates and averages; 0 is 60 s
	Buckets int           // into which the period is divided; 0 is 5
	Access  Access
	Observe libpcp.Units // of the values of observations
	Counter libpcp.Units // of the values of counters
}

const (
	defaultPort    = 4323
	defaultPeriod  = time.Minute
	defaultBuckets = 5
)

// agent is the state that the metrics report. Open sets the fields that depend
// on options.
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
		InDoms:  []*pmda.InDom{transactions, points, observations, counters},
		State:   a,
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
var (
	transactions = tags(0, pdu.TraceTransact, "transactions", "pmtracebegin(3)", "trace.transact")
	points       = tags(1, pdu.TracePoint, "points", "pmtracepoint(3)", "trace.point")
	observations = tags(2, pdu.TraceObserve, "observations", "pmtraceobs(3)", "trace.observe")
	counters     = tags(3, pdu.TraceCounter, "counters", "pmtracecounter(3)", "trace.counter")
)

func tags(serial uint32, kind pdu.TraceKind, what, from, metrics string) *pmda.InDom {
	return &pmda.InDom{
		Serial:  serial,
		Members: tagged(kind),
		OneLine: "Tags of " + what + " that programs have reported",
		Help:    "An instance for each tag of " + from + ", in the order of their first events. Metrics " + metrics + " are about them.",
	}
}

// tagged are the members of a domain: the tags of a kind.
type tagged pdu.TraceKind

func (kind tagged) List(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	return r.State.(*agent).store.instances(pdu.TraceKind(kind)), nil
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
