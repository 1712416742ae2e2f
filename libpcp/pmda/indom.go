package pmda

import (
	"context"

	"pcptools/libpcp"
)

// InDom is an instance domain of an agent, to which metrics refer
// ([Metric.InDom]) and which is in [Agent.InDoms]:
//
//	var rooms = &pmda.InDom{Serial: 0, Instances: []libpcp.Instance{{ID: 0, Name: "kitchen"}}}
//
// A domain that several agents in a process share, as a package variable does,
// is only read; its members then come from [Agent.List].
type InDom struct {
	// Serial is the domain's number within the agent: 0, 1, and so on.
	Serial uint32
	// Instances are the members of a domain that does not change.
	Instances []libpcp.Instance
	// List returns the members of one that does. It is called at most once
	// for each request; the result is not changed, and may be used until the
	// next one.
	List func(ctx context.Context, r *Request) ([]libpcp.Instance, error)

	OneLine string
	Help    string // "" if OneLine says it all
	Labels  string // a JSON object, or ""
}

// in is the domain's full identifier; a nil domain is that of singular metrics.
func (d *InDom) in(domain uint32) libpcp.InDom {
	if d == nil {
		return libpcp.NullInDom
	}
	return libpcp.NewInDom(domain, d.Serial)
}
