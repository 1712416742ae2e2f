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

// fetchReply is the answer of /pmapi/fetch.
type fetchReply struct {
	Timestamp json.Number `json:"timestamp"`
	Values    []struct {
		PMID      string       `json:"pmid"`
		Instances []valueReply `json:"instances"`
	} `json:"values"`
}

type valueReply struct {
	Instance *int32          `json:"instance"`
	Value    json.RawMessage `json:"value"`
}

// Fetch implements [libpcp.Source]. More than some 700 metrics take several
// requests, each with a time of its own; the result has the first's.
func (c *Client) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
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
	var reply fetchReply
	if err := c.request(ctx, "fetch", query, rest.Into(&reply)); err != nil {
		return time.Time{}, err
	}
	when, err := parseTime(reply.Timestamp)
	if err != nil {
		return when, err
	}
	for _, r := range reply.Values {
		id, err := rest.ParsePMID(r.PMID)
		if err != nil {
			return when, err
		}
		set := sets[id]
		if set == nil || set.Err != libpcp.ErrPMID {
			continue // not asked for, or here already under another name
		}
		if err := c.fill(ctx, set, r.Instances, profile); err != nil {
			return when, err
		}
	}
	return when, nil
}

// fill makes a value set of what pmproxy sent for a metric.
func (c *Client) fill(ctx context.Context, set *libpcp.ValueSet, replies []valueReply, profile *libpcp.Profile) error {
	m, err := c.metric(ctx, set.PMID)
	if err != nil {
		return err
	}
	set.Err = nil
	for _, r := range replies {
		inst := int32(libpcp.NullInst)
		if r.Instance != nil {
			inst = *r.Instance
		}
		if profile != nil && m.desc.InDom != libpcp.NullInDom && !profile.Includes(m.desc.InDom, inst) {
			continue
		}
		value, format, err := parseValue(inst, m.desc.Type, r.Value)
		if err == libpcp.ErrValue {
			set.Err, set.Values = err, nil
			return nil
		}
		if err != nil {
			return err
		}
		set.Format = format
		set.Values = append(set.Values, value)
	}
	return nil
}

// parseTime reads seconds and, after the point, nanoseconds without leading
// zeros.
func parseTime(n json.Number) (time.Time, error) {
	seconds, fraction, _ := strings.Cut(n.String(), ".")
	s, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || len(fraction) > 9 {
		return time.Time{}, rest.Nonsense("timestamp", n.String())
	}
	ns := uint64(0)
	if fraction != "" {
		if ns, err = strconv.ParseUint(fraction, 10, 32); err != nil {
			return time.Time{}, rest.Nonsense("timestamp", n.String())
		}
	}
	return time.Unix(s, int64(ns)), nil
}
