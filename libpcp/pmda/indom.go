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
// A domain that several agents share, such as a package variable, is only
// read; its members come from Agent.List.
type InDom struct {
	// Serial is the domain's number within the agent: 0, 1, and so on.
	Serial uint32
	// Instances are the members of a domain that does not change.
	Instances []libpcp.Instance
	// List returns the members of a domain that changes. It is called at most
	// once for each request; the result is not modified, and must stay valid
	// until the next request.
	List func(ctx context.Context, r *Request) ([]libpcp.Instance, error)
	// Fresh says that each list of members is a new one that the agent does
	// not look at again: it then is given away as it is, and not copied.
	Fresh bool

	OneLine string
	Help    string // "" for OneLine alone
	Labels  string // a JSON object, or ""
}

// in is the domain's full identifier; a nil domain is that of singular metrics.
func (d *InDom) in(domain uint32) libpcp.InDom {
	if d == nil {
		return libpcp.NullInDom
	}
	return libpcp.NewInDom(domain, d.Serial)
}
