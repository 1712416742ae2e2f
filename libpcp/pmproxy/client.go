package pmproxy

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// Client is a context at a pmproxy. It serves one goroutine at a time.
type Client struct {
	rest     *rest.Client
	hostspec string

	context uint32 // pmproxy's name for the context
	closed  bool
	lost    bool // a request was not answered in time
	host    string
	labels  libpcp.LabelSet // of the context
	metrics catalogue
}

// contextReply is the answer of /pmapi/context.
type contextReply struct {
	Context  uint32          `json:"context"`
	HostSpec string          `json:"hostspec"`
	Labels   json.RawMessage `json:"labels"`
}

// open makes a context, and drops the cache of an older one.
func (c *Client) open(ctx context.Context) error {
	query := url.Values{"polltimeout": {idleSeconds}}
	if c.hostspec != "" {
		query.Set("hostspec", c.hostspec)
	}
	var reply contextReply
	if err := c.rest.Get(ctx, "/pmapi/context", query, rest.Into(&reply)); err != nil {
		return err
	}
	labels, err := parseLabels(new(rest.Labels), reply.Labels, libpcp.LabelContext)
	if err != nil {
		return err
	}
	c.context, c.host, c.labels = reply.Context, reply.HostSpec, labels
	c.metrics = catalogue{}
	return nil
}

// request sends a request to a servlet of the context, which is opened again if
// pmproxy has dropped it.
func (c *Client) request(ctx context.Context, servlet string, query url.Values, decode rest.Decoder) error {
	if c.closed || c.lost && ctx.Err() == nil {
		return libpcp.ErrIPC
	}
	err := c.rest.Get(ctx, c.servlet(servlet), query, decode)
	if expired(err) {
		if err = c.open(ctx); err == nil {
			err = c.rest.Get(ctx, c.servlet(servlet), query, decode)
		}
	}
	c.lost = c.lost || late(err)
	return err
}

// late reports whether an error means that there was no answer in time.
func late(err error) bool {
	var answer *Error
	return libpcp.Code(err) == libpcp.ErrTimeout && !errors.As(err, &answer)
}

// expired reports whether an error means that pmproxy has dropped a context.
func expired(err error) bool {
	var e *Error
	return errors.As(err, &e) && strings.HasPrefix(e.Message, "unknown context identifier")
}

func (c *Client) servlet(name string) string {
	return "/pmapi/" + strconv.FormatUint(uint64(c.context), 10) + "/" + name
}

// Ask implements [libpcp.Source].
func (c *Client) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = c.lookup(ctx, q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = c.names(ctx, q.ID)
		case *libpcp.ChildrenQuery:
			q.Children, q.Err = c.children(ctx, q.Name)
		case *libpcp.TraverseQuery:
			var names []string
			names, q.Err = c.traverse(ctx, q.Name)
			q.Names = libpcp.NameListOf(names)
		case *libpcp.DescsQuery:
			q.Replies = c.descs(ctx, q.IDs)
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = c.instances(ctx, q.InDom)
		case *libpcp.InstanceNameQuery:
			q.Name, q.Err = c.instanceName(ctx, q.InDom, q.Inst)
		case *libpcp.InstanceIDQuery:
			q.Inst, q.Err = c.instanceID(ctx, q.InDom, q.Name)
		case *libpcp.TextQuery:
			q.Text, q.Err = c.text(ctx, q.ID)
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = c.labelSets(ctx, q.ID)
		case *libpcp.FetchQuery:
			q.Result, q.Err = c.fetch(ctx, q.IDs, q.Profile)
		case *libpcp.StoreQuery:
			q.Err = c.store(ctx, q.Result)
		case *libpcp.HostNameQuery:
			q.Name, q.Err = c.host, nil
		case *libpcp.TimezoneQuery:
			q.Zone, q.Err = c.timezone(ctx)
		case *libpcp.ReconnectQuery:
			q.Err = c.reconnect(ctx)
		default:
			q.Decline()
		}
	}
}

// reconnect opens another context.
func (c *Client) reconnect(ctx context.Context) error {
	if c.closed {
		return libpcp.ErrIPC
	}
	c.lost = false
	return c.open(ctx)
}

// Duplicate opens another context at the same pmproxy (pmDupContext(3)).
func (c *Client) Duplicate(ctx context.Context) (libpcp.Source, error) {
	twin := &Client{rest: c.rest, hostspec: c.hostspec}
	if err := twin.open(ctx); err != nil {
		return nil, err
	}
	return twin, nil
}

func (c *Client) timezone(ctx context.Context) (string, error) {
	ids := c.lookup(ctx, []string{"pmcd.timezone"})
	if ids[0].Err != nil {
		return "", ids[0].Err
	}
	result, err := c.fetch(ctx, []libpcp.PMID{ids[0].ID}, nil)
	if err != nil {
		return "", err
	}
	atom, err := result.Sets[0].Atom(0, libpcp.TypeString)
	return atom.Text(), err
}

// Close ends the use of the context, which pmproxy drops after some seconds
// without a request.
func (c *Client) Close() error {
	c.closed = true
	return nil
}
