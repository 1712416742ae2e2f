// Package pmda implements agents (PMDA(3)), which supply metrics. An [Agent]
// is a value that serves programs in its own process (package local) or, as a
// daemon over a pipe or a socket, a pmcd.
//
// # An agent in ten minutes
//
// A metric is a row in a table, with a function that supplies its value:
//
//	func New() *pmda.Agent {
//		h := &house{}
//		return &pmda.Agent{
//			Name:   "house",
//			Domain: 401,
//			Metrics: []pmda.Metric{{
//				Name: "house.temperature", Item: 0, InDom: rooms,
//				Type: libpcp.TypeDouble, Sem: libpcp.SemInstant,
//				OneLine: "temperature in degrees Celsius",
//				Fetch:   h.temperature,
//			}, {
//				Name: "house.water", Item: 1,
//				Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count,
//				OneLine: "litres of water used",
//				Fetch:   h.water, Store: h.setWater,
//			}},
//			InDoms: []*pmda.InDom{rooms},
//		}
//	}
//
//	var rooms = &pmda.InDom{
//		Serial:    0,
//		Instances: []libpcp.Instance{{ID: 0, Name: "kitchen"}, {ID: 1, Name: "hall"}},
//	}
//
// Cluster and item are the metric's identity within the agent: they must never
// change, since archives identify metrics by them. A metric with an instance
// domain is fetched once for each instance that the client requests:
//
//	func (h *house) temperature(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
//		t, ok := h.sensor(r.Inst)
//		if !ok {
//			return libpcp.Atom{}, pmda.NoValue
//		}
//		return libpcp.DoubleAtom(t), nil
//	}
//
// To try it without a pmcd:
//
//	src := local.New(local.Config{}, local.Agent{New: house.New})
//	c := libpcp.NewContext(src)
//
// As a daemon it needs a main function,
//
//	func main() { os.Exit(pmda.Main(house.New())) }
//
// and writes the files for its own installation:
//
//	pmdahouse --install-files /var/lib/pcp/pmdas/house
//	cd /var/lib/pcp/pmdas/house && ./Install
//
// Pure Go has no DSO form: a pmcd runs the program. To install it by hand, add
// a line to pmcd.conf,
//
//	house 401 pipe binary /path/to/pmdahouse -d 401
//
// and a line to the root of pmcd's namespace, which leaves all names below it
// to the agent (or, as in PMNS(5), a line for each metric):
//
//	house 401:*:*
//
// Dbpmda(1) queries a daemon without a pmcd. Tests use package pmdatest, or
// send requests to a [Service], as the example below does.
//
// # Larger agents
//
// Where many metrics come from one file, keep its contents in a [PerRequest]:
// the file is read once for each fetch that requests such a metric. A table of
// hundreds of metrics is best a package variable whose rows are constant and
// have no functions, but a [Source]: a value of a type of the agent's, such as
// the key of a line, whose Value finds the agent in r.State. Such a table is
// static data and costs nothing before it is used. In short: Fetch, unless the
// table is static data (Source) or the values come together (Values); Encoded is for
// thousands of instances. [RowsOf] joins the tables of
// several parts, without copying them, for [Agent].Rows.
//
// Instance domains that change have [Members] in place of Instances, which are
// a value, too; a [Cache] numbers members that come and go. If the metrics
// themselves change, call [Agent.Replace] to replace the tables, best from
// Agent.Before, which is called before each request.
//
// Further functions of [Agent] and [Metric] supply labels, help texts and
// descriptors that change; constant ones stand in the rows.
//
// r.Client identifies the client; a [PerClient] holds a value for each and
// drops it when the client has disconnected. An [EventArray] builds event
// records, and an [EventQueue] keeps them for several clients.
//
// Slow initialization belongs in Agent.Open, which is not called before the
// first request; an agent that cannot answer later returns [NotReady].
//
// # What can go wrong
//
// If a function of an agent panics, the panic is logged with its stack, and its
// metric has the error libpcp.ErrGeneric; other metrics are not affected. A
// function that takes too long fails the client's request: a pmcd gives up on
// the agent after five seconds, a local context only if it has a time limit. A
// panic in a goroutine that the agent started ends the process.
package pmda
