package series

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"sync"

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
func (c *Client) Descs(ctx context.Context, ids []ID) ([]Desc, error) {
	type reply struct {
		Series ID     `json:"series"`
		Source ID     `json:"source"`
		PMID   string `json:"pmid"`
		InDom  string `json:"indom"`
		Sem    string `json:"semantics"`
		Type   string `json:"type"`
		Units  string `json:"units"`
	}
	return get(ctx, c, "descs", ids, func(descs []Desc, r *reply) ([]Desc, error) {
		if r.PMID == "PM_ID_NULL" {
			return descs, nil
		}
		if err := r.Series.check(); err != nil {
			return nil, err
		}
		desc, err := rest.Desc(r.PMID, r.InDom, r.Type, r.Sem, r.Units)
		return append(descs, Desc{r.Series, r.Source, desc}), err
	})
}

// Instances returns the instances of series; a singular metric has none.
func (c *Client) Instances(ctx context.Context, ids []ID) ([]Instance, error) {
	type reply struct {
		Series   ID     `json:"series"`
		Source   ID     `json:"source"`
		Instance ID     `json:"instance"`
		ID       int32  `json:"id"`
		Name     string `json:"name"`
	}
	return get(ctx, c, "instances", ids, func(instances []Instance, r *reply) ([]Instance, error) {
		return append(instances, Instance{r.Series, r.Source, r.Instance, r.ID, r.Name}), r.Series.check()
	})
}

// Names returns the names of the metrics of series (pmSeriesMetrics(3)).
func (c *Client) Names(ctx context.Context, ids []ID) (map[ID][]string, error) {
	type reply struct {
		Series ID     `json:"series"`
		Name   string `json:"name"`
	}
	replies, err := get(ctx, c, "metrics", ids, func(replies []reply, r *reply) ([]reply, error) {
		return append(replies, *r), r.Series.check()
	})
	names := make(map[ID][]string)
	for _, r := range replies {
		names[r.Series] = append(names[r.Series], r.Name)
	}
	return names, err
}

// Labels returns the labels of series by name (pmSeriesLabels(3)), each as JSON.
func (c *Client) Labels(ctx context.Context, ids []ID) (map[ID]map[string]string, error) {
	type reply struct {
		Series ID              `json:"series"`
		Labels json.RawMessage `json:"labels"`
	}
	type labels struct {
		series ID
		set    map[string]string
	}
	var mu sync.Mutex
	answers, asked := new(rest.Labels), make(map[ID]bool)
	for _, id := range ids {
		asked[id] = true
	}
	replies, err := get(ctx, c, "labels", ids, func(replies []labels, r *reply) ([]labels, error) {
		mu.Lock()
		defer mu.Unlock()
		if !asked[r.Series] { // or answered
			return replies, r.Series.check()
		}
		delete(asked, r.Series)
		set, err := answers.Set(r.Labels)
		if err != nil {
			return nil, err
		}
		texts := make(map[string]string, len(set))
		for name, value := range set {
			texts[name] = string(value)
		}
		return append(replies, labels{r.Series, texts}), nil
	})
	byID := make(map[ID]map[string]string)
	for _, r := range replies {
		byID[r.series] = r.set
	}
	return byID, err
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

// get requests /series/what for identifiers, several lists of them at a time, and
// returns what add makes of the elements of the answers, in the order of the lists.
// After an error that is not all of it.
func get[T, R any](ctx context.Context, c *Client, what string, ids []ID, add func([]R, *T) ([]R, error)) ([]R, error) {
	lists, err := listsOf(ids)
	if err != nil {
		return nil, err
	}
	held, made := c.bounds.newHeld(), make([][]R, len(lists))
	err = atATime(ctx, len(lists), func(ctx context.Context, i int) error {
		decode := held.limit(rest.Array(func(r *T) (err error) {
			made[i], err = add(made[i], r)
			return err
		}))
		return askInParts(lists[i], func(list string) error {
			return c.rest.Get(ctx, "/series/"+what, url.Values{"series": {list}}, decode)
		})
	})
	return slices.Concat(made...), err
}

// AllNames returns the names of all metrics that match a pattern of glob(7); ""
// matches all.
func (c *Client) AllNames(ctx context.Context, pattern string) ([]string, error) {
	return c.all(ctx, "metrics", pattern)
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
