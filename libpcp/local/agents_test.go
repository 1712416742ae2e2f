package local_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/simple"
	"pcptools/libpcp/pmda/trivial"
)

var ctx = context.Background()

// one returns an agent with one metric.
func one(fetch pmda.FetchFunc) func() *pmda.Agent {
	return func() *pmda.Agent {
		return &pmda.Agent{Name: "one", Metrics: []pmda.Metric{
			{Name: "one.metric", Type: libpcp.Type32, Sem: libpcp.SemInstant, Fetch: fetch, Store: func(context.Context, *pmda.Request, libpcp.Atom) error {
				return libpcp.ErrBadStore
			}}}}
	}
}

func fetchCode(t *testing.T, s libpcp.Source, domain uint32) error {
	t.Helper()
	r, err := sourcetest.Direct(s).Fetch(ctx, []libpcp.PMID{libpcp.NewPMID(domain, 0, 0)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Sets[0].Values) == 0 && r.Sets[0].Err == nil {
		t.Error("neither a value nor an error")
	}
	return r.Sets[0].Err
}

// TestPatience wants an agent in this process to have the time that it needs,
// as an agent in a DSO has, unless there is a limit.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := local.New(local.Config{}, local.Agent{Domain: 1, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			time.Sleep(time.Hour)
			return libpcp.Int32Atom(1), nil
		})})
		if got := fetchCode(t, s, 1); got != nil {
			t.Errorf("got %v", got)
		}
	})
}

// TestSlow wants a slow agent to fail its own metrics, and only those, until
// it is done.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		s := local.New(local.Config{Timeout: 5 * time.Second},
			local.Agent{Domain: 1, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) {
				<-release
				return libpcp.Int32Atom(1), nil
			})},
			local.Agent{Domain: 2, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) {
				return libpcp.Int32Atom(1), nil
			})})
		start := time.Now()
		if got := fetchCode(t, s, 1); got != libpcp.ErrTimeout || time.Since(start) != 5*time.Second {
			t.Errorf("slow agent: %v after %v", got, time.Since(start))
		}
		if got := fetchCode(t, s, 1); got != libpcp.ErrNoAgent {
			t.Errorf("busy agent: %v", got)
		}
		if got := fetchCode(t, s, 2); got != nil {
			t.Errorf("other agent: %v", got)
		}
		close(release)
		synctest.Wait()
		if got := fetchCode(t, s, 1); got != nil {
			t.Errorf("agent that is done: %v", got)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestPanic(t *testing.T) {
	var log bytes.Buffer
	s := local.New(local.Config{Log: pmda.NewLogger(&log, "tool")},
		local.Agent{Domain: 1, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) { panic("in fetch") })},
		local.Agent{Domain: 2, New: func() *pmda.Agent { panic("in New") }})
	for domain := range uint32(2) {
		if got := fetchCode(t, s, domain+1); got != libpcp.ErrGeneric {
			t.Errorf("domain %d: %v", domain+1, got)
		}
	}
	if !strings.Contains(log.String(), "in fetch") || !strings.Contains(log.String(), "in New") {
		t.Errorf("log: %s", log.String())
	}
}

func TestCancel(t *testing.T) {
	release := make(chan struct{})
	s := local.New(local.Config{}, local.Agent{Domain: 1, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) {
		<-release
		return libpcp.Atom{}, nil
	})})
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	defer close(release)
	if _, err := sourcetest.Direct(s).Fetch(short, []libpcp.PMID{libpcp.NewPMID(1, 0, 0)}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestAbsent(t *testing.T) {
	s := local.New(local.Config{}, local.Agent{Domain: 253, New: simple.New})
	absent := libpcp.NewPMID(99, 0, 0)
	if got := fetchCode(t, s, 99); got != libpcp.ErrNoAgent {
		t.Errorf("fetch: %v", got)
	}
	if got := sourcetest.Direct(s).Descs(ctx, []libpcp.PMID{absent, libpcp.NewPMID(253, 0, 0)}); !errors.Is(got[0].Err, libpcp.ErrNoAgent) || got[1].Err != nil {
		t.Errorf("descriptors: %v", got)
	}
	if _, err := sourcetest.Direct(s).Text(ctx, libpcp.TextID{Kind: 5, Ident: uint32(absent)}); !errors.Is(err, libpcp.ErrNoAgent) {
		t.Errorf("text: %v", err)
	}
	err := sourcetest.Direct(s).Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{{PMID: absent, Values: make([]libpcp.Value, 1)}}})
	if !errors.Is(err, libpcp.ErrNoAgent) {
		t.Errorf("store: %v", err)
	}
}

