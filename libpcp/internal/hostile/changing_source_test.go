package hostile

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
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
func (c *changing) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		unlock := c.answer()
		c.state.memory().Ask(ctx, q)
		c.take(q)
		unlock()
	}
}

// take keeps a record of an answer.
func (c *changing) take(q libpcp.Query) {
	switch q := q.(type) {
	case *libpcp.LookupQuery:
		for i, r := range q.Replies {
			if r.Err == nil {
				c.said.name(q.Names[i], r.ID)
			}
		}
	case *libpcp.NamesQuery:
		for _, name := range q.Names {
			c.said.name(name, q.ID)
		}
	case *libpcp.DescsQuery:
		q.Replies = c.descs(q.IDs)
	case *libpcp.InstancesQuery:
		for _, inst := range q.Instances {
			c.said.instance(q.InDom, inst)
		}
	case *libpcp.InstanceNameQuery:
		if q.Err == nil {
			c.said.instance(q.InDom, libpcp.Instance{ID: q.Inst, Name: q.Name})
		}
	case *libpcp.InstanceIDQuery:
		if q.Err == nil {
			c.said.instance(q.InDom, libpcp.Instance{ID: q.Inst, Name: q.Name})
		}
	case *libpcp.FetchQuery:
		q.Result = c.fetch(q.IDs, q.Profile)
	case *libpcp.StoreQuery:
		q.Err = nil
		c.said.stored = append(c.said.stored, q.Result.Sets...)
	}
}

// memory is a source with the names and instances of a state.
func (s *state) memory() *sourcetest.Memory {
	m := &sourcetest.Memory{InDoms: s.indoms}
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		m.Metrics = append(m.Metrics, sourcetest.Metric{Name: name, Desc: libpcp.Desc{PMID: s.names[name]}, OneLine: "a text"})
	}
	return m
}

func (c *changing) descs(ids []libpcp.PMID) []libpcp.DescReply {
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

func (c *changing) fetch(ids []libpcp.PMID, profile *libpcp.Profile) *libpcp.Result {
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
	return r
}

// Close implements [libpcp.Source].
func (c *changing) Close() error { return nil }
