package libpcp_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// restarting is a Source whose fetches report changes.
type restarting struct {
	*sourcetest.Memory
	changes libpcp.StateChange
}

func (s *restarting) Ask(ctx context.Context, queries ...libpcp.Query) {
	s.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		if q, ok := q.(*libpcp.FetchQuery); ok {
			q.Result.Changes = s.changes
		}
	}
}

func TestDescIsForgotten(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		name   string
		change func(c *libpcp.Context, s *restarting, id libpcp.PMID)
		want   libpcp.Type
	}{
		{"nothing", func(c *libpcp.Context, s *restarting, id libpcp.PMID) {
			c.Fetch(ctx, []libpcp.PMID{id})
		}, libpcp.TypeU32},
		{"labels", func(c *libpcp.Context, s *restarting, id libpcp.PMID) {
			s.changes = libpcp.LabelsChanged
			c.Fetch(ctx, []libpcp.PMID{id})
		}, libpcp.TypeU32},
		{"agent restarted", func(c *libpcp.Context, s *restarting, id libpcp.PMID) {
			s.changes = libpcp.AgentRestarted
			c.Fetch(ctx, []libpcp.PMID{id})
		}, libpcp.TypeDouble},
		{"agent added, in a batch", func(c *libpcp.Context, s *restarting, id libpcp.PMID) {
			s.changes = libpcp.AgentAdded
			c.Batch(ctx, &libpcp.FetchQuery{IDs: []libpcp.PMID{id}})
		}, libpcp.TypeDouble},
		{"names changed", func(c *libpcp.Context, s *restarting, id libpcp.PMID) {
			s.changes = libpcp.NamesChanged
			c.Fetch(ctx, []libpcp.PMID{id})
		}, libpcp.TypeDouble},
		{"reconnected", func(c *libpcp.Context, s *restarting, id libpcp.PMID) {
			c.Reconnect(ctx)
		}, libpcp.TypeDouble},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &restarting{Memory: sourcetest.NewMemory(1)}
			d := &s.Metrics[0].Desc
			d.Type = libpcp.TypeU32
			c := libpcp.NewContext(s)
			for range 2 {
				if got, err := c.Desc(ctx, d.PMID); err != nil || got.Type != libpcp.TypeU32 {
					t.Fatal(got, err)
				}
				d.Type = libpcp.TypeDouble
			}
			test.change(c, s, d.PMID)
			if got, err := c.Desc(ctx, d.PMID); err != nil || got.Type != test.want {
				t.Errorf("type %v, %v; want %v", got.Type, err, test.want)
			}
		})
	}
}

// What a batch learns before a fetch that reports a change is not remembered,
// what it learns afterwards is.
func TestDescsInBatch(t *testing.T) {
	ctx := context.Background()
	s := &restarting{Memory: sourcetest.NewMemory(2), changes: libpcp.AgentDropped}
	first, second := &s.Metrics[0].Desc, &s.Metrics[1].Desc
	first.Type, second.Type = libpcp.Type32, libpcp.Type32
	c := libpcp.NewContext(s)
	c.Batch(ctx, &libpcp.DescsQuery{IDs: []libpcp.PMID{first.PMID}},
		&libpcp.FetchQuery{IDs: []libpcp.PMID{first.PMID}},
		&libpcp.DescsQuery{IDs: []libpcp.PMID{second.PMID}})
	first.Type, second.Type = libpcp.Type64, libpcp.Type64
	for _, r := range []struct {
		id   libpcp.PMID
		want libpcp.Type
	}{{first.PMID, libpcp.Type64}, {second.PMID, libpcp.Type32}} {
		if got, err := c.Desc(ctx, r.id); err != nil || got.Type != r.want {
			t.Errorf("%v: type %v, %v; want %v", r.id, got.Type, err, r.want)
		}
	}
}

func TestContextLookup(t *testing.T) {
	s := sourcetest.NewMemory(2)
	c := libpcp.NewContext(s)
	m := s.Metrics[0]
	ids, err := c.Lookup(context.Background(), m.Name, "no.such", "memory")
	if !errors.Is(err, libpcp.ErrName) || len(ids) != 3 || ids[0] != m.Desc.PMID || ids[1] != libpcp.NullPMID || ids[2] != libpcp.NullPMID {
		t.Errorf("got %v, %v", ids, err)
	}
	if err == nil || err.Error() != "no.such: Unknown metric name" {
		t.Errorf("error %v", err)
	}
	if _, err := c.Lookup(context.Background(), m.Name, "memory"); !errors.Is(err, libpcp.ErrNonLeaf) {
		t.Errorf("inner node: %v", err)
	}
}

func TestLiveMode(t *testing.T) {
	c := libpcp.NewContext(sourcetest.NewMemory(1))
	if err := c.SetMode(t.Context(), libpcp.ModeLive, time.Time{}, 0); err != nil {
		t.Errorf("live: %v", err)
	}
	if err := c.SetMode(t.Context(), libpcp.ModeInterp, time.Time{}, time.Second); err != libpcp.ErrMode {
		t.Errorf("interpolation: %v", err)
	}
}

func TestStoreNothing(t *testing.T) {
	c := libpcp.NewContext(sourcetest.NewMemory(1))
	if err := c.Store(context.Background(), nil); err != libpcp.ErrTooSmall {
		t.Errorf("nil: %v", err)
	}
	if err := c.Store(context.Background(), &libpcp.Result{}); err != libpcp.ErrTooSmall {
		t.Errorf("no sets: %v", err)
	}
}
