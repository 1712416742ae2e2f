package libpcp

import (
	"context"
	"fmt"
	"time"
)

// Context is a program's view of a Source (a PMAPI context, pmNewContext(3)):
// it keeps the instance profile and a cache of descriptors, which it drops when
// a fetch reports a change of agents or names, and on Reconnect. It serves one
// goroutine at a time.
type Context struct {
	src     Source
	profile Profile
	descs   map[PMID]Desc
	forgot  uint64 // how often descs were forgotten
}

// NewContext returns a Context over src, which it owns from then on.
func NewContext(src Source) *Context {
	return &Context{src: src, descs: make(map[PMID]Desc)}
}

// Close closes the source (pmDestroyContext(3)).
func (c *Context) Close() error { return c.src.Close() }

// Source returns the source the context was made from.
func (c *Context) Source() Source { return c.src }

// Profile returns the instance profile of the context's fetches. Changing it
// affects the fetches that follow (pmAddProfile(3), pmDelProfile(3)).
func (c *Context) Profile() *Profile { return &c.profile }

// Batch sends queries to the source, in as few round trips as it can. A
// FetchQuery without a Profile gets the context's.
func (c *Context) Batch(ctx context.Context, queries ...Query) {
	for _, q := range queries {
		if f, ok := q.(*FetchQuery); ok && f.Profile == nil {
			f.Profile = &c.profile
		}
	}
	Ask(ctx, c.src, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *DescsQuery:
			c.remember(q.Replies)
		case *FetchQuery:
			c.fetched(q.Result)
		}
	}
}

// fetched forgets descriptors if they may no longer be true.
func (c *Context) fetched(r *Result) {
	if r == nil || !r.Changes.Metadata() {
		return
	}
	if _, err := Archive(c.src); err != nil { // metadata of an archive never change
		c.forget()
	}
}

func (c *Context) forget() {
	clear(c.descs)
	c.forgot++
}

// maxDescs is how many descriptors are remembered: more than one uses again and
// again, and little beside what it takes to learn of so many metrics.
const maxDescs = 16 << 10

func (c *Context) remember(replies []DescReply) {
	for _, r := range replies {
		if len(c.descs) == maxDescs {
			clear(c.descs)
		}
		if r.Err == nil {
			c.descs[r.Desc.PMID] = r.Desc
		}
	}
}

// Lookup finds the identifiers of names (pmLookupName(3)). Names that have
// none get NullPMID, and the error is that of the first of them.
func (c *Context) Lookup(ctx context.Context, names ...string) ([]PMID, error) {
	if len(names) == 0 {
		return nil, ErrTooSmall
	}
	var failed error
	ids := make([]PMID, len(names))
	for i, reply := range c.src.Lookup(ctx, names) {
		if ids[i] = reply.ID; reply.Err != nil && failed == nil {
			failed = fmt.Errorf("%s: %w", names[i], reply.Err)
		}
	}
	return ids, failed
}

// Name returns one name of a metric (pmNameID(3)).
func (c *Context) Name(ctx context.Context, id PMID) (string, error) {
	names, err := c.src.Names(ctx, id)
	if err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "", ErrPMID
	}
	return names[0], nil
}

// Names returns all names of a metric (pmNameAll(3)).
func (c *Context) Names(ctx context.Context, id PMID) ([]string, error) { return c.src.Names(ctx, id) }

// Children returns the names one level below name (pmGetChildrenStatus(3)).
func (c *Context) Children(ctx context.Context, name string) ([]Child, error) {
	return c.src.Children(ctx, name)
}

// Traverse returns the names of all leaves at and below name
// (pmTraversePMNS(3)). It is a list because a source answers with one, and
// a failure comes before the first name.
func (c *Context) Traverse(ctx context.Context, name string) ([]string, error) {
	return c.src.Traverse(ctx, name)
}

// TraverseList is Traverse with a compact list, which takes little more memory
// than the reply of the source.
func (c *Context) TraverseList(ctx context.Context, name string) (NameList, error) {
	q := TraverseQuery{Name: name}
	c.Batch(ctx, &q)
	return q.Names, q.Err
}

// Desc returns the descriptor of a metric (pmLookupDesc(3)). Descriptors are
// cached.
func (c *Context) Desc(ctx context.Context, id PMID) (Desc, error) {
	if d, ok := c.descs[id]; ok {
		return d, nil
	}
	replies := c.src.Descs(ctx, []PMID{id})
	c.remember(replies)
	return replies[0].Desc, replies[0].Err
}

