package pmproxy

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// indomReply is the answer of /pmapi/indom.
type indomReply struct {
	Labels    json.RawMessage
	OneLine   string
	Help      string
	Instances []instanceReply
}

type instanceReply struct {
	ID     int32           `json:"instance"`
	Name   string          `json:"name"`
	Labels json.RawMessage `json:"labels"`
}

// indom requests an instance domain. For an unknown one pmproxy returns no
// instances; only a metric shows that a domain exists.
func (c *Client) indom(ctx context.Context, d libpcp.InDom, query url.Values) (*indomReply, error) {
	ask := url.Values{"indom": {d.String()}}
	for name, values := range query {
		ask[name] = values
	}
	reply := new(indomReply)
	err := c.request(ctx, "indom", ask, rest.Object(rest.Members{
		"labels": rest.To(&reply.Labels), "text-oneline": rest.To(&reply.OneLine), "text-help": rest.To(&reply.Help),
		"instances": rest.Each(func(r *instanceReply) error {
			if r.Name == "" {
				return rest.Malformed("name", "")
			}
			reply.Instances = append(reply.Instances, *r)
			return nil
		}),
	}))
	if err != nil {
		return nil, err
	}
	if len(reply.Instances) > 0 || c.metrics.indoms[d] {
		return reply, nil
	}
	if err := c.load(ctx); err != nil {
		return nil, err
	}
	if !c.metrics.indoms[d] {
		return nil, libpcp.ErrInDom
	}
	return reply, nil
}

// instances returns the instances of a domain in order of their identifiers,
// since pmproxy does not keep the order of the agent.
func (c *Client) instances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	reply, err := c.indom(ctx, d, nil)
	if err != nil {
		return nil, err
	}
	instances := make([]libpcp.Instance, len(reply.Instances))
	for i, r := range reply.Instances {
		instances[i] = libpcp.Instance{ID: r.ID, Name: r.Name}
	}
	slices.SortFunc(instances, func(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) })
	return instances, nil
}

func (c *Client) instanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	reply, err := c.indom(ctx, d, url.Values{"instance": {strconv.Itoa(int(inst))}})
	if err != nil {
		return "", err
	}
	for _, r := range reply.Instances {
		if r.ID == inst {
			return r.Name, nil
		}
	}
	return "", libpcp.ErrInst
}

// instanceID finds an instance. A name is also found by what comes
// before its first space, as pmLookupInDom(3) does.
func (c *Client) instanceID(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	instances, err := c.instances(ctx, d)
	if err != nil {
		return libpcp.NullInst, err
	}
	for _, inst := range instances {
		if inst.Name == name {
			return inst.ID, nil
		}
	}
	for _, inst := range instances {
		if first, _, more := strings.Cut(inst.Name, " "); more && first == name {
			return inst.ID, nil
		}
	}
	return libpcp.NullInst, libpcp.ErrInst
}
