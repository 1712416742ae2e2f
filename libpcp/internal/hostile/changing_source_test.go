package hostile

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"pcptools/libpcp"
)

// changing is a source, for a fake pmcd to answer from, that changes to another
// state before some of its replies. It keeps a record of what it has said.
type changing struct {
	rand   *rand.Rand
	chance float64 // of a change, for each reply
	notify bool    // report changes as pmcd does

	mu    sync.Mutex
	state *state
	news  libpcp.StateChange // not yet reported
	said  said
	since said // the last report of a change
	moves int  // changes

	connections int
}

func newChanging(r *rand.Rand, chance float64, notify bool) *changing {
	return &changing{rand: r, chance: chance, notify: notify, state: newState(r, 1), said: newSaid(), since: newSaid()}
}

// answer locks the source, which may change first.
func (c *changing) answer() (unlock func()) {
	c.mu.Lock()
	if c.rand.Float64() < c.chance && c.state.number < maxState {
		c.change()
	}
	return c.mu.Unlock
}

func (c *changing) change() {
	c.state = newState(c.rand, c.state.number+1)
	c.news |= libpcp.NamesChanged | libpcp.AgentRestarted
	c.moves++
}

// Ask implements [libpcp.Source].
func (c *changing) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = c.lookup(q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = c.names(q.ID)
		case *libpcp.ChildrenQuery:
			q.Children, q.Err = c.children(q.Name)
		case *libpcp.TraverseQuery:
			var names []string
			names, q.Err = c.traverse(q.Name)
			q.Names = libpcp.NameListOf(names)
		case *libpcp.DescsQuery:
			q.Replies = c.descs(q.IDs)
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = c.instances(q.InDom)
		case *libpcp.InstanceNameQuery:
			q.Name, q.Err = c.instanceName(q.InDom, q.Inst)
		case *libpcp.InstanceIDQuery:
			q.Inst, q.Err = c.instanceID(q.InDom, q.Name)
		case *libpcp.TextQuery:
			q.Text, q.Err = c.text(q.ID)
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = c.labels(q.ID)
		case *libpcp.FetchQuery:
			q.Result, q.Err = c.fetch(q.IDs, q.Profile)
		case *libpcp.StoreQuery:
			q.Err = c.store(q.Result)
		case *libpcp.HostNameQuery:
			q.Name, q.Err = "changing.example", nil
		case *libpcp.TimezoneQuery:
			q.Zone, q.Err = "UTC", nil
		default:
			q.Decline()
		}
	}
}

func (c *changing) lookup(names []string) []libpcp.LookupReply {
	defer c.answer()()
	replies := make([]libpcp.LookupReply, len(names))
	for i, name := range names {
		id, ok := c.state.names[name]
		switch {
		case ok:
			replies[i].ID = id
			c.said.name(name, id)
		case len(c.below(name)) > 0:
			replies[i] = libpcp.LookupReply{ID: libpcp.NullPMID, Err: libpcp.ErrNonLeaf}
		default:
			replies[i] = libpcp.LookupReply{ID: libpcp.NullPMID, Err: libpcp.ErrName}
		}
	}
	return replies
}

// below are the names at and below a name.
func (c *changing) below(name string) (names []string) {
	for n := range c.state.names {
		if name == "" || n == name || strings.HasPrefix(n, name+".") {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

func (c *changing) names(id libpcp.PMID) ([]string, error) {
	defer c.answer()()
	for name, its := range c.state.names {
		if its == id {
			c.said.name(name, id)
			return []string{name}, nil
		}
	}
	return nil, libpcp.ErrPMID
}

func (c *changing) children(name string) (children []libpcp.Child, err error) {
	defer c.answer()()
	for _, n := range c.below(name) {
		rest := strings.TrimPrefix(strings.TrimPrefix(n, name), ".")
		first, _, inner := strings.Cut(rest, ".")
		child := libpcp.Child{Name: first, Leaf: !inner}
		if first != "" && !slices.Contains(children, child) {
			children = append(children, child)
		}
	}
	if children == nil {
		return nil, libpcp.ErrName
	}
	return children, nil
}

func (c *changing) traverse(name string) ([]string, error) {
	defer c.answer()()
	if names := c.below(name); len(names) > 0 {
		return names, nil
	}
	return nil, libpcp.ErrName
}

func (c *changing) descs(ids []libpcp.PMID) []libpcp.DescReply {
	defer c.answer()()
	replies := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		d, ok := c.state.descs[id]
		if !ok {
			replies[i].Err = libpcp.ErrPMID
			continue
		}
		replies[i].Desc = d
		c.said.desc(d)
		c.since.desc(d)
	}
	return replies
}

func (c *changing) instances(d libpcp.InDom) ([]libpcp.Instance, error) {
	defer c.answer()()
	list, ok := c.state.indoms[d]
	if !ok {
		return nil, libpcp.ErrInDom
	}
	for _, inst := range list {
		c.said.instance(d, inst)
	}
	return list, nil
}

func (c *changing) instanceName(d libpcp.InDom, id int32) (string, error) {
	defer c.answer()()
	for _, inst := range c.state.indoms[d] {
		if inst.ID == id {
			c.said.instance(d, inst)
			return inst.Name, nil
		}
	}
	return "", libpcp.ErrInst
}

func (c *changing) instanceID(d libpcp.InDom, name string) (int32, error) {
	defer c.answer()()
	for _, inst := range c.state.indoms[d] {
		if inst.Name == name {
			c.said.instance(d, inst)
			return inst.ID, nil
		}
	}
	return libpcp.NullInst, libpcp.ErrInst
}

func (c *changing) text(id libpcp.TextID) (string, error) {
	defer c.answer()()
	if _, ok := c.state.descs[libpcp.PMID(id.Ident)]; !ok && id.Kind&libpcp.TextPMID != 0 {
		return "", libpcp.ErrPMID
	}
	return "a text", nil
}

func (c *changing) labels(id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	defer c.answer()()
	if id.Class != libpcp.LabelInstances {
		return nil, nil
	}
	const text = `{"k":"w"}`
	var sets []libpcp.LabelSet
	for _, inst := range c.state.indoms[libpcp.InDom(id.Ident)] {
		sets = append(sets, libpcp.LabelSet{Inst: inst.ID, JSON: text,
			Labels: []libpcp.Label{{Name: text[2:3], Value: text[5:8], Flags: uint8(id.Class)}}})
	}
	return sets, nil
}

func (c *changing) fetch(ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	defer c.answer()()
	r := &libpcp.Result{Time: time.Unix(1_700_000_000+int64(c.state.number), 0)}
	if c.notify {
		if r.Changes, c.news = c.news, 0; r.Changes != 0 {
			c.since = newSaid()
		}
	}
	for _, id := range ids {
		set := c.state.set(id, profile)
		for _, v := range set.Values {
			c.said.value(c.state.code(id, v.Inst), id, v.Inst, c.state.descs[id].Type)
		}
		r.Sets = append(r.Sets, set)
	}
	return r, nil
}

func (c *changing) store(r *libpcp.Result) error {
	defer c.answer()()
	c.said.stored = append(c.said.stored, r.Sets...)
	return nil
}

// Close implements [libpcp.Source].
func (c *changing) Close() error { return nil }
