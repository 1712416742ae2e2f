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
// domain is fetched once for each of the instances that the client wants:
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
// and is installed as other agents are, with files that it writes itself:
//
//	pmdahouse --install-files /var/lib/pcp/pmdas/house
//	cd /var/lib/pcp/pmdas/house && ./Install
//
// There is no DSO form in pure Go: a pmcd runs the program. Installing it by
// hand takes a line in pmcd.conf,
//
//	house 401 pipe binary /path/to/pmdahouse -d 401
//
// and a line in the root's braces of pmcd's name space, which leaves all names
// below it to the agent (or, as in PMNS(5), a line for each metric):
//
//	house 401:*:*
//
// Dbpmda(1) talks to a daemon without a pmcd. Tests need none of that: they
// use package pmdatest, or send requests to a [Service], as the example below
// does.
//
// # Larger agents
//
// Where many metrics come from one file, keep its contents in a [PerRequest]:
// the file is read once for a fetch, and only if one of those metrics is asked
// for. A table of hundreds of metrics is best a package variable whose rows
// are constant and have no functions; [Agent].Fetch then serves them all by
// r.Metric.Cluster and r.Metric.Item, or by r.Metric.Key, which is the agent's
// own. Such a table is static data and costs nothing before it is used.
// [Agent].Rows joins the tables of several parts without copying them.
//
// Instance domains that change have a List function in place of Instances, or
// leave that to [Agent].List, as those that are package variables do; a
// [Cache] numbers members that come and go. If even the metrics change,
// [Agent.Replace] replaces the tables, best from Agent.Before, which is called
// before each request.
//
// Sources of labels, help texts and descriptors that depend on the moment are
// further functions of [Agent] and [Metric]; rows have constants for the rest.
//
// r.Client identifies the client; a [PerClient] holds a value for each and
// drops it when the client has disconnected. Event records are built with an
// [EventArray], and kept for several clients by an [EventQueue].
//
// Slow initialization belongs in Agent.Open, which is not called before the
// first request; an agent that cannot answer later returns [NotReady].
//
// # What can go wrong
//
// A function of an agent that panics is logged with its stack, and the metric
// in question has libpcp.ErrGeneric; others are not affected. A function that
// takes too long fails the client's request: a pmcd gives up on the agent
// after five seconds, a local context only if it has a time limit. A panic in a
// goroutine that the agent itself has started cannot be caught, as anywhere
// in Go.
package pmda
