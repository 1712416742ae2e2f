package pmproxy

import (
	"context"
	"net/url"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// successReply is the answer of what changes something.
type successReply struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}

func (r *successReply) err() error {
	if r.Success {
		return nil
	}
	return rest.Refused(r.Message)
}

// store stores value by value: when it fails some may
// have been stored. Aggregates and events cannot be stored.
func (c *Client) store(ctx context.Context, r *libpcp.Result) error {
	if r == nil {
		return libpcp.ErrTooSmall
	}
	for i := range r.Sets {
		set := &r.Sets[i]
		m, err := c.metric(ctx, set.PMID)
		if err != nil {
			return err
		}
		for _, v := range set.Values {
			if err := c.storeValue(ctx, m, set.Format, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Client) storeValue(ctx context.Context, m *metric, format libpcp.Format, v libpcp.Value) error {
	atom, err := libpcp.Extract(format, v, m.desc.Type, m.desc.Type)
	if err != nil {
		return err
	}
	text, ok := storeText(atom)
	if !ok {
		return libpcp.ErrConv
	}
	query := url.Values{"name": {m.name}, "value": {text}}
	if m.desc.InDom != libpcp.NullInDom {
		query.Set("instance", strconv.Itoa(int(v.Inst)))
	}
	var reply successReply
	if err := c.request(ctx, "store", query, rest.Into(&reply)); err != nil {
		return err
	}
	return reply.err()
}

// storeText writes a value so that it is read as the same.
func storeText(a libpcp.Atom) (string, bool) {
	switch a.Type {
	case libpcp.Type32, libpcp.Type64:
		return strconv.FormatInt(a.Int64(), 10), true
	case libpcp.TypeU32, libpcp.TypeU64:
		return strconv.FormatUint(a.Uint64(), 10), true
	case libpcp.TypeFloat:
		return strconv.FormatFloat(a.Float64(), 'g', -1, 32), true
	case libpcp.TypeDouble:
		return strconv.FormatFloat(a.Float64(), 'g', -1, 64), true
	case libpcp.TypeString:
		return a.Text(), true
	}
	return "", false
}

// Derive defines a derived metric in this context (pmAddDerivedMetric(3));
// pmproxy evaluates it.
func (c *Client) Derive(ctx context.Context, name, expression string) error {
	var reply successReply
	if err := c.request(ctx, "derive", url.Values{"name": {name}, "expr": {expression}}, rest.Into(&reply)); err != nil {
		return err
	}
	c.metrics.whole = false
	return reply.err()
}
