package local_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/sample"
	"pcptools/libpcp/pmda/simple"
	"pcptools/libpcp/pmda/trivial"
	"pcptools/libpcp/pmns"
)

// TestTogether has sources with the same agents, each used by a goroutine of its
// own.
func TestTogether(t *testing.T) {
	first := local.New(local.Config{Timeout: time.Hour},
		local.Agent{Domain: 29, New: sample.New}, local.Agent{Domain: 253, New: simple.New}, local.Agent{New: trivial.New})
	var all sync.WaitGroup
	for range 8 {
		src, err := first.Duplicate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			defer src.Close()
			for range 3 {
				useAll(t, src)
			}
		})
	}
	first.Close()
	all.Wait()
}

// useAll asks everything about some metrics.
func useAll(t *testing.T, src libpcp.Source) {
	ctx := t.Context()
	names, err := sourcetest.Direct(src).Traverse(ctx, "simple")
	if err != nil {
		t.Error(err)
	}
	for _, name := range append(names, "sample.bin", "sample.event.records", "sample.proc.ordinal", "trivial.time") {
		reply := sourcetest.Direct(src).Lookup(ctx, []string{name})[0]
		desc := sourcetest.Direct(src).Descs(ctx, []libpcp.PMID{reply.ID})[0]
		if reply.Err != nil || desc.Err != nil {
			t.Error(name, reply.Err, desc.Err)
			continue
		}
		r, err := sourcetest.Direct(src).Fetch(ctx, []libpcp.PMID{reply.ID, libpcp.NewPMID(253, 0, 0)}, nil)
		if err != nil || r.Sets[0].Err != nil || len(r.Sets[1].Values) != 1 {
			t.Error(name, r, err)
		}
		again := libpcp.FetchQuery{IDs: []libpcp.PMID{reply.ID}}
		src.Ask(ctx, &again)
		if src.Ask(ctx, &again); again.Err != nil {
			t.Error(name, again.Err)
		}
		sourcetest.Direct(src).Names(ctx, reply.ID)
		sourcetest.Direct(src).Text(ctx, libpcp.TextID{Kind: libpcp.TextPMID | libpcp.TextHelp, Ident: uint32(reply.ID)})
		sourcetest.Direct(src).Labels(ctx, libpcp.LabelID{Class: libpcp.LabelItem, Ident: uint32(reply.ID)})
		if desc.Desc.InDom != libpcp.NullInDom {
			sourcetest.Direct(src).Instances(ctx, desc.Desc.InDom)
		}
	}
	sourcetest.Direct(src).Children(ctx, "sample")
}

// TestOneAtATime has requests of several sources at one agent, which answers one
// after the other; the limit is for each, not for the wait.
func TestOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running := 0
		first := local.New(local.Config{Timeout: 5 * time.Second}, local.Agent{Domain: 1, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			if running++; running > 1 {
				t.Error("two at once")
			}
			time.Sleep(4 * time.Second)
			running--
			return libpcp.Int32Atom(1), nil
		})})
		began := time.Now()
		var all sync.WaitGroup
		for range 4 {
			src, err := first.Duplicate(ctx)
			if err != nil {
				t.Fatal(err)
			}
			all.Go(func() {
				if err := fetchCode(t, src, 1); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took != 16*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// TestStuck has requests of two sources at an agent that is stuck: the one that
// is given up, and the one that waits for its turn.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		first := local.New(local.Config{Timeout: 5 * time.Second}, local.Agent{Domain: 1, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			<-release
			return libpcp.Int32Atom(1), nil
		})})
		second, err := first.Duplicate(ctx)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		got := make(chan error)
		go func() { got <- fetchCode(t, first, 1) }()
		go func() { got <- fetchCode(t, second, 1) }()
		codes := []error{<-got, <-got}
		if !slices.Contains(codes, error(libpcp.ErrTimeout)) || !slices.Contains(codes, error(libpcp.ErrNoAgent)) || time.Since(began) != 5*time.Second {
			t.Errorf("%v after %v", codes, time.Since(began))
		}
		limited, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if _, err := sourcetest.Direct(second).Instances(limited, libpcp.NewInDom(1, 0)); err != libpcp.ErrNoAgent {
			t.Errorf("while it is stuck: %v", err)
		}
		close(release)
		synctest.Wait()
		for _, src := range []libpcp.Source{first, second} {
			if err := fetchCode(t, src, 1); err != nil {
				t.Errorf("when it is done: %v", err)
			}
			src.Close()
		}
	})
}

// TestChangesTogether has a change of an agent reported to each source once.
func TestChangesTogether(t *testing.T) {
	var agent *pmda.Agent
	first := local.New(local.Config{}, local.Agent{Domain: 1, New: func() *pmda.Agent {
		agent = one(func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(1), nil })()
		return agent
	}})
	fetchCode(t, first, 1)
	agent.Changed(libpcp.LabelsChanged)
	var all sync.WaitGroup
	for range 8 {
		src, err := first.Duplicate(ctx)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			changes := 0
			for range 50 {
				r, err := sourcetest.Direct(src).Fetch(ctx, []libpcp.PMID{libpcp.NewPMID(1, 0, 0)}, nil)
				if err != nil {
					t.Error(err)
				}
				if r.Changes&libpcp.LabelsChanged != 0 {
					changes++
				}
			}
			if changes != 1 {
				t.Errorf("reported %d times", changes)
			}
		})
	}
	all.Wait()
}

// TestCommandStays has a source leave alone what describes a program: other
// sources may be made of it.
func TestCommandStays(t *testing.T) {
	asked := 0
	agent := local.Daemon(253, "/nosuch/pmdasimple")
	agent.Command.Names = func() *pmns.Tree { asked++; return nil }
	for range 2 {
		src := local.New(local.Config{}, agent)
		for range 2 {
			if r := sourcetest.Direct(src).Lookup(ctx, []string{"simple.color"}); r[0].Err == nil {
				t.Error(r)
			}
		}
		src.Close()
	}
	if asked != 2 {
		t.Errorf("asked for names %d times, want once for each source", asked)
	}
}
