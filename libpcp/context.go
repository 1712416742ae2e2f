package libpcp

import (
	"context"
	"fmt"

	"pcptools/libpcp/internal/recycled"
)

// Context is a program's view of a Source (a PMAPI context, pmNewContext(3)):
// it keeps the instance profile and a cache of descriptors, which it drops when
// a fetch reports a change of agents or names, and on Reconnect.
//
// A Context, with its Source, groups and results, serves one goroutine at a time.
// Any number of contexts may be used at once, each by a goroutine of its own,
// also if they are duplicates of one another, or were opened with the same
// agents, derived metrics or name space: what these share never changes or is
// locked. Agents in the process answer one request after the other. Functions and
// writers that several contexts were given, such as those for messages, are
// called by the goroutine of each.
type Context struct {
	src       Source
	profile   Profile
	descs     map[PMID]Desc
	forgot    uint64     // how often descs were forgotten
	recording *Recording // of an archive, once it is known to be one …
	live      bool       // … or not
	spare     *Result    // given back, for the next result
	fetch     *kept[FetchQuery]
	record    *kept[RecordQuery]
}

// kept is the memory for asking one query, used again since a query that goes to
// a Source takes some of its own: nil while it is in use.
type kept[Q any] struct {
	query  Q
	memory recycled.Query // goes before it if there is any
	list   [2]Query       // both
	ids    [1]PMID
}

// queries is what to ask, of which the query itself is the last.
func (k *kept[Q]) queries(memory **Result) []Query {
	if *memory == nil {
		return k.list[1:]
	}
	k.memory.Result, *memory = *memory, nil
	return k.list[:]
}

// NewContext returns a Context over src, which it owns from then on.
func NewContext(src Source) *Context {
	return &Context{src: src, descs: make(map[PMID]Desc)}
}

// Close closes the source (pmDestroyContext(3)). Requests fail with
// [ErrNoContext] from then on; closing again does nothing.
func (c *Context) Close() error {
	src := c.src
	c.src = closed{}
	return src.Close()
}

// closed is the source of a Context that has been closed.
type closed struct{}

func (closed) Ask(_ context.Context, queries ...Query) {
	for _, q := range queries {
		if kind, ok := q.(*KindQuery); ok {
			kind.Archive = true // so that requests of archives fail like others
			continue
		}
		q.Fail(ErrNoContext)
	}
}

func (closed) Close() error { return nil }

func (closed) Duplicate(context.Context) (Source, error) { return nil, ErrNoContext }

// Source returns the source the context was made from.
func (c *Context) Source() Source { return c.src }

// Profile returns the instance profile of the context's fetches. Changing it
// affects the fetches that follow (pmAddProfile(3), pmDelProfile(3)).
func (c *Context) Profile() *Profile { return &c.profile }

// Batch sends queries to the source, in as few round trips as it can. A
// FetchQuery without a Profile gets the context's.
func (c *Context) Batch(ctx context.Context, queries ...Query) {
	if len(queries) == 0 {
		return
	}
	for _, q := range queries {
		if f, ok := q.(*FetchQuery); ok && f.Profile == nil {
			f.Profile = &c.profile
		}
	}
	c.src.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *DescsQuery:
			c.remember(q.Replies)
		case *FetchQuery:
			c.fetched(q.Result)
		}
	}
}

