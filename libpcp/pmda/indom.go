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
// read; its members come from Members or Agent.List.
type InDom struct {
	// Serial is the domain's number within the agent: 0, 1, and so on.
	Serial uint32
	// Instances are the members of a domain that does not change.
	Instances []libpcp.Instance
	// Members lists the members of a domain that changes.
	Members Members
	// Fresh promises that the agent makes each list of members anew and does
	// not use it again, so that the list need not be copied.
	Fresh bool

	OneLine string
	Help    string // "" for OneLine alone
	Labels  string // a JSON object, or ""
}

// Members lists the members of a domain that changes. List is called at most once
// for each request; the result is not modified, and must stay valid until the next
// request. Members that are a [Labeler], too, supply the labels of each.
type Members interface {
	List(ctx context.Context, r *Request) ([]libpcp.Instance, error)
}

// MembersFunc is a function as Members.
type MembersFunc func(ctx context.Context, r *Request) ([]libpcp.Instance, error)

// List calls f.
func (f MembersFunc) List(ctx context.Context, r *Request) ([]libpcp.Instance, error) {
	return f(ctx, r)
}

// A Labeler returns the labels of the instance r.Inst, a JSON object or "".
type Labeler interface {
	Label(r *Request) string
}

// in is the domain's full identifier; a nil domain yields the null domain.
func (d *InDom) in(domain uint32) libpcp.InDom {
	if d == nil {
		return libpcp.NullInDom
	}
	return libpcp.NewInDom(domain, d.Serial)
}
