package pmproxy

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

type valueReply struct {
	Instance *int32          `json:"instance"`
	Value    json.RawMessage `json:"value"`
}

// fetch returns values. A request holds some 700 metrics; more are
// sampled at different times, and the result has the time of the first.
func (c *Client) fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	result := &libpcp.Result{Sets: make([]libpcp.ValueSet, len(ids))}
	sets := make(map[libpcp.PMID]*libpcp.ValueSet, len(ids))
	var numbers, names []string
	for _, id := range ids {
		if sets[id] != nil {
			continue
		}
		sets[id] = &libpcp.ValueSet{PMID: id, Err: libpcp.ErrPMID}
		if m := c.metrics.id(id); m != nil && id.Derived() {
			names = append(names, m.name) // pmproxy does not know their identifiers
		} else {
			numbers = append(numbers, id.String())
		}
	}
	for _, part := range []struct {
		parameter string
		words     []string
	}{{"pmids", numbers}, {"names", names}} {
		for _, list := range rest.Lists(part.words) {
			when, err := c.fetchList(ctx, url.Values{part.parameter: {list}}, sets, profile)
			if err != nil {
				return nil, err
			}
			if result.Time.IsZero() {
				result.Time = when
			}
		}
	}
	if err := c.settle(ctx, sets); err != nil {
		return nil, err
	}
	for i, id := range ids {
		result.Sets[i] = *sets[id]
	}
	return result, nil
}

// fetchList fetches the metrics that a query lists into sets.
func (c *Client) fetchList(ctx context.Context, query url.Values, sets map[libpcp.PMID]*libpcp.ValueSet, profile *libpcp.Profile) (time.Time, error) {
	var stamp json.Number
	err := c.request(ctx, "fetch", query, rest.Object(rest.Members{
		"timestamp": rest.To(&stamp),
		"values":    rest.EachObject(c.filling(ctx, sets, profile)),
	}))
	if err != nil {
		return time.Time{}, err
	}
	return parseTime(stamp)
}

// filling returns what reads the values of one metric, each as it comes.
func (c *Client) filling(ctx context.Context, sets map[libpcp.PMID]*libpcp.ValueSet, profile *libpcp.Profile) func() rest.Members {
	return func() rest.Members {
		f := &filler{profile: profile}
		var id string
		return rest.Members{
			"pmid": func(d *json.Decoder) error {
				if err := d.Decode(&id); err != nil {
					return err
				}
				return f.begin(ctx, c, id, sets)
			},
			"instances": rest.Each(func(r *valueReply) error {
				if id == "" {
					return rest.Malformed("pmid", id)
				}
				return f.add(r)
			}),
		}
	}
}

// filler makes a value set of what pmproxy sends for a metric.
type filler struct {
	profile *libpcp.Profile
	desc    libpcp.Desc
	set     *libpcp.ValueSet // nil while no values are wanted
}

// begin finds out where the values go: nowhere, if the metric has not been
// asked for, or is here already under another name.
func (f *filler) begin(ctx context.Context, c *Client, text string, sets map[libpcp.PMID]*libpcp.ValueSet) error {
	f.set = nil
	id, err := rest.ParsePMID(text)
	if err != nil {
		return err
	}
	set := sets[id]
	if set == nil || set.Err != libpcp.ErrPMID {
		return nil
	}
	m, err := c.metric(ctx, id)
	if err != nil {
		return err
	}
	f.desc, f.set, set.Err = m.desc, set, nil
	return nil
}

func (f *filler) add(r *valueReply) error {
	if f.set == nil {
		return nil
	}
	inst := int32(libpcp.NullInst)
	if r.Instance != nil {
		inst = *r.Instance
	}
	if f.profile != nil && f.desc.InDom != libpcp.NullInDom && !f.profile.Includes(f.desc.InDom, inst) {
		return nil
	}
	value, format, err := parseValue(inst, f.desc.Type, r.Value)
	if err == libpcp.ErrValue {
		f.set.Err, f.set.Values, f.set = err, nil, nil
		return nil
	}
	if err != nil {
		return err
	}
	f.set.Format = format
	f.set.Values = append(f.set.Values, value)
	return nil
}

// parseTime reads seconds and, after the point, nanoseconds without leading
// zeros.
func parseTime(n json.Number) (time.Time, error) {
	seconds, fraction, _ := strings.Cut(n.String(), ".")
	s, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || len(fraction) > 9 {
		return time.Time{}, rest.Malformed("timestamp", n.String())
	}
	ns := uint64(0)
	if fraction != "" {
		if ns, err = strconv.ParseUint(fraction, 10, 32); err != nil {
			return time.Time{}, rest.Malformed("timestamp", n.String())
		}
	}
	return time.Unix(s, int64(ns)), nil
}