// fetched forgets descriptors if they may no longer be true. Descriptors of an
// archive do not change, although its results have changes for -D fetch.
func (c *Context) fetched(r *Result) {
	switch {
	case r == nil || r.Changes == 0:
	case c.recorded():
		r.Changes = 0
	case r.Changes.Metadata():
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

// remember keeps descriptors. An archive has all of its own in memory.
func (c *Context) remember(replies []DescReply) {
	if c.recorded() {
		return
	}
	for _, r := range replies {
		if len(c.descs) == maxDescs {
			clear(c.descs)
		}
		if r.Err == nil {
			c.descs[r.Desc.PMID] = r.Desc
		}
	}
}

// Lookup finds the identifiers of names (pmLookupName(3)). An unknown name gets
// NullPMID, and the error is the error of the first unknown name.
func (c *Context) Lookup(ctx context.Context, names ...string) ([]PMID, error) {
	if len(names) == 0 {
		return nil, ErrTooSmall
	}
	q := LookupQuery{Names: names}
	c.src.Ask(ctx, &q)
	for i, reply := range q.Replies {
		if reply.Err != nil {
			return q.IDs(), fmt.Errorf("%s: %w", names[i], reply.Err)
		}
	}
	return q.IDs(), nil
}

// Name returns one name of a metric (pmNameID(3)).
func (c *Context) Name(ctx context.Context, id PMID) (string, error) {
	names, err := c.Names(ctx, id)
	if err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "", ErrPMID
	}
	return names[0], nil
}

// Names returns all names of a metric (pmNameAll(3)).
func (c *Context) Names(ctx context.Context, id PMID) ([]string, error) {
	q := NamesQuery{ID: id}
	c.src.Ask(ctx, &q)
	return q.Names, q.Err
}

// Children returns the names one level below name (pmGetChildrenStatus(3)).
func (c *Context) Children(ctx context.Context, name string) ([]Child, error) {
	q := ChildrenQuery{Name: name}
	c.src.Ask(ctx, &q)
	return q.Children, q.Err
}

// Traverse returns the names of all metrics at and below nodes of the name space, by
// default all names (pmTraversePMNS(3)). It is a list because a source answers with one,
// and a failure, of the first node that does not exist, comes before the first name.
func (c *Context) Traverse(ctx context.Context, nodes ...string) (names []string, err error) {
	if len(nodes) == 0 {
		nodes = []string{""}
	}
	for _, node := range nodes {
		below, err := c.TraverseList(ctx, node)
		switch {
		case err != nil && node == "":
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("%s: %w", node, err)
		}
		names = append(names, below.Slice()...)
	}
	return names, nil
}

// TraverseList is Traverse with a compact list, which takes little more memory
// than the reply of the source.
func (c *Context) TraverseList(ctx context.Context, name string) (NameList, error) {
	q := TraverseQuery{Name: name}
	c.src.Ask(ctx, &q)
	return q.Names, q.Err
}

// Desc returns the descriptor of a metric (pmLookupDesc(3)). Descriptors are
// cached.
func (c *Context) Desc(ctx context.Context, id PMID) (Desc, error) {
	if d, ok := c.descs[id]; ok {
		return d, nil
	}
	q := DescsQuery{IDs: []PMID{id}}
	c.src.Ask(ctx, &q)
	c.remember(q.Replies)
	return q.Replies[0].Desc, q.Replies[0].Err
}

// Descs returns the descriptors of metrics (pmLookupDescs(3)), and requests only
// descriptors that are not cached.
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
		q := DescsQuery{IDs: unseen}
		c.Batch(ctx, &q)
		for n, i := range at {
			all[i] = q.Replies[n]
		}
	}
	return all
}

// Instances returns all instances of a domain (pmGetInDom(3)).
func (c *Context) Instances(ctx context.Context, d InDom) ([]Instance, error) {
	if d == NullInDom {
		return nil, ErrInDom
	}
	q := InstancesQuery{InDom: d}
	c.src.Ask(ctx, &q)
	return q.Instances, q.Err
}

// InstanceName names an instance (pmNameInDom(3)).
func (c *Context) InstanceName(ctx context.Context, d InDom, inst int32) (string, error) {
	if d == NullInDom {
		return "", ErrInDom
	}
	q := InstanceNameQuery{InDom: d, Inst: inst}
	c.src.Ask(ctx, &q)
	return q.Name, q.Err
}

// InstanceID finds an instance by name (pmLookupInDom(3)).
func (c *Context) InstanceID(ctx context.Context, d InDom, name string) (int32, error) {
	if d == NullInDom {
		return NullInst, ErrInDom
	}
	q := InstanceIDQuery{InDom: d, Name: name}
	if c.src.Ask(ctx, &q); q.Err != nil {
		return NullInst, q.Err
	}
	return q.Inst, nil
}

// Text returns the help text of a metric (pmLookupText(3)).
func (c *Context) Text(ctx context.Context, id PMID, kind TextKind) (string, error) {
	return c.text(ctx, TextID{Kind: kind | TextPMID, Ident: uint32(id)})
}

// InDomText returns the help text of an instance domain
// (pmLookupInDomText(3)).
func (c *Context) InDomText(ctx context.Context, d InDom, kind TextKind) (string, error) {
	return c.text(ctx, TextID{Kind: kind | TextInDom, Ident: uint32(d)})
}

func (c *Context) text(ctx context.Context, id TextID) (string, error) {
	q := TextQuery{ID: id}
	c.src.Ask(ctx, &q)
	return q.Text, q.Err
}

// Labels returns label sets (pmGetContextLabels(3), pmGetDomainLabels(3),
// pmGetInDomLabels(3), pmGetClusterLabels(3), pmGetItemLabels(3),
// pmGetInstancesLabels(3)).
func (c *Context) Labels(ctx context.Context, id LabelID) ([]LabelSet, error) {
	q := LabelsQuery{ID: id}
	c.src.Ask(ctx, &q)
	return q.Sets, q.Err
}

