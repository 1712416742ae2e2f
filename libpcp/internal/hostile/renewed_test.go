package hostile

import (
	"context"
	"math/rand/v2"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
)

// turning changes, once, into another state with one of its fetches.
type turning struct {
	*changing
	next    *state
	fetches int
}

// Ask implements [libpcp.Source].
func (t *turning) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		if _, ok := q.(*libpcp.FetchQuery); ok {
			t.turn()
		}
		t.changing.Ask(ctx, q)
	}
}

func (t *turning) turn() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fetches++; t.fetches == 2 {
		t.state = t.next
		t.news |= libpcp.AgentRestarted
		t.moves++
	}
}

// TestRenewed has the records of pmval follow a change that is reported: of the
// types, instances and numbers of metrics.
func TestRenewed(t *testing.T) {
	a, b, d := libpcp.NewPMID(domain, 0, 0), libpcp.NewPMID(domain, 0, 2), libpcp.NewInDom(domain, 0)
	desc := func(id libpcp.PMID, t libpcp.Type) libpcp.Desc {
		return libpcp.Desc{PMID: id, Type: t, InDom: d, Sem: libpcp.SemInstant}
	}
	one, two := libpcp.Instance{ID: 1, Name: "inst1"}, libpcp.Instance{ID: 2, Name: "inst2"}
	src := newChanging(rand.New(rand.NewPCG(1, 1)), 0, true)
	src.state = &state{number: 1, names: map[string]libpcp.PMID{"ch.a": a, "ch.b": b},
		descs:  map[libpcp.PMID]libpcp.Desc{a: desc(a, libpcp.TypeU32), b: desc(b, libpcp.TypeU64)},
		indoms: map[libpcp.InDom][]libpcp.Instance{d: {one, two}}}
	one.Name, two.Name = two.Name, one.Name
	turn := &turning{changing: src, next: &state{number: 2, names: map[string]libpcp.PMID{"ch.a": a, "ch.b": b},
		descs:  map[libpcp.PMID]libpcp.Desc{a: desc(a, libpcp.TypeString), b: desc(b, libpcp.TypeU64)},
		indoms: map[libpcp.InDom][]libpcp.Instance{d: {one, two}}}}
	address := pmcdtest.Listen(t, pmcdtest.Serve(turn, pmcdtest.AllFeatures))
	run := tool(t, []string{"PMCD_CONNECT_TIMEOUT=30", "PMCD_REQUEST_TIMEOUT=30"}, "pmval", "-h", address, "--format=jsonl", "-s", "3", "-t", "0.01", "ch.a", "ch.b")
	src.mu.Lock()
	defer src.mu.Unlock()
	reports, err := readJSON(run.Stdout, true)
	if err != nil || len(reports) != 12 {
		t.Fatalf("%d values, %v\n%s", len(reports), err, run.Output())
	}
	for _, r := range reports {
		want := []string{"", "inst1", "inst2"}[r.inst]
		if later := r.code/10%10 == 2; later {
			want = []string{"", "inst2", "inst1"}[r.inst]
		}
		if err := src.said.check(r); err != nil || r.instance != want {
			t.Errorf("%+v: %v, want instance %q\n%s", r, err, want, run.Output())
		}
	}
}
