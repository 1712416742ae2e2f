package pmda

import (
	"pcptools/libpcp"
)

// Request is a request to an agent. It is valid only during the call that it
// was passed to.
type Request struct {
	Kind    Kind
	Client  *Client
	Profile *libpcp.Profile // which instances the client wants
	Domain  uint32          // the number the agent has here
	IDs     []libpcp.PMID   // the metrics that it is about, if any
	Metric  *Metric         // the current metric, for functions of metrics
	Inst    int32           // its instance, or NullInst
	Log     *Logger
	State   any // the agent's, see [Agent]

	service *Service

	seq   uint64
	lists []list
}

// list is an instance domain's members as of this request.
type list struct {
	indom     *InDom
	instances []libpcp.Instance
	err       error
}

// PMID returns the full identifier of one of the agent's metrics.
func (r *Request) PMID(cluster, item uint32) libpcp.PMID {
	return libpcp.NewPMID(r.Domain, cluster, item)
}

// Row returns the row that describes one of the agent's metrics, or nil.
func (r *Request) Row(id libpcp.PMID) *Metric { return r.service.metric(id) }

// InDom returns the full identifier of one of the agent's instance domains.
func (r *Request) InDom(d *InDom) libpcp.InDom { return d.in(r.Domain) }

// Kind is a kind of request.
type Kind int

// The kinds.
const (
	KindProfile   Kind = iota // a client changed its profile; an error means nothing
	KindFetch                 // values are wanted
	KindStore                 // values are to be changed
	KindDesc                  // a descriptor is wanted
	KindInstances             // instances, or one, are wanted
	KindText                  // a help text is wanted
	KindLabels                // labels are wanted
	KindNames                 // names or the identifier of a name are wanted
)

// PerRequest holds data that is read at most once for each request, and only
// if needed, such as a file that has many metrics:
//
//	type meminfo struct{ free uint64 }
//
//	func readMeminfo() (m meminfo, err error) { … }
//
//	type agent struct{ meminfo pmda.PerRequest[meminfo] }
//
//	func (a *agent) free(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
//		m, err := a.meminfo.Get(r, readMeminfo)
//		return libpcp.Uint64Atom(m.free), err
//	}
//
// The zero value is ready to use.
type PerRequest[T any] struct {
	value T
	err   error
	seq   uint64
}

// Get returns the results of read, which it calls once for each request.
func (p *PerRequest[T]) Get(r *Request, read func() (T, error)) (T, error) {
	if p.seq != r.seq {
		p.value, p.err = read()
		p.seq = r.seq
	}
	return p.value, p.err
}
