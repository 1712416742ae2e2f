package pmda

import (
	"context"

	"pcptools/libpcp"
)

// Agent is a set of metrics and the functions that supply them. [Main] and
// [Serve] run it as a daemon, and package local in the process of a client.
// Only Name is required.
//
// Its functions are called one at a time, never two at once. If one panics, the
// panic is logged, and the request fails with libpcp.ErrGeneric.
type Agent struct {
	// Name identifies the agent in its log, in messages and in the label
	// "agent".
	Name string
	// Domain is the agent's domain number, unless pmcd (option -d) or package
	// local gives it another.
	Domain uint32
	// Root is prefixed to the names of all metrics, with a dot, unless it is
	// empty.
	Root string
	// Subtrees are names directly below Root that a namespace can leave to the
	// agent ("NAME DOMAIN:*:*" in PMNS(5)). Their metrics are found below any
	// other first component, too, for namespaces that name the agent
	// differently.
	Subtrees []string

	// Metrics and InDoms are the tables of metrics and instance domains. They
	// are only read: static ones can be shared. See [Agent.Replace] for tables
	// that change.
	Metrics []Metric
	InDoms  []*InDom
	// Rows are more metrics, after Metrics. An agent whose table has several
	// parts need not copy them into one.
	Rows []*Metric
	// State is the agent's own, for functions and sources in static tables:
	// each request has it.
	State any
	// Validated skips [Agent.Validate] when the agent is opened, because a test
	// validates its tables.
	Validated bool
	// Labels are the labels of the agent's domain; the default is
	// {"agent":Name}, and an empty object means none.
	Labels Labels

	// Fetch supplies values of the metrics that have no function of their
	// own.
	Fetch FetchFunc
	// List supplies the members of the instance domains that have neither
	// Instances nor Members; it is called as those would be.
	List func(ctx context.Context, r *Request, d *InDom) ([]libpcp.Instance, error)

	// Open is called once, before the first request. If it fails, all requests
	// fail. Set SlowStart if Open takes long: a daemon then reports to pmcd
	// when it is ready, which requires "notready" in its line of pmcd.conf.
	Open      func(ctx context.Context, log *Logger) error
	SlowStart bool
	// Before is called before every request; its error is the answer. It may
	// count requests, update tables, or report that the agent is not ready
	// (see [NotReady]).
	Before func(ctx context.Context, r *Request) error
	// Fetched is called after every fetch, when the memory of values can be
	// released (pmdaSetDoneCallBack(3)).
	Fetched func(ctx context.Context, r *Request)
	// LabelsOf supplies labels of any class in addition to the tables; for
	// instances, the labels of r.Inst.
	LabelsOf func(ctx context.Context, r *Request, id libpcp.LabelID) (Labels, error)
	// TextOf supplies help texts, which may be empty. After libpcp.ErrText the
	// text of the tables is used; any other error is the answer.
	TextOf func(ctx context.Context, r *Request, id libpcp.TextID) (string, error)
	// WantAttributes makes pmcd send the attributes of its clients (see
	// [Client.Attr]); Attribute is called for each of them.
	WantAttributes bool
	Attribute      func(ctx context.Context, c *Client, key Attribute, value string)
	// EndClient is called when a client has disconnected.
	EndClient func(c *Client)
	// Close is called when the agent is no longer served.
	Close func() error

	// Replacement is for agents that replace an agent that PCP installs.
	Replacement Replacement

	tables  uint64 // how often Replace was called
	changes libpcp.StateChange
	quit    bool
}

// Replacement has settings for agents that must answer as an agent that PCP
// installs does, where it departs from the rules.
type Replacement struct {
	// AnyName treats unknown names as metrics where a namespace leaves all
	// names to the agent, until a client looks up their identifiers.
	AnyName bool
	// UnknownMetric is the status of metrics in a fetch that the tables do
	// not have: libpcp.ErrPMID if it is nil.
	UnknownMetric error
	// HelpFile is the path, without .dir and .pag, of help texts written by
	// newhelp(1). If the files exist, help texts come only from them and
	// TextOf; with NoOtherHelp, even if they do not exist.
	HelpFile    string
	NoOtherHelp bool
	// Peers lists the agents that are served in one process, this one
	// included. The server of the agents sets it.
	Peers func() []Peer
}

// Peer is an agent in the same process.
type Peer struct {
	Domain uint32
	Name   string
}

// Replace replaces the agent's tables from the next request on, or the current
// one when it is called by Before. Clients learn that names have changed.
// Replace does not validate the tables; [Agent.Validate] does.
func (a *Agent) Replace(metrics []Metric, indoms []*InDom) {
	a.Metrics, a.Rows, a.InDoms = metrics, nil, indoms
	a.tables++
	a.Changed(libpcp.NamesChanged)
}

// rows is the number of rows of metrics.
func (a *Agent) rows() int { return len(a.Metrics) + len(a.Rows) }

// row is the i-th of them.
func (a *Agent) row(i int) *Metric {
	if i < len(a.Metrics) {
		return &a.Metrics[i]
	}
	return a.Rows[i-len(a.Metrics)]
}

// Changed reports to clients, in the result of their next fetch, that labels
// or names have changed.
func (a *Agent) Changed(what libpcp.StateChange) { a.changes |= what }

// Quit ends the daemon after the current request. In a local context it does
// nothing.
func (a *Agent) Quit() { a.quit = true }

// NotReady is the error of an agent that cannot answer requests at the moment,
// best returned from Agent.Before. Until Done is closed pmcd sends it no
// requests, and clients get libpcp.ErrAgain. Names are the exception: an agent
// that supplies its names should still answer requests for them.
type NotReady struct {
	Done <-chan struct{}
}

func (e *NotReady) Error() string { return "agent is not ready" }

// Unwrap returns the error that clients get.
func (e *NotReady) Unwrap() error { return libpcp.ErrAgain }
