package pmda

import (
	"context"

	"pcptools/libpcp"
)

// Agent is a set of metrics and the functions that supply them. [Main] and
// [Serve] run it as a daemon, and package local in the process of a client.
// Only Name is required.
//
// Its functions are called one at a time, never two at once. A panic in one is
// logged and becomes libpcp.ErrGeneric for what was asked.
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
	// Subtrees are names directly below Root that a name space can leave to
	// the agent ("NAME DOMAIN:*:*" in PMNS(5)). What is below them is found
	// below any other first component too, for name spaces that have the
	// agent under another name.
	Subtrees []string

	// Metrics and InDoms are the tables of metrics and instance domains. They
	// are only read: static ones can be shared. See [Agent.Replace] for tables
	// that change.
	Metrics []Metric
	InDoms  []*InDom
	// Rows are more metrics, behind those in Metrics, for agents with tables
	// in several parts, which need not be copied into one.
	Rows []*Metric
	// Validated skips [Agent.Validate] when the agent is opened, for tables
	// that a test validates.
	Validated bool
	// Labels are the labels of the agent's domain; the default is
	// {"agent":Name}, and an empty object means none.
	Labels Labels

	// Fetch supplies values of the metrics that have no function of their
	// own.
	Fetch FetchFunc
	// List supplies the members of the instance domains that have neither
	// Instances nor a List of their own; it is called as that would be.
	List func(ctx context.Context, r *Request, d *InDom) ([]libpcp.Instance, error)

	// Open is called once, before the first request. If it fails so do all
	// requests. SlowStart is for an Open that takes long: a daemon then
	// reports to pmcd when it is ready, for which its line in pmcd.conf must
	// have "notready".
	Open      func(ctx context.Context, log *Logger) error
	SlowStart bool
	// Before is called before every request; its error is the answer. It may
	// count requests, update tables, or report that the agent is not ready
	// (see [NotReady]).
	Before func(ctx context.Context, r *Request) error
	// Fetched is called after every fetch, when the memory of values can be
	// released (pmdaSetDoneCallBack(3)).
	Fetched func(ctx context.Context, r *Request)
	// LabelsOf supplies labels besides those in the tables, of any class;
	// those of instances for r.Inst.
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

	// StandIn is for agents that replace one that PCP installs.
	StandIn StandIn

	tables  uint64 // how often Replace was called
	changes libpcp.StateChange
	quit    bool
}

// StandIn has settings for agents that must answer as those that PCP installs,
// where these depart from the rules.
type StandIn struct {
	// AnyName treats unknown names as metrics where a name space leaves all
	// names to the agent, until their identifiers are asked for.
	AnyName bool
	// UnknownMetric is the status of metrics in a fetch that the tables do
	// not have: libpcp.ErrPMID if it is nil.
	UnknownMetric error
	// HelpFile is the path of the help texts that newhelp(1) has written,
	// without .dir and .pag. If they exist, all help texts are theirs or those
	// of TextOf.
	HelpFile string
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
// one when it is called by Before. It is reported to clients that names have
// changed. The tables are not validated; [Agent.Validate] does that.
func (a *Agent) Replace(metrics []Metric, indoms []*InDom) {
	a.Metrics, a.Rows, a.InDoms = metrics, nil, indoms
	a.tables++
	a.Changed(libpcp.NamesChanged)
}

// rows is how many rows of metrics there are.
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

// Quit ends the daemon that the agent is, once the current request has been
// answered. Elsewhere it does nothing.
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
