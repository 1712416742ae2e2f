package pmcd

import (
	"context"
	"os"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// hostName is the name that pmcd reports for its host, or else the name in the
// host specification.
func (c *Client) hostName(ctx context.Context) string {
	if name, err := c.stringValue(ctx, "pmcd.hostname"); err == nil && name != "" {
		return name
	}
	name := c.spec.hosts[0].name
	if strings.HasPrefix(name, "localhost") || strings.HasPrefix(name, "/") {
		if own, err := os.Hostname(); err == nil {
			return own
		}
	}
	return name
}

// stringValue is the value of a singular metric whose type is string.
func (c *Client) stringValue(ctx context.Context, metric string) (string, error) {
	found := libpcp.LookupQuery{Names: []string{metric}}
	if c.Ask(ctx, &found); found.Replies[0].Err != nil {
		return "", found.Replies[0].Err
	}
	q := libpcp.FetchQuery{IDs: found.IDs()}
	p := pipeline{todo: []request{&anyProfileReq{fetchReq{query: &q, highRes: c.has(pdu.FeatureHighRes), changes: &c.changes}}}}
	c.run(ctx, &p)
	if q.Err != nil {
		return "", q.Err
	}
	c.changes = q.Result.Changes // for the next result that the caller sees
	return stringIn(&q.Result.Sets[0])
}

func stringIn(s *libpcp.ValueSet) (string, error) {
	switch {
	case s.Err != nil:
		return "", s.Err
	case len(s.Values) != 1:
		return "", libpcp.ErrValue
	case s.Format == libpcp.InSitu || s.Values[0].Block().Type != libpcp.TypeString:
		return "", libpcp.ErrConv
	}
	value, _, _ := strings.Cut(string(s.Values[0].Block().Data), "\x00")
	return value, nil
}

// anyProfileReq fetches metrics that no profile restricts.
type anyProfileReq struct{ fetchReq }

func (r *anyProfileReq) profile() *libpcp.Profile { return nil }
