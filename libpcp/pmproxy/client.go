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

// open makes a context, and drops what was cached of an older one.
func (c *Client) open(ctx context.Context) error {
	query := url.Values{"polltimeout": {idleSeconds}}
	if c.hostspec != "" {
		query.Set("hostspec", c.hostspec)
	}
	var reply contextReply
	if err := c.rest.Get(ctx, "/pmapi/context", query, rest.Into(&reply)); err != nil {
		return err
	}
	labels, err := parseLabels(reply.Labels, libpcp.LabelContext)
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
	if c.closed {
		return libpcp.ErrIPC
	}
	err := c.rest.Get(ctx, c.servlet(servlet), query, decode)
	if !expired(err) {
		return err
	}
	if err := c.open(ctx); err != nil {
		return err
	}
	return c.rest.Get(ctx, c.servlet(servlet), query, decode)
}

// expired reports whether an error means that pmproxy has dropped a context.
func expired(err error) bool {
	var e *Error
	return errors.As(err, &e) && strings.HasPrefix(e.Message, "unknown context identifier")
}

func (c *Client) servlet(name string) string {
	return "/pmapi/" + strconv.FormatUint(uint64(c.context), 10) + "/" + name
}

// Reconnect implements [libpcp.Reconnector]: it opens another context.
func (c *Client) Reconnect(ctx context.Context) error {
	if c.closed {
		return libpcp.ErrIPC
	}
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

// HostName implements [libpcp.Source].
func (c *Client) HostName(context.Context) string { return c.host }

// Timezone implements [libpcp.Source].
func (c *Client) Timezone(ctx context.Context) (string, error) {
	ids := c.Lookup(ctx, []string{"pmcd.timezone"})
	if ids[0].Err != nil {
		return "", ids[0].Err
	}
	result, err := c.Fetch(ctx, []libpcp.PMID{ids[0].ID}, nil)
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
