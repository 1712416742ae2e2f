package series

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// Desc describes a series (pmSeriesDescs(3)).
type Desc struct {
	Series ID
	Source ID
	libpcp.Desc
}

// Instance is an instance of a series (pmSeriesInstances(3)).
type Instance struct {
	Series ID
	Source ID
	ID     ID // the value of Point.Instance
	Inst   int32
	Name   string
}

// Descs returns the descriptors of series. It omits series that pmproxy does
// not know; in PCP 6.0, one of these among others crashes pmproxy.
func (c *Client) Descs(ctx context.Context, ids []ID) (descs []Desc, err error) {
	type reply struct {
		Series ID     `json:"series"`
		Source ID     `json:"source"`
		PMID   string `json:"pmid"`
		InDom  string `json:"indom"`
		Sem    string `json:"semantics"`
		Type   string `json:"type"`
		Units  string `json:"units"`
	}
	err = get(ctx, c, "descs", ids, func(r *reply) error {
		if r.PMID == "PM_ID_NULL" {
			return nil
		}
		if err := r.Series.check(); err != nil {
			return err
		}
		desc, err := rest.Desc(r.PMID, r.InDom, r.Type, r.Sem, r.Units)
		if err == nil {
			descs = append(descs, Desc{r.Series, r.Source, desc})
		}
		return err
	})
	return descs, err
}

// Instances returns the instances of series; a singular metric has none.
func (c *Client) Instances(ctx context.Context, ids []ID) (instances []Instance, err error) {
	type reply struct {
		Series   ID     `json:"series"`
		Source   ID     `json:"source"`
		Instance ID     `json:"instance"`
		ID       int32  `json:"id"`
		Name     string `json:"name"`
	}
	err = get(ctx, c, "instances", ids, func(r *reply) error {
		instances = append(instances, Instance{r.Series, r.Source, r.Instance, r.ID, r.Name})
		return r.Series.check()
	})
	return instances, err
}

// Names returns the names of the metrics of series (pmSeriesMetrics(3)).
func (c *Client) Names(ctx context.Context, ids []ID) (map[ID][]string, error) {
	type reply struct {
		Series ID     `json:"series"`
		Name   string `json:"name"`
	}
	names := make(map[ID][]string)
	err := get(ctx, c, "metrics", ids, func(r *reply) error {
		names[r.Series] = append(names[r.Series], r.Name)
		return r.Series.check()
	})
	return names, err
}

// Labels returns the labels of series by name (pmSeriesLabels(3)), each as JSON.
func (c *Client) Labels(ctx context.Context, ids []ID) (map[ID]map[string]string, error) {
	type reply struct {
		Series ID                         `json:"series"`
		Labels map[string]json.RawMessage `json:"labels"`
	}
	labels := make(map[ID]map[string]string)
	err := get(ctx, c, "labels", ids, func(r *reply) error {
		set := make(map[string]string, len(r.Labels))
		for name, value := range r.Labels {
			set[name] = string(value)
		}
		labels[r.Series] = set
		return r.Series.check()
	})
	return labels, err
}

// Sources returns the names of sources, which are archives and hosts
// (pmSeriesSources(3)). It takes identifiers of sources, not of series.
func (c *Client) Sources(ctx context.Context, ids []ID) (map[ID][]string, error) {
	type reply struct {
		Source ID     `json:"source"`
		Name   string `json:"name"`
	}
	sources := make(map[ID][]string)
	err := inLists(ids, func(list string) error {
		return c.rest.Get(ctx, "/series/sources", url.Values{"source": {list}}, rest.Array(func(r *reply) error {
			sources[r.Source] = append(sources[r.Source], r.Name)
			return r.Source.check()
		}))
	})
	return sources, err
}

// get requests /series/what for identifiers, and calls each with the elements of
// the answers.
func get[T any](ctx context.Context, c *Client, what string, ids []ID, each func(*T) error) error {
	decode := c.bounds.newHeld().limit(rest.Array(each))
	return inLists(ids, func(list string) error {
		return c.rest.Get(ctx, "/series/"+what, url.Values{"series": {list}}, decode)
	})
}

// AllNames returns the names of all metrics that match a pattern of glob(7); ""
// matches all.
func (c *Client) AllNames(ctx context.Context, pattern string) ([]string, error) {
	return c.all(ctx, "metrics", pattern)
}

// AllInstances returns the names of all instances that match a pattern.
func (c *Client) AllInstances(ctx context.Context, pattern string) ([]string, error) {
	return c.all(ctx, "instances", pattern)
}

// AllSources returns the names of all sources that match a pattern.
func (c *Client) AllSources(ctx context.Context, pattern string) ([]string, error) {
	return c.all(ctx, "sources", cmp.Or(pattern, "*"))
}

// AllLabels returns the names of all labels that match a pattern.
func (c *Client) AllLabels(ctx context.Context, pattern string) ([]string, error) {
	return c.all(ctx, "labels", pattern)
}

func (c *Client) all(ctx context.Context, what, pattern string) (names []string, err error) {
	query := url.Values{}
	if pattern != "" {
		query.Set("match", pattern)
	}
	err = c.rest.Get(ctx, "/series/"+what, query, rest.NameArray(func(name string) { names = append(names, name) }))
	return names, err
}

// LabelValues returns all values of a label, such as hostname
// (pmSeriesLabelValues(3)).
func (c *Client) LabelValues(ctx context.Context, label string) ([]string, error) {
	var values []string
	err := c.rest.Get(ctx, "/series/labels", url.Values{"names": {label}}, rest.Object(rest.Members{
		label: rest.Names(func(value string) { values = append(values, value) }),
	}))
	return values, err
}

// Load makes pmproxy load an archive or a host, such as
// {source.path:"/DIR/NAME"} (pmSeriesLoad(3)).
func (c *Client) Load(ctx context.Context, expression string) error {
	var reply struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}
	err := c.rest.Post(ctx, "/series/load", url.Values{"expr": {expression}}, rest.Into(&reply))
	if err == nil && !reply.Success {
		err = rest.Refused(reply.Message)
	}
	return syntaxError(expression, err)
}