// TestChanges has an agent replace its tables: each source over it learns of
// that with its next fetch, whatever that is of.
func TestChanges(t *testing.T) {
	var agent *pmda.Agent
	s := local.New(local.Config{}, local.Agent{Domain: 1, New: func() *pmda.Agent {
		agent = one(func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(1), nil })()
		return agent
	}}, local.Agent{Domain: 253, New: simple.New})
	other, err := s.Duplicate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	mine, others := libpcp.NewPMID(1, 0, 0), libpcp.NewPMID(253, 0, 0)
	expect := func(src libpcp.Source, id libpcp.PMID, want libpcp.StateChange) {
		t.Helper()
		if r, err := sourcetest.Direct(src).Fetch(ctx, []libpcp.PMID{id}, nil); err != nil || r.Changes != want {
			t.Errorf("got %+v, %v; want changes %v", r, err, want)
		}
	}
	expect(s, mine, 0)
	agent.Replace(agent.Metrics, nil)
	expect(s, others, libpcp.NamesChanged)
	expect(s, mine, 0)
	agent.Changed(libpcp.LabelsChanged)
	expect(other, mine, libpcp.NamesChanged|libpcp.LabelsChanged)
	expect(s, mine, libpcp.LabelsChanged)

	// A context over it forgets what it has seen.
	c := libpcp.NewContext(s)
	if d, err := c.Desc(ctx, mine); err != nil || d.Type != libpcp.Type32 {
		t.Error(d, err)
	}
	agent.Replace([]pmda.Metric{{Name: "one.metric", Type: libpcp.TypeDouble, Sem: libpcp.SemInstant}}, nil)
	if _, err := c.Fetch(ctx, []libpcp.PMID{mine}); err != nil {
		t.Error(err)
	}
	if d, err := c.Desc(ctx, mine); err != nil || d.Type != libpcp.TypeDouble {
		t.Errorf("after Replace: %v, %v", d, err)
	}
}

// TestInvalid has an agent with an error in its tables: whoever asks for its
// names learns of that.
func TestInvalid(t *testing.T) {
	s := local.New(local.Config{}, local.Agent{Domain: 1, New: func() *pmda.Agent {
		return &pmda.Agent{Name: "bad", Root: "bad", Metrics: []pmda.Metric{{Name: "metric", Item: 1024, Sem: libpcp.SemInstant}}}
	}})
	const want = "metric 0 (metric): Item 1024 is above 1023"
	if _, err := libpcp.NewContext(s).Lookup(ctx, "bad.metric"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestClients wants agents to learn when sources are closed.
func TestClients(t *testing.T) {
	var ended []int32
	var uid string
	s := local.New(local.Config{}, local.Agent{Domain: 1, New: func() *pmda.Agent {
		a := one(func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			uid = r.Client.Attr(pmda.AttrUserID)
			return libpcp.Int32Atom(1), nil
		})()
		a.WantAttributes = true
		a.EndClient = func(c *pmda.Client) { ended = append(ended, c.Number) }
		a.Close = func() error { ended = append(ended, -1); return nil }
		return a
	}})
	again, err := s.Duplicate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	fetchCode(t, s, 1)
	fetchCode(t, again, 1)
	s.Close()
	s.Close()
	again.Close()
	if len(ended) != 3 || ended[0] != 0 || ended[1] != 1 || ended[2] != -1 || uid == "" {
		t.Errorf("ended %v, user %q", ended, uid)
	}
}

// BenchmarkFetch is one metric of an agent in the process.
func BenchmarkFetch(b *testing.B) {
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 253, New: simple.New}))
	ids := []libpcp.PMID{libpcp.NewPMID(253, 0, 1)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Fetch(ctx, ids); err != nil {
			b.Fatal(err)
		}
	}
}

func open(testing.TB) libpcp.Source {
	return local.New(local.Config{},
		local.Agent{Domain: 253, New: simple.New},
		local.Agent{Domain: 250, New: trivial.New})
}

func TestSource(t *testing.T) { sourcetest.Run(t, open) }