// MergedLabels returns all labels of a metric, from those of the source to its
// own, and, for an instance other than NullInst, the labels of the instance,
// merged as by [MergeLabels] (pmLookupLabels(3), pmMergeLabelSets(3)). A level
// adds no labels if it has none or if its request fails; MergedLabels fails if all
// requests fail.
func (c *Context) MergedLabels(ctx context.Context, id PMID, inst int32) (LabelSet, error) {
	none := LabelSet{Inst: NullInst}
	d, err := c.Desc(ctx, id)
	if err != nil {
		return none, err
	}
	levels := d.LabelIDs()
	if inst != NullInst {
		levels = append(levels, LabelID{LabelInstances, uint32(d.InDom)})
	}
	asked, queries := make([]LabelsQuery, len(levels)), make([]Query, len(levels))
	for i, level := range levels {
		asked[i].ID, queries[i] = level, &asked[i]
	}
	c.src.Ask(ctx, queries...)
	var sets []LabelSet
	failed := 0
	for _, q := range asked {
		if q.Err != nil {
			failed++
		}
		for _, s := range q.Sets {
			if q.ID.Class != LabelInstances || s.Inst == inst {
				sets = append(sets, s)
			}
		}
	}
	switch {
	case failed == len(asked):
		return none, asked[0].Err
	case len(sets) == 0:
		return none, nil
	}
	merged, err := MergeLabels(nil, sets...)
	merged.Inst = inst
	return merged, err
}

// Fetch returns the values of metrics, restricted by the profile
// (pmFetch(3)).
func (c *Context) Fetch(ctx context.Context, ids []PMID) (*Result, error) {
	if len(ids) == 0 {
		return nil, ErrTooSmall
	}
	k := c.fetch
	if c.fetch = nil; k == nil {
		k = new(kept[FetchQuery])
		k.list = [2]Query{&k.memory, &k.query}
	}
	k.query = FetchQuery{IDs: ids, Profile: &c.profile}
	c.src.Ask(ctx, k.queries(&c.spare)...)
	r, err := k.query.Result, k.query.Err
	k.query, k.memory, c.fetch = FetchQuery{}, recycled.Query{}, k
	c.fetched(r)
	return r, err
}

// Recycle returns the memory of a result to the source, for later results.
// Neither the result nor anything in it may be used afterwards. Calling it is
// optional.
func (c *Context) Recycle(r *Result) { c.spare = r }

// Store changes values (pmStore(3)): each set of r needs a value, of the type of
// its metric, as [NewValueSet] makes one.
func (c *Context) Store(ctx context.Context, r *Result) error {
	if r == nil || len(r.Sets) == 0 {
		return ErrTooSmall
	}
	for _, s := range r.Sets {
		if len(s.Values) == 0 {
			return ErrValue
		}
	}
	q := StoreQuery{Result: r}
	c.src.Ask(ctx, &q)
	return q.Err
}

// HostName returns the name of the host that the metrics describe
// (pmGetContextHostName(3)).
func (c *Context) HostName(ctx context.Context) string {
	var q HostNameQuery
	c.src.Ask(ctx, &q)
	return q.Name
}

// Timezone returns the POSIX TZ string of the host that the metrics describe
// (pmNewContextZone(3)).
func (c *Context) Timezone(ctx context.Context) (string, error) {
	var q TimezoneQuery
	c.src.Ask(ctx, &q)
	return q.Zone, q.Err
}

// NamesOrigin returns where names come from (pmGetPMNSLocation(3)).
func (c *Context) NamesOrigin() NamesOrigin {
	var q NamesOriginQuery
	c.src.Ask(context.Background(), &q)
	switch {
	case q.Err == nil:
		return q.Origin
	case c.recorded():
		return NamesArchive
	}
	return NamesRemote
}

// Reconnect re-establishes the connection of a source that has one, and does
// nothing for others (pmReconnectContext(3)). After a failed attempt, a client of
// a pmcd refuses others for some seconds, with a pmcd.BackoffError.
func (c *Context) Reconnect(ctx context.Context) error {
	c.forget()
	var q ReconnectQuery
	c.src.Ask(ctx, &q)
	return q.Err
}

// Duplicate opens the same source once more, with the same profile; an archive
// goes on where its replay is (pmDupContext(3)).
func (c *Context) Duplicate(ctx context.Context) (*Context, error) {
	src, err := Duplicate(ctx, c.src)
	if err != nil {
		return nil, err
	}
	dup := NewContext(src)
	dup.profile = *c.profile.Clone()
	return dup, nil
}