// Descs returns the descriptors of metrics (pmLookupDescs(3)), and requests
// only those that are not cached.
func (c *Context) Descs(ctx context.Context, ids []PMID) []DescReply {
	all := make([]DescReply, len(ids))
	var unseen []PMID
	var at []int
	for i, id := range ids {
		if d, ok := c.descs[id]; ok {
			all[i].Desc = d
		} else {
			unseen, at = append(unseen, id), append(at, i)
		}
	}
	if len(unseen) > 0 {
		replies := c.src.Descs(ctx, unseen)
		c.remember(replies)
		for n, i := range at {
			all[i] = replies[n]
		}
	}
	return all
}

// Instances returns all instances of a domain (pmGetInDom(3)).
func (c *Context) Instances(ctx context.Context, d InDom) ([]Instance, error) {
	if d == NullInDom {
		return nil, ErrInDom
	}
	return c.src.Instances(ctx, d)
}

// InstanceName names an instance (pmNameInDom(3)).
func (c *Context) InstanceName(ctx context.Context, d InDom, inst int32) (string, error) {
	if d == NullInDom {
		return "", ErrInDom
	}
	return c.src.InstanceName(ctx, d, inst)
}

// InstanceID finds an instance by name (pmLookupInDom(3)).
func (c *Context) InstanceID(ctx context.Context, d InDom, name string) (int32, error) {
	if d == NullInDom {
		return NullInst, ErrInDom
	}
	return c.src.InstanceID(ctx, d, name)
}

// Text returns the help text of a metric (pmLookupText(3)).
func (c *Context) Text(ctx context.Context, id PMID, kind TextKind) (string, error) {
	return c.src.Text(ctx, TextID{Kind: kind | TextPMID, Ident: uint32(id)})
}

// InDomText returns the help text of an instance domain
// (pmLookupInDomText(3)).
func (c *Context) InDomText(ctx context.Context, d InDom, kind TextKind) (string, error) {
	return c.src.Text(ctx, TextID{Kind: kind | TextInDom, Ident: uint32(d)})
}

// Labels returns label sets (pmGetContextLabels(3), pmGetDomainLabels(3),
// pmGetInDomLabels(3), pmGetClusterLabels(3), pmGetItemLabels(3),
// pmGetInstancesLabels(3)).
func (c *Context) Labels(ctx context.Context, id LabelID) ([]LabelSet, error) {
	return c.src.Labels(ctx, id)
}

// Fetch returns the values of metrics, restricted by the profile
// (pmFetch(3)).
func (c *Context) Fetch(ctx context.Context, ids []PMID) (*Result, error) {
	if len(ids) == 0 {
		return nil, ErrTooSmall
	}
	r, err := c.src.Fetch(ctx, ids, &c.profile)
	c.fetched(r)
	return r, err
}

// Recycle returns the memory of a result to the source, for later results.
// Neither the result nor anything in it may be used afterwards. Calling it is
// optional.
func (c *Context) Recycle(r *Result) { Recycle(c.src, r) }

// Store changes values (pmStore(3)): each set of r needs a value.
func (c *Context) Store(ctx context.Context, r *Result) error {
	if r == nil || len(r.Sets) == 0 {
		return ErrTooSmall
	}
	for _, s := range r.Sets {
		if len(s.Values) == 0 {
			return ErrValue
		}
	}
	return Store(ctx, c.src, r)
}

// HostName returns the name of the host that the metrics describe
// (pmGetContextHostName(3)).
func (c *Context) HostName(ctx context.Context) string { return c.src.HostName(ctx) }

// Timezone returns the POSIX TZ string of the host that the metrics describe
// (pmNewContextZone(3)).
func (c *Context) Timezone(ctx context.Context) (string, error) { return c.src.Timezone(ctx) }

// Reconnect re-establishes the connection of a source that has one, and does
// nothing for others (pmReconnectContext(3)).
func (c *Context) Reconnect(ctx context.Context) error {
	c.forget()
	return Reconnect(ctx, c.src)
}

// Duplicate opens the same source once more, with the same profile
// (pmDupContext(3)).
func (c *Context) Duplicate(ctx context.Context) (*Context, error) {
	src, err := Duplicate(ctx, c.src)
	if err != nil {
		return nil, err
	}
	dup := NewContext(src)
	dup.profile = c.profile.clone()
	return dup, nil
}

// Archive returns the requests that only archives answer, or ErrNotArchive.
func (c *Context) Archive() (Seeker, error) { return Archive(c.src) }

// SetMode positions an archive context (pmSetMode(3)). A live context accepts
// ModeLive only; other modes are ErrMode.
func (c *Context) SetMode(ctx context.Context, mode Mode, origin time.Time, delta time.Duration) error {
	s, err := c.Archive()
	switch {
	case err == nil:
		return s.SetMode(ctx, mode, origin, delta)
	case mode == ModeLive:
		return nil
	}
	return ErrMode
}
