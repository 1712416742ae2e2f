package sourcetest

import (
	"context"

	"pcptools/libpcp"
)

// A Caller asks a Source one query at a time, as a Recording does, but without the
// cache, the profile and the checks of a Context.
type Caller struct{ libpcp.Recording }

// Direct returns a Caller of src.
func Direct(src libpcp.Source) *Caller {
	return &Caller{libpcp.Recording{Context: libpcp.NewContext(src)}}
}

// Ask asks queries together.
func (c *Caller) Ask(ctx context.Context, queries ...libpcp.Query) { c.Source().Ask(ctx, queries...) }

// Lookup asks a LookupQuery.
func (c *Caller) Lookup(ctx context.Context, names []string) []libpcp.LookupReply {
	q := libpcp.LookupQuery{Names: names}
	c.Ask(ctx, &q)
	return q.Replies
}

// Descs asks a DescsQuery.
func (c *Caller) Descs(ctx context.Context, ids []libpcp.PMID) []libpcp.DescReply {
	q := libpcp.DescsQuery{IDs: ids}
	c.Ask(ctx, &q)
	return q.Replies
}

// Instances asks an InstancesQuery.
func (c *Caller) Instances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	q := libpcp.InstancesQuery{InDom: d}
	c.Ask(ctx, &q)
	return q.Instances, q.Err
}

// InstanceName asks an InstanceNameQuery.
func (c *Caller) InstanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	q := libpcp.InstanceNameQuery{InDom: d, Inst: inst}
	c.Ask(ctx, &q)
	return q.Name, q.Err
}

// InstanceID asks an InstanceIDQuery.
func (c *Caller) InstanceID(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	q := libpcp.InstanceIDQuery{InDom: d, Name: name}
	c.Ask(ctx, &q)
	return q.Inst, q.Err
}

// Text asks a TextQuery.
func (c *Caller) Text(ctx context.Context, id libpcp.TextID) (string, error) {
	q := libpcp.TextQuery{ID: id}
	c.Ask(ctx, &q)
	return q.Text, q.Err
}

// Fetch asks a FetchQuery.
func (c *Caller) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	q := libpcp.FetchQuery{IDs: ids, Profile: profile}
	c.Ask(ctx, &q)
	return q.Result, q.Err
}

// Store asks a StoreQuery.
func (c *Caller) Store(ctx context.Context, r *libpcp.Result) error {
	q := libpcp.StoreQuery{Result: r}
	c.Ask(ctx, &q)
	return q.Err
}
