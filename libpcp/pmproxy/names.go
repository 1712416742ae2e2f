package pmproxy

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// metricReplies queries /pmapi/metric and caches the metrics of the answer. It
// returns the names in the answer, and why some requested names have no metric.
func (c *Client) metricReplies(ctx context.Context, query url.Values) (names []string, failed map[string]error, err error) {
	failed = make(map[string]error)
	asked, labels := make(map[string]bool), new(rest.Labels)
	for _, name := range strings.Split(query.Get("names")+","+query.Get("prefix"), ",") {
		asked[name] = true
	}
	err = c.request(ctx, "metric", query, rest.Elements("metrics", func(r *metricReply) error {
		if r.Name == "" {
			return rest.Malformed("name", "")
		}
		names = append(names, r.Name)
		if r.PMID == "" {
			if asked[r.Name] {
				failed[r.Name] = r.err()
			}
			return nil
		}
		m, err := r.metric(labels, c.labels)
		if err == nil {
			c.metrics.add(m)
		}
		return err
	}))
	return names, failed, err
}

// load learns all metrics, once.
func (c *Client) load(ctx context.Context) error {
	if c.metrics.whole {
		return nil
	}
	if _, _, err := c.metricReplies(ctx, nil); err != nil {
		return err
	}
	c.metrics.whole = true
	return nil
}

// lookup finds the identifiers of names, in the cache or at pmproxy.
func (c *Client) lookup(ctx context.Context, names []string) []libpcp.LookupReply {
	replies := make([]libpcp.LookupReply, len(names))
	var missing []string
	asked := make(map[string]bool)
	for _, name := range names {
		if c.metrics.byName[name] == nil && isName(name) && !asked[name] {
			missing, asked[name] = append(missing, name), true
		}
	}
	failed := c.learn(ctx, missing)
	for i, name := range names {
		if m := c.metrics.byName[name]; m != nil {
			replies[i].ID = m.desc.PMID
		} else {
			replies[i] = libpcp.LookupReply{ID: libpcp.NullPMID, Err: failed[name]}
			if replies[i].Err == nil {
				replies[i].Err = libpcp.ErrName
			}
		}
	}
	return replies
}

// isName reports whether a name can be put into a list of names.
func isName(name string) bool { return name != "" && !strings.ContainsAny(name, ",\x00") }

// learn asks for metrics by their names and returns why some are not known.
func (c *Client) learn(ctx context.Context, names []string) map[string]error {
	reasons := make(map[string]error)
	for _, list := range rest.Lists(names) {
		answered, failed, err := c.metricReplies(ctx, url.Values{"names": {list}})
		for _, name := range strings.Split(list, ",") {
			switch {
			case err != nil:
				reasons[name] = err
			case failed[name] != nil:
				reasons[name] = failed[name]
			case slices.ContainsFunc(answered, func(n string) bool { return strings.HasPrefix(n, name+".") }):
				reasons[name] = libpcp.ErrNonLeaf
			}
		}
	}
	return reasons
}

func (c *Client) names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	if err := c.load(ctx); err != nil {
		return nil, err
	}
	var names []string
	for _, m := range c.metrics.byID[id] {
		names = append(names, m.name)
	}
	if names == nil {
		return nil, libpcp.ErrPMID
	}
	return names, nil
}

func (c *Client) children(ctx context.Context, name string) ([]libpcp.Child, error) {
	var children []libpcp.Child
	add := func(leaf bool) func(*json.Decoder) error {
		return rest.Names(func(name string) { children = append(children, libpcp.Child{Name: name, Leaf: leaf}) })
	}
	err := c.request(ctx, "children", url.Values{"prefix": {name}}, rest.Object(rest.Members{
		"leaf": add(true), "nonleaf": add(false),
	}))
	return children, err
}

func (c *Client) traverse(ctx context.Context, name string) ([]string, error) {
	var query url.Values
	if name != "" {
		query = url.Values{"prefix": {name}}
	}
	names, failed, err := c.metricReplies(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(names) == 1 && libpcp.Code(failed[name]) == libpcp.ErrName {
		return nil, failed[name]
	}
	for _, n := range names {
		if name != "" && n != name && !strings.HasPrefix(n, name+".") {
			return nil, rest.Malformed("name", n)
		}
	}
	c.metrics.whole = c.metrics.whole || name == ""
	return names, nil
}

func (c *Client) descs(ctx context.Context, ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		if m, err := c.metric(ctx, id); err != nil {
			replies[i].Err = err
		} else {
			replies[i].Desc = m.desc
		}
	}
	return replies
}

// metric finds a metric by its identifier. Pmproxy itself cannot, so metric
// searches all metrics.
func (c *Client) metric(ctx context.Context, id libpcp.PMID) (*metric, error) {
	if m := c.metrics.id(id); m != nil {
		return m, nil
	}
	if err := c.load(ctx); err != nil {
		return nil, err
	}
	if m := c.metrics.id(id); m != nil {
		return m, nil
	}
	return nil, libpcp.ErrPMID
}

// text returns a help text; the short text replaces a missing long one.
func (c *Client) text(ctx context.Context, id libpcp.TextID) (string, error) {
	oneLine, help, err := c.texts(ctx, id)
	if err != nil {
		return "", err
	}
	text := oneLine
	if id.Kind&libpcp.TextHelp != 0 && help != "" {
		text = help
	}
	if text == "" {
		return "", libpcp.ErrText
	}
	return text, nil
}

func (c *Client) texts(ctx context.Context, id libpcp.TextID) (oneLine, help string, err error) {
	if id.Kind&libpcp.TextInDom != 0 {
		reply, err := c.indom(ctx, libpcp.InDom(id.Ident), nil)
		if err != nil {
			return "", "", err
		}
		return reply.OneLine, reply.Help, nil
	}
	m, err := c.metric(ctx, libpcp.PMID(id.Ident))
	if err != nil {
		return "", "", err
	}
	return m.oneLine, m.help, nil
}
